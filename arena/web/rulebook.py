"""Numbered sentences of a rule book: each an item that can be linked to, and links between them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from markdown_it.token import Token

_NUMBER = re.compile(r"(\d+\.\d+) ")
_MENTION = re.compile(r"(?<![\d.])(\d+\.\d+)(?![\d.]?\d)")


def itemised(text: str) -> str:
    """Make a list item of every line that begins with the number of a rule; code stays as it is."""
    lines, in_code = [], False
    for line in text.splitlines():
        in_code ^= line.startswith("```")
        lines.append(f"- {line}" if _NUMBER.match(line) and not in_code else line)
    return "\n".join(lines)


def anchor_rules(tokens: list[Token]) -> None:
    """Give every numbered item an anchor, and link the numbers in the texts to them."""
    rules = _numbered(tokens)
    for token in tokens:
        if token.type == "inline" and token.children:
            token.children = [part for child in token.children for part in _linked(child, set(rules))]
    for number, (item, inline) in rules.items():
        item.attrs |= {"id": anchor(number), "class": "rule"}
        inline.children = [*_link(number, "rule-number"), *(inline.children or [])]


def illustrate(tokens: list[Token], pictures: Mapping[str, str]) -> list[Token]:
    """Put the picture of a rule at the end of its item; it is our own HTML."""
    drawn: list[Token] = []
    open_items: list[str] = []
    for token in tokens:
        if token.type == "list_item_open":
            open_items.append(str(token.attrGet("id") or ""))
        elif token.type == "list_item_close":
            picture = pictures.get(open_items.pop().removeprefix("rule-"), "")
            drawn += [Token("html_block", "", 0, content=picture)] if picture else []
        drawn.append(token)
    return drawn


def anchor(number: str) -> str:
    """Name the place of a rule on its page."""
    return f"rule-{number}"


def _numbered(tokens: list[Token]) -> dict[str, tuple[Token, Token]]:
    """Find the items that begin with a number, and take it from their text."""
    found = {}
    for item, _paragraph, inline in zip(tokens, tokens[1:], tokens[2:], strict=False):
        first = inline.children[0] if item.type == "list_item_open" and inline.children else None
        match = _NUMBER.match(first.content) if first else None
        if first and match:
            first.content = first.content[match.end() :]
            found[match[1]] = item, inline
    return found


def _linked(child: Token, rules: set[str]) -> list[Token]:
    if child.type != "text":
        return [child]
    parts: list[Token] = []
    for index, piece in enumerate(_MENTION.split(child.content)):
        is_rule = index % 2 == 1 and piece in rules
        parts += _link(piece, "rule-mention") if is_rule else [Token("text", "", 0, content=piece)]
    return parts


def _link(number: str, name: str) -> list[Token]:
    return [
        Token("link_open", "a", 1, attrs={"class": name, "href": f"#{anchor(number)}"}),
        Token("text", "", 0, content=number),
        Token("link_close", "a", -1),
    ]
