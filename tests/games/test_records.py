"""Records, options and events: what the games share."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games import GAMES
from games.core.errors import OptionsError, RecordError
from games.core.game import Event
from games.core.options import Option, OptionSet
from games.core.record import Record, chain, replay
from tests.games.goldens import FOLDER
from tests.games.test_golden import golden

NAME = "takethat-2"
GAME = GAMES["takethat"]


def record() -> Record:
    return Record.from_json(golden(NAME))


def test_a_replay_gives_every_state_from_the_deal_on() -> None:
    steps = list(replay(record(), GAME))
    assert [step.index for step in steps] == list(range(len(record().steps) + 1))
    assert (steps[0].moves, [event.kind for event in steps[0].events]) == ((), ["deal", "hand", "hand"])
    assert all(GAME.outcome(step.state) is None for step in steps[:-1])
    assert GAME.outcome(steps[-1].state) is not None


def test_a_record_survives_json() -> None:
    assert Record.from_json(record().to_json()) == record()
    assert (FOLDER / f"{NAME}.json").exists()


def test_the_chain_tells_any_change() -> None:
    steps = record().steps
    changed = [
        replace(record(), seed="00" * 32),
        replace(record(), steps=steps[:-1]),
        replace(record(), options={"rounds": 1, "professional": True}),
    ]
    digests = []
    for other in changed:
        try:
            digests.append(chain(other, GAME))
        except RecordError:
            digests.append("does not replay")
    assert record().digest == chain(record(), GAME)
    assert record().digest not in digests


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"version": 99}, "version 99; this engine is takethat version"),
        ({"game": "ten"}, "Recorded with ten"),
        ({"seats": 9}, "9 seats cannot play"),
        ({"options": {"rounds": 99}}, "rounds cannot be 99"),
        ({"steps": (((0, {"do": "fly"}),),)}, "does not replay"),
        ({"steps": (((5, {"do": "take"}),),)}, "does not replay"),
    ],
)
def test_a_record_that_does_not_fit_is_refused(change: dict[str, Any], why: str) -> None:
    with pytest.raises(RecordError, match=why):
        chain(replace(record(), **change), GAME)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"steps": [5]},
        *(
            {**record().to_json(), **wrong}
            for wrong in (
                {"seed": "xyz"},
                {"seed": "00"},
                {"seats": 2.5},
                {"version": float("inf")},
                {"seats": "2"},
                {"steps": [[[True, {"do": "take"}]]]},
                {"steps": [[[0, {"do": "take"}], [0, {"do": "take"}]]]},
                {"steps": [[[0, 5]]]},
                {"options": 5},
            )
        ),
    ],
)
def test_what_is_no_record_is_refused(data: Any) -> None:
    with pytest.raises(RecordError, match="not a record"):
        Record.from_json(data)


def test_options_are_filled_in_and_checked() -> None:
    known = OptionSet((Option("a", (1, 2), "A."), Option("b", (None, True), "B.")), lambda _: (2, 3), 2)
    assert dict(known.resolve({}, seats=2)) == {"a": 1, "b": None}
    assert dict(known.resolve({"a": 2, "b": True}, seats=3)) == {"a": 2, "b": True}
    wrong: list[tuple[dict[str, Any], int, str]] = [
        ({"c": 1}, 2, "There is no option 'c'; the options are: a, b"),
        ({"a": True}, 2, "a cannot be true; it is one of 1, 2"),
        ({"a": 1.0}, 2, "a cannot be 1.0"),
        ({}, 4, "4 seats cannot play this; it takes 2, 3"),
    ]
    for options, seats, why in wrong:
        with pytest.raises(OptionsError, match=why):
            known.resolve(options, seats=seats)
    with pytest.raises(OptionsError, match="the options are: none"):
        OptionSet((), lambda _: (2,), 2).resolve({"a": 1}, seats=2)


def test_an_event_is_seen_as_far_as_it_may_be() -> None:
    drawn = Event("draw", {"seat": 1}, {"card": 5}, (1,))
    assert drawn.view(1) == drawn.view(None) == {"event": "draw", "seat": 1, "card": 5}
    assert drawn.view(0) == {"event": "draw", "seat": 1}
    whispered = drawn._replace(secret=True)
    assert (whispered.view(0), whispered.view(1)) == (None, drawn.view(1))
