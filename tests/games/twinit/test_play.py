"""Whole games with slapping bots in every mode, and what must hold at every step."""

from __future__ import annotations

import random
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.dealer import Dealer
from games.core.errors import MalformedActionError
from games.twinit import GAME
from tests.games.twinit.census import census
from tests.games.twinit.positions import start

TABLES = [
    ("rivalry", 2),
    ("rivalry", 6),
    ("teams", 4),
    ("teams", 5),
    ("ring", 2),
    ("ring", 5),
    ("coop", 1),
    ("coop", 4),
]


def act(state: Any, seat: int, rng: random.Random) -> dict[str, Any]:
    """Do something in the open forms: often right, sometimes wrong."""
    phase, mode = GAME.phase(state), state.setup.mode
    if phase == "flip" or rng.random() < 0.4:
        return GAME.dump(rng.choice(GAME.legal(state, seat)))
    view = GAME.observe(state, None)
    faces = [
        *view["known"],
        *view.get("fresh", ()),
        *((won["place"], won["picture"]) for won in view["sets"]),
    ]
    places = [place for place, _ in faces]
    one, shown = rng.choice(faces)
    twins = [place for place, picture in faces if picture == shown and place != one]
    other = rng.choice(twins) if twins else rng.choice(places)
    if mode == "coop":
        forms = [{"do": do, "card": one} for do in ("look", "flip")] + [
            {"do": "match", "cards": [one, other]}
        ]
        forms.append({"do": "match", "cards": [one], "set": other, "say": "hm"})
        return rng.choice(forms)
    if mode == "teams":
        return {"do": "hand", "card": one, "say": "here"}
    if not twins and rng.random() < 0.8:
        return {"do": "rest"}
    middle = {"middle": rng.random() < 0.6} if mode == "ring" else {}
    return {"do": "slap", "cards": [one, other], **middle}


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_whole_games(mode: str, seats: int) -> None:
    rng, state = random.Random(seats), start(mode, seats)
    all_cards, steps = census(state), 0
    schemas = GAME.schemas()
    validator = jsonschema.Draft202012Validator(schemas["observation"])
    forms = jsonschema.Draft202012Validator(schemas["action"])
    while GAME.to_act(state):
        moves = {seat: act(state, seat, rng) for seat in GAME.to_act(state)}
        for seat, move in moves.items():
            assert GAME.dump(GAME.parse(move)) == {k: v for k, v in move.items() if v is not False}
            assert not list(forms.iter_errors(move))
            if steps % 25 == 0:
                view = GAME.observe(state, seat)
                dealt = GAME.redeal(state, seat, Dealer(steps.to_bytes(32, "big")))
                assert (GAME.observe(dealt, seat), census(dealt)) == (view, all_cards)
                validator.validate(_plain(view))
        state, events = GAME.apply(state, {seat: GAME.parse(move) for seat, move in moves.items()})
        for event in events:
            template, filling = GAME.describe(event.view(None) or {})
            assert template.format(**filling)
        assert census(state) == all_cards
        steps += 1
    assert steps <= GAME.step_limit
    assert (GAME.outcome(state) is not None, GAME.phase(state)) == (True, "over")


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["t0", "p1", "s2"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(["do", "cards", "card", "middle", "pile", "set", "say", "x"])
DOES = st.fixed_dictionaries(
    {"do": st.sampled_from(["wait", "rest", "slap", "hand", "flip", "look", "match", "no"])}
)


@settings(max_examples=300, deadline=None)
@given(JSON | st.builds(lambda do, more: {**more, **do}, DOES, st.dictionaries(KEYS, JSON, max_size=4)))
def test_rule_9_7_anything_else_is_malformed(data: Any) -> None:
    try:
        action = GAME.parse(data)
    except MalformedActionError:
        return  # any other exception fails the test
    assert GAME.parse(GAME.dump(action)) == action
