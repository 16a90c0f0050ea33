"""What both engines ask in SQL, once.

`connection` says what an engine must give, `schema` has the tables, `transaction` all that can be
asked. The SQL is what SQLite and PostgreSQL both read; hints which only SQLite has (`INDEXED BY`,
`CROSS JOIN … ON` for the order of a join, a plus that keeps an index from being used) stand in it
and are taken out for the other. Search is an engine's own.
"""
