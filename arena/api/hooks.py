"""What is done to the API's description before it is shown."""

from __future__ import annotations

from typing import Any

_ENDS_OF_COLUMNS = {32767, 2147483647, 9223372036854775807}


def without_column_limits(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Leave out how large a number a column of the database takes: the API is the same on every database."""
    for name, schema in result["components"]["schemas"].items():
        if not name.endswith("Request"):  # what may be sent is limited by what the columns take
            _strip(schema)
    return result


def _strip(schema: dict[str, Any]) -> None:
    for field in schema.get("properties", {}).values():
        if field.get("maximum") in _ENDS_OF_COLUMNS:
            del field["maximum"]
            field.pop("format", None)
