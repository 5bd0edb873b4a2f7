"""Documents of the repository as pages: Markdown in, safe HTML and a table of contents out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath

from django.conf import settings
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from markdown_it import MarkdownIt
from markdown_it.token import Token

from arena.web import rulebook
from arena.web.rulepictures import PICTURES
from games import GAMES

_DOCS: dict[str, str | Promise] = {
    "tutorial": _("Your first bot in ten minutes"),
    "protocol": _("The bot protocol"),
    "ratings": _("How ratings work"),
    "house-bots": _("House bots"),
    "cli": _("The command line"),
    "api": _("The API with curl"),
    "tournaments": _("Tournaments"),
    "dealer": _("Fair chance"),
    "sandbox": _("The sandbox"),
}
_ABOUT: dict[str, str | Promise] = {
    "tutorial": _("From an empty file to a bot on the leaderboard, step by step."),
    "protocol": _("The JSON lines a bot reads and writes, its clock, and what counts as a fault."),
    "ratings": _("What the numbers mean, how sure they are, and who plays whom."),
    "house-bots": _("The opponents that are always there, and how strong they are."),
    "cli": _("Play, check, replay and submit from a terminal."),
    "api": _("Upload, follow and download with nothing but curl."),
    "tournaments": _("Formats, registration, seeds and schedules, for players and organisers."),
    "dealer": _("Where chance comes from, and how to prove that no deal was chosen."),
    "sandbox": _("What a bot may use, and what is kept from it."),
}
_PARSER = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading with the anchor that leads to it."""

    level: int
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Document:
    """A page made of Markdown."""

    title: str
    body: SafeString
    headings: tuple[Heading, ...]


def documents() -> dict[str, str | Promise]:
    """Name the documents that this installation has, in the order to read them."""
    return {name: title for name, title in _DOCS.items() if _path(name).is_file()}


def about() -> dict[str, str | Promise]:
    """Say what each document is about."""
    return _ABOUT


def document(name: str) -> Document | None:
    """Render a document; None when there is none of that name."""
    return _rendered(_path(name)) if name in _DOCS and _path(name).is_file() else None


def rules(game: str) -> Document | None:
    """Render the rules of a game; None when they are not written down here."""
    path = Path(settings.BASE_DIR) / "games" / game / "RULES.md"
    return _rendered(path, rulebook_of=game) if game in GAMES and path.is_file() else None


def _path(name: str) -> Path:
    return Path(settings.BASE_DIR) / "docs" / f"{name}.md"


def _rendered(path: Path, *, rulebook_of: str = "") -> Document:
    return _render(path.read_text(), rulebook_of=rulebook_of)


@lru_cache(maxsize=64)
def _render(text: str, *, rulebook_of: str = "") -> Document:
    tokens = _PARSER.parse(rulebook.itemised(text) if rulebook_of else text)
    if rulebook_of:
        rulebook.anchor_rules(tokens)
        pictures = {number: picture.html() for number, picture in PICTURES.get(rulebook_of, {}).items()}
        tokens = rulebook.illustrate(tokens, pictures)
    headings = _anchored(tokens)
    for token in _all(tokens):
        _tidied(token)
    title = headings[0].text if headings and headings[0].level == 1 else ""
    if title:
        del tokens[:3]  # the page has a heading of its own
    body = _PARSER.renderer.render(tokens, _PARSER.options, {})
    body = body.replace("<pre>", '<pre tabindex="0">')  # what scrolls must be reached by keyboard
    inner = tuple(heading for heading in headings if heading.level in {2, 3})
    return Document(title, mark_safe(body), inner)  # noqa: S308 the parser lets no HTML through


def _all(tokens: list[Token]) -> list[Token]:
    return [one for token in tokens for one in (token, *_all(token.children or []))]


def _anchored(tokens: list[Token]) -> list[Heading]:
    """Give every heading an id and list them."""
    found, seen = [], set[str]()
    for index, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        text = _plain(tokens[index + 1])
        anchor = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "part"
        while anchor in seen:
            anchor += "-2"
        seen.add(anchor)
        token.attrSet("id", anchor)
        found.append(Heading(int(token.tag[1]), text, anchor))
    return found


def _plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or [])


def _tidied(token: Token) -> None:
    """Turn alignment into a class (the policy refuses inline styles) and links between files into pages."""
    if token.attrGet("style"):
        token.attrs.pop("style")
        token.attrSet("class", "num")
    href = token.attrGet("href")
    if token.type == "link_open" and isinstance(href, str) and "://" not in href:
        token.attrSet("href", _address(href))
    if token.type == "fence":
        token.info = token.info.strip()


def _address(href: str) -> str:
    """Give the page that a link between files of the repository leads to."""
    target, _hash, anchor = href.partition("#")
    path = PurePosixPath(target)
    if path.suffix != ".md":
        return href
    page = f"/games/{path.parent.name}" if path.name == "RULES.md" else f"/docs/{path.stem}"
    return f"{page}#{anchor}" if anchor else page
