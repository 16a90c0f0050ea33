"""PostgreSQL, for several processes and machines on one database, through psycopg and its pool
(the extra `referee[postgres]`). `store` has the transactions, `listener` what other processes
announce, `schema` the migrations, `search` the words of tables."""

from referee.store.postgres.store import Store

__all__ = ["Store"]
