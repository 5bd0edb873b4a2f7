"""Pages of a list that may have thousands of rows, without asking how many there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpRequest

Row = TypeVar("Row", bound=Model)
_LAST_PAGE = 100_000
_LONGEST_KEY = 18  # digits that fit into the 64 bits of a key


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """Some rows, and which pages are next to them."""

    number: int
    rows: list[Row]
    has_next: bool
    size: int

    @property
    def previous(self) -> int | None:
        """Give the number of the page before; None on the first."""
        return self.number - 1 if self.number > 1 else None

    @property
    def next(self) -> int | None:
        """Give the number of the page after; None on the last."""
        return self.number + 1 if self.has_next else None


def page_of(request: HttpRequest, rows: QuerySet[Any, Row], size: int = 50) -> Page[Row]:
    """Cut the page out that `?page=` names; one row more is read to see whether there is another."""
    number = page_number(request)
    first = (number - 1) * size
    found = _far(rows, first, size + 1) if number > 1 else list(rows[: size + 1])
    return Page(number, found[:size], len(found) > size, size)


def _far(rows: QuerySet[Any, Row], first: int, count: int) -> list[Row]:
    """Read a page far down: its keys first, so that nothing is joined for the rows that are skipped."""
    keys = list(rows.values_list("pk", flat=True)[first : first + count])
    found = {row.pk: row for row in rows.filter(pk__in=keys)}
    return [found[key] for key in keys if key in found]


@dataclass(frozen=True, slots=True)
class Stretch(Generic[Row]):
    """Some rows, the newest first, and the keys beyond which newer and older ones are."""

    rows: list[Row]
    newer: int | None
    older: int | None


def stretch_of(request: HttpRequest, rows: QuerySet[Any, Row], size: int = 50) -> Stretch[Row]:
    """Cut out what is older than `?before=` a key, or leads up to `?after=` one.

    The last page is as quick as the first; counting from the top would read all rows that are skipped.
    """
    after, before = _key(request, "after"), _key(request, "before")
    if after:
        found = list(rows.filter(pk__gt=after).order_by("pk")[: size + 1])
        if len(found) > size:
            shown = found[size - 1 :: -1]
            return Stretch(shown, shown[0].pk, shown[-1].pk)
    start = before if not after else None
    found = list((rows.filter(pk__lt=start) if start else rows).order_by("-pk")[: size + 1])
    shown = found[:size]
    newer = shown[0].pk if start and shown else None
    return Stretch(shown, newer, shown[-1].pk if len(found) > size else None)


def _key(request: HttpRequest, name: str) -> int | None:
    """Read a key; whatever is none is left out."""
    given = request.GET.get(name, "")
    return int(given) if given.isascii() and given.isdigit() and len(given) <= _LONGEST_KEY else None


def page_number(request: HttpRequest) -> int:
    """Read `?page=`; whatever is no page is the first."""
    given = request.GET.get("page", "1")
    return int(given) if given.isascii() and given.isdigit() and 0 < int(given) <= _LAST_PAGE else 1


def search_text(request: HttpRequest, name: str = "q") -> str:
    """Read what is searched for: short, and nothing a database refuses."""
    return request.GET.get(name, "").replace("\0", "").strip()[:80]
