"""A game's actions and options in short, out of its JSON Schemas."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from games.core.game import Game, Json

_MANY = 8  # values beyond which a list of them is cut


def actions_table(game: Game[Any, Any]) -> str:
    """List the forms of a game's actions as Markdown, one a line."""
    return "\n".join(f"- `{_form(form)}`" for form in game.schemas()["action"]["oneOf"])


def _form(schema: Mapping[str, Json]) -> str:
    required = schema.get("required", ())
    parts = [
        f'"{name}"{"" if name in required else "?"}: {value_words(value)}'
        for name, value in schema["properties"].items()
    ]
    return "{" + ", ".join(parts) + "}"


def value_words(schema: Mapping[str, Json]) -> str:
    """Say in a few words what a schema allows."""
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return _choice(schema["enum"])
    kind = schema.get("type")
    if kind == "integer":
        return _number(schema)
    if kind == "array":
        return _list(schema)
    return {"boolean": "true or false", "string": "a text"}.get(str(kind), "a value")


def _choice(values: list[Json]) -> str:
    shown = [json.dumps(value) for value in values[:_MANY]]
    return (
        " or ".join(shown) if len(values) <= _MANY else f"<one of {len(values)}: {', '.join(shown[:4])} ...>"
    )


def _number(schema: Mapping[str, Json]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is None and high is None:
        return "a number"
    return f"{low} to {high}" if high is not None else f"{low} or more"


def _list(schema: Mapping[str, Json]) -> str:
    if "prefixItems" in schema:
        return "[" + ", ".join(value_words(item) for item in schema["prefixItems"]) + "]"
    return f"[{value_words(schema['items'])}, ...]" if schema.get("items") else "a list"


def options_table(game: Game[Any, Any]) -> str:
    """List a game's options as Markdown, the default value first."""
    options = game.options().options
    if not options:
        return "There are none."
    lines = [
        f"- `{option.name}`: {', '.join(json.dumps(value) for value in option.values)}. {option.help}"
        for option in options
    ]
    return "\n".join(lines)
