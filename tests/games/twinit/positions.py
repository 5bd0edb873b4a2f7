"""Positions for the tests: chosen pictures at chosen places, the rest of the deck in the piles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.dealer import Dealer
from games.core.game import Event
from games.twinit import GAME
from games.twinit.deck import CARDS, KIND, SHOWS
from games.twinit.table import State, Table, Window, Won, known

PAIRS = [kind for kind in range(119) if KIND.count(kind) == 2]
TRIPLES = [kind for kind in range(119) if KIND.count(kind) == 3]


def start(mode: str = "rivalry", seats: int = 3, key: int = 1) -> Any:
    """Deal a game."""
    dealer = Dealer(key.to_bytes(32, "big"))
    return GAME.deal(seats=seats, options=GAME.options().resolve({"mode": mode}, seats=seats), dealer=dealer)


def lay(
    places: Mapping[str, int],
    *,
    mode: str = "rivalry",
    seats: int = 3,
    sets: Mapping[str, tuple[int, int, int]] = {},
) -> State:
    """Show picture kinds at t and p places; a set is its side, its kind and its size. Seat 0 flipped last.

    Every pile has a stock of cards whose upper pictures are of no kind that is named.
    """
    state: State = start(mode, seats)
    used: set[int] = set()
    named = {*places.values(), *(kind for _, kind, _ in sets.values())}
    won = [
        Won(place, side, tuple(_face(kind, used) for _ in range(size)))
        for place, (side, kind, size) in sets.items()
    ]
    shown = {place: _face(kind, used) for place, kind in places.items()}
    stock = [face for face in range(2 * CARDS) if face >> 1 not in used and KIND[face] not in named]
    cards = list({face >> 1: face for face in stock}.values())
    spare = [
        2 * card for card in range(CARDS) if card not in used and card not in {face >> 1 for face in cards}
    ]
    count = len(state.table.piles)
    piles = [(*(spare if n == 0 else ()), *cards[n::count]) for n in range(count)]
    piles = [(*pile, shown[f"p{n}"]) if f"p{n}" in shown else pile for n, pile in enumerate(piles)]
    loose = tuple((place, face) for place, face in shown.items() if place[0] == "t")
    table = Table(
        tuple(piles), loose, tuple(won), 50, 50, tuple((place, SHOWS[face]) for place, face in loose)
    )
    window = Window(1, (), known(table, ()), "", False)
    return state._replace(table=table, window=window, tick=1, flipper=0, due=1, awake=state.setup.everyone)


def _face(kind: int, used: set[int]) -> int:
    face = next(face for face, other in enumerate(KIND) if other == kind and face >> 1 not in used)
    used.add(face >> 1)
    return face


def slap(*cards: str, **more: Any) -> dict[str, Any]:
    """Write a slap."""
    return {"do": "slap", "cards": list(cards), **more}


def step(state: Any, acts: Mapping[int, dict[str, Any]]) -> tuple[Any, tuple[Event, ...]]:
    """Let some seats act; the others wait."""
    wait = {"do": "wait"}
    return GAME.apply(state, {seat: GAME.parse(acts.get(seat, wait)) for seat in GAME.to_act(state)})


def kinds(events: tuple[Event, ...]) -> list[str]:
    """Name what happened."""
    return [event.kind for event in events]


def owners(state: State) -> dict[str, tuple[int, int]]:
    """Give the side and size of each won set."""
    return {won.place: (won.side, len(won.faces)) for won in state.table.sets}
