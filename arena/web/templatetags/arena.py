"""What templates need to show numbers, games and modules."""

from __future__ import annotations

import json
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from django import template
from django.http import HttpRequest
from django.template import Context
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from arena.ladders.models import Ladder
from arena.matches.models import Match
from arena.tournaments.models import PlaySettings
from arena.web import matchwords, optionwords, tournamentwords
from arena.web.words import LANGUAGE_TITLES
from bots.viewer.page import module_names as viewer_modules
from games import GAMES

register = template.Library()

_MODULES = Path(__file__).parent.parent / "static" / "arena" / "js"


@lru_cache(maxsize=1)
def _module_names() -> tuple[str, ...]:
    """Name our ES modules: "site", "games/ten"."""
    return tuple(
        sorted(path.relative_to(_MODULES).with_suffix("").as_posix() for path in _MODULES.rglob("*.js"))
    )


@register.simple_tag(takes_context=True)
def importmap(context: Context) -> SafeString:
    """Map `arena/<name>` to the hashed address of each of our modules, so that they can import each other."""
    imports = {f"arena/{name}": static(f"arena/js/{name}.js") for name in _module_names()}
    if context.get("viewer"):
        imports |= {f"viewer/{name}": static(f"viewer/{name}.js") for name in viewer_modules()}
    text = json.dumps({"imports": imports}).replace("<", "\\u003c")
    return format_html(
        '<script type="importmap" nonce="{}">{}</script>',
        context.get("CSP_NONCE", ""),
        mark_safe(text),  # noqa: S308 our own file names, with < escaped
    )


@register.simple_tag(takes_context=True)
def nav_link(context: Context, path: str, text: str) -> SafeString:
    """Link to a part of the site; the one we are in is marked."""
    here = getattr(context.get("request"), "path", "")
    current = mark_safe(' aria-current="page"') if here == path or here.startswith(f"{path}/") else ""
    return format_html('<a href="{}"{}>{}</a>', path, current, text)


@register.filter
def game_title(slug: str) -> str:
    """Give the name of a game."""
    return GAMES[slug].title if slug in GAMES else slug


@register.filter
def set_options(row: Ladder | PlaySettings) -> list[str]:
    """Say which options of its game a ladder or tournament sets otherwise than usual."""
    return optionwords.chosen(row.game, row.options)


@register.filter
def headline(match: Match) -> str:
    """Say who plays whom or, once it is over, who won."""
    return matchwords.headline(match)


@register.filter
def language_title(name: str) -> str:
    """Give a programming language as its people write it."""
    return LANGUAGE_TITLES.get(name, name) or "–"


@register.filter
def spoken(text: str) -> str:
    """Say a text of the database, such as a ladder's title, in the reader's language if we know how."""
    return _(text) if text else ""


@register.filter
def fault_words(code: str) -> str:
    """Say a kind of fault in a sentence."""
    return str(matchwords.FAULTS.get(code, code))


@register.filter
def plan_note(text: str) -> str:
    """Say a note of a tournament's plan in the reader's language."""
    return tournamentwords.note(text)


@register.filter
def rating(value: float | None) -> str:
    """Show a rating with one decimal."""
    return "–" if value is None else f"{value:.1f}"


@register.filter
def signed(value: float) -> str:
    """Show a change with its sign."""
    return "±0.0" if abs(value) < 0.05 else f"{value:+.1f}".replace("-", "−")


@register.filter
def percent(part: float, whole: float) -> str:
    """Show a share of a whole; nothing of nothing is a dash."""
    return f"{100 * part / whole:.0f} %" if whole else "–"


@register.filter
def ago(when: datetime | None) -> SafeString | str:
    """Say how long ago something was, with the exact time for machines."""
    if when is None:
        return "–"
    seconds = (timezone.now() - when).total_seconds()
    words = _("just now") if 0 <= seconds < 60 else _since(when, seconds)
    return format_html('<time datetime="{}">{}</time>', when.isoformat(timespec="seconds"), words)


def _since(when: datetime, seconds: float) -> str:
    if seconds < 0:
        return _("in %(time)s") % {"time": timesince(timezone.now(), when, depth=1)}
    return _("%(time)s ago") % {"time": timesince(when, depth=1)}


@register.filter
def duration(seconds: float) -> str:
    """Say roughly how long something takes: in seconds, minutes or hours."""
    if seconds < 120:
        return _("%(count)s s") % {"count": round(seconds)}
    if seconds < 2 * 3600:
        return _("%(count)s min") % {"count": round(seconds / 60)}
    return _("%(count)s h") % {"count": round(seconds / 3600)}


@register.filter
def item(mapping: dict[str, object], key: str) -> object:
    """Look a key up in a dictionary; None when it is not there."""
    return mapping.get(key)


@register.simple_tag(takes_context=True)
def in_query(context: Context, **changes: object) -> str:
    """Give this page's query with some parameters changed; an empty value removes one."""
    request: HttpRequest = context["request"]
    query = request.GET.copy()
    for name, value in changes.items():
        query.pop(name, None)
        if value not in {None, ""}:
            query[name] = str(value)
    return "?" + query.urlencode() if query else request.path


@register.filter
def span(ends: tuple[int, int]) -> str:
    """Write a range: its two ends, or the one number that it holds."""
    low, high = ends
    return str(low) if low == high else f"{low}–{high}"


@register.filter
def unlocal(value: float) -> str:
    """Write a number as SVG wants it, whatever the language."""
    return f"{value:g}"


@register.filter
def minus(value: float, other: float) -> float:
    """Subtract."""
    return value - other


@register.filter
def json_values(values: tuple[object, ...]) -> str:
    """Write values as a bot would send them."""
    return ", ".join(json.dumps(value) for value in values)
