"""What the pictures of the rules are made of: SVG in the colours and letters of `.picture` in arena.css."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import escape

from games.sequence.board import LAYOUT

WIDTH = 640
_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def text(x: float, y: float, words: str, kind: str = "soft") -> str:
    """Write something, centred."""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(words)}</text>'


def card(x: float, y: float, words: str, colour: str = "", *, is_hit: bool = False) -> str:
    """Draw a card; a colour is a band at its top, a hit has a thick border."""
    band = (
        f'<rect class="{colour}" x="{x + 9:g}" y="{y + 9:g}" width="38" height="7" rx="3"/>' if colour else ""
    )
    kind = "cardface hit" if is_hit else "cardface"
    return (
        f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="56" height="76" rx="8"/>{band}'
        f"{text(x + 28, y + 48, words, 'face')}"
    )


def cards(x: float, y: float, faces: Sequence[str], colour: str = "", hits: Sequence[str] = ()) -> str:
    """Draw a row of cards."""
    return "".join(card(x + 64 * at, y, face, colour, is_hit=face in hits) for at, face in enumerate(faces))


def two_values(x: float, y: float, up: str, down: str, *, is_hit: bool = False) -> str:
    """Draw a card of LIE: the value that is up, and the one that is covered."""
    kind = "cardface hit" if is_hit else "cardface"
    return (
        f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="50" height="84" rx="8"/>'
        f'<path class="way" d="M{x + 8:g} {y + 42:g}h34"/>'
        f"{text(x + 25, y + 30, up, 'face')}{text(x + 25, y + 68, down)}"
    )


def arrow(x: float, y: float, length: float) -> str:
    """Draw an arrow to the right."""
    return f'<path class="way" d="M{x:g} {y:g}h{length:g}m-8 -6l8 6l-8 6"/>'


def board(x: float, y: float, cells: tuple[int, int, int, int], chips: dict[tuple[int, int], str]) -> str:
    """Draw a part of Sequence's board, from one row and column to another, with chips by cell."""
    top, left, bottom, right = cells
    shapes = []
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            at_x, at_y = x + 38 * (column - left), y + 34 * (row - top)
            shapes.append(f'<rect class="cardface" x="{at_x:g}" y="{at_y:g}" width="38" height="34"/>')
            colour = chips.get((row, column))
            shapes.append(
                f'<circle class="{colour}" cx="{at_x + 19:g}" cy="{at_y + 17:g}" r="13"/>'
                if colour
                else text(at_x + 19, at_y + 22, _cell(LAYOUT[row][column]))
            )
    return "".join(shapes)


def _cell(name: str) -> str:
    return "★" if name == "FREE" else f"{name[:-1]}{_SUITS[name[-1]]}"


def line(x: float, y: float, first: tuple[int, int], last: tuple[int, int]) -> str:
    """Draw a line through cells of a board that begins at x and y."""
    points = [(x + 38 * column + 19, y + 34 * row + 17) for row, column in (first, last)]
    (a, b), (c, d) = points
    return f'<path class="row-of-five" d="M{a:g} {b:g}L{c:g} {d:g}"/>'


def face(x: float, y: float, seen: int, colour: str = "pink") -> str:
    """Draw a picture of Twin It of which so many features are seen: ground, shape, count, border."""
    ground = '<rect class="{}" x="{:g}" y="{:g}" width="56" height="56" rx="6"/>'
    shapes = [f'<rect class="cardface" x="{x:g}" y="{y:g}" width="76" height="76" rx="10"/>']
    shapes += [ground.format("ground", x + 10, y + 10)] if seen > 0 else []
    shapes += [f'<circle class="{colour}" cx="{x + 29:g}" cy="{y + 38:g}" r="10"/>'] if seen > 1 else []
    shapes += [f'<circle class="{colour}" cx="{x + 48:g}" cy="{y + 38:g}" r="10"/>'] if seen > 2 else []
    shapes += [ground.format("border", x + 10, y + 10)] if seen > 3 else []
    return "".join(shapes) + (text(x + 38, y + 45, "?", "face") if seen < 2 else "")
