"""Players for the tests: they use open forms, talk, and make every kind of choice a game has."""

from __future__ import annotations

from random import Random
from typing import Any

from games import GAMES
from games.sequence.actions import Action as SequenceAction
from games.sequence.choices import own_lines
from games.sequence.lines import choices as sequence_choices
from games.ten.actions import Buy, Pay
from tests.games.tables import Table

SAYINGS = ("", "left", "I have it", "ż„😀")


def choose(table: Table, state: Any, seat: int, rng: Random) -> Any:
    """Choose an action for a seat: mostly one of the list, sometimes another form of it."""
    varied = _VARIED.get(table.slug)
    if varied is not None and rng.random() < 0.5:
        return varied(state, seat, rng)
    return rng.choice(table.game.legal(state, seat))


def _ten(state: Any, seat: int, rng: Random) -> Any:
    """Pay with other cards than those of the list."""
    action = rng.choice(GAMES["ten"].legal(state, seat))
    if isinstance(action, Buy | Pay) and action.cards and state.table.boundary is None:
        cards = rng.sample(state.players[seat].numbers, len(action.cards))
        return action._replace(cards=tuple(sorted(cards)))
    return action


def _sequence(state: Any, seat: int, rng: Random) -> SequenceAction:
    """Talk, forget to draw, and name the sequence."""
    action: SequenceAction = rng.choice(GAMES["sequence"].legal(state, seat))
    if rng.random() < 0.2:
        action = action._replace(say=rng.choice(SAYINGS))
    if action.do in ("place", "remove") and rng.random() < 0.2:
        action = action._replace(draw=not action.draw)
    if action.do == "place":
        side = state.table.sides[seat]
        ways = sequence_choices(state.chips[side], action.cell, own_lines(state, side))
        return action._replace(sequence=rng.choice(ways)) if ways else action
    return action


def _twinit(state: Any, seat: int, rng: Random) -> Any:
    """Slap, lay hands, look, flip and match: often right, sometimes wrong."""
    game = GAMES["twinit"]
    if game.phase(state) == "flip":
        return rng.choice(game.legal(state, seat))
    return game.parse(_twinit_form(game.observe(state, None), rng))


def _twinit_form(view: dict[str, Any], rng: Random) -> dict[str, Any]:
    mode = view["mode"]
    faces = [
        *view["known"],
        *view.get("fresh", ()),
        *((won["place"], won["picture"]) for won in view["sets"]),
    ]
    one, shown = rng.choice(faces)
    twins = [place for place, picture in faces if picture == shown and place != one]
    other = rng.choice(twins) if twins else rng.choice(faces)[0]
    if mode == "coop":
        match = {"do": "match", "cards": [one, other, *twins][: rng.choice((2, 2, 3))]}
        third = {"do": "match", "cards": [one], "set": other, "say": rng.choice(SAYINGS)}
        return rng.choice([{"do": "look", "card": one}, {"do": "flip", "card": one}, match, match, third])
    if mode == "teams":
        return {"do": "hand", "card": one, "say": rng.choice(SAYINGS)}
    if not twins and rng.random() < 0.8:
        return {"do": "rest"}
    ring = {"middle": rng.random() < 0.6, "pile": rng.randrange(5)} if mode == "ring" else {}
    return {"do": "slap", "cards": [one, other], **ring}


_VARIED = {"ten": _ten, "sequence": _sequence, "twinit": _twinit}
