"""The portable record: read it, check it, write it."""

from referee.record.check import Report, check, report_json, unusable_json
from referee.record.parse import MOST_BYTES, MOST_EVENTS
from referee.record.read import Record, read, read_events, read_options
from referee.record.write import record_json

__all__ = [
    "MOST_BYTES",
    "MOST_EVENTS",
    "Record",
    "Report",
    "check",
    "read",
    "read_events",
    "read_options",
    "record_json",
    "report_json",
    "unusable_json",
]
