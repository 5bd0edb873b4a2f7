"""Write rows that were read before: one statement, sent once for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connection, models


def update_rows(rows: Sequence[models.Model], fields: Sequence[str]) -> None:
    """Write these fields of some rows of one model, without the cost of a save for each."""
    if not rows:
        return
    meta, quote = rows[0]._meta, connection.ops.quote_name
    columns: list[Any] = [meta.get_field(name) for name in fields]
    changes = ", ".join(f"{quote(column.column)} = %s" for column in columns)
    sql = f"UPDATE {quote(meta.db_table)} SET {changes} WHERE {quote(str(meta.pk.column))} = %s"  # noqa: S608 names of our own
    with connection.cursor() as cursor:
        cursor.executemany(sql, [(*_values(row, columns), row.pk) for row in rows])


def _values(row: models.Model, columns: Sequence[Any]) -> list[Any]:
    return [column.get_db_prep_save(getattr(row, column.attname), connection) for column in columns]
