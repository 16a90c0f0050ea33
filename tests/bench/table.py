"""Figures, laid out in lines."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence

shown: dict[str, object] | None = None
"""Where tables are kept instead of printed, by their titles; None: nowhere."""


def show(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table of text: the first column to the left, figures to the right."""
    rows = [list(row) for row in rows]
    if shown is not None:
        shown[title] = {"head": list(head), "rows": [[str(cell) for cell in row] for row in rows]}
        return
    cells = [list(head), *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    print(f"\n{title}")
    for row in cells:
        first, *rest = (
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  " + "   ".join([first, *rest]).rstrip(), flush=True)


def ms(seconds: float) -> str:
    """Milliseconds."""
    return f"{seconds * 1000:.1f} ms"


def mib(size: float) -> str:
    """Mebibytes."""
    return f"{size / 1024 / 1024:.1f} MiB"


def spread(times: Sequence[float]) -> list[str]:
    """Median, 95th percentile and longest of some times."""
    if len(times) < 2:
        return ["-", "-", "-"]
    return [
        ms(statistics.median(times)),
        ms(p95(times)),
        ms(max(times)),
    ]


def p95(times: Sequence[float]) -> float:
    """The time that 95 of a hundred stay below."""
    return statistics.quantiles(times, n=20, method="inclusive")[-1]
