"""The laws that every game keeps, each as a check of one position or one step."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import jsonschema
import pytest

from games.core.errors import IllegalActionError
from games.core.game import Event
from games.core.record import Record, chain
from tests.games.tables import CENSUS, Table, dealer

CLOSED = {"lie", "takethat"}  # here the list of legal actions is all there is, and one alone is forced
_VALIDATORS: dict[tuple[str, str], jsonschema.Draft202012Validator] = {}


def validate(table: Table, what: str, data: Any) -> None:
    """Hold data against one of the game's schemas."""
    key = (table.slug, what)
    if key not in _VALIDATORS:
        schema = table.game.schemas()[what]
        jsonschema.Draft202012Validator.check_schema(schema)
        _VALIDATORS[key] = jsonschema.Draft202012Validator(schema)
    _VALIDATORS[key].validate(data)


def plain(data: Any) -> Any:
    """Give data as it arrives after a journey as JSON."""
    return json.loads(json.dumps(data, allow_nan=False))


def check_to_act(table: Table, state: Any) -> None:
    """Somebody is to act exactly until there is an outcome."""
    acting, outcome = table.game.to_act(state), table.game.outcome(state)
    assert (outcome is None) == bool(acting)
    assert acting == tuple(sorted(set(acting)))
    assert all(0 <= seat < table.seats for seat in acting)
    if outcome is not None:
        assert table.game.phase(state) == "over"
        assert len(outcome.ranks) == len(outcome.scores) == table.seats
        assert outcome.ending


def check_outcome_of_sides(table: Table, state: Any) -> None:
    """All seats of a side share rank and score."""
    outcome, sides = table.game.outcome(state), table.game.teams(seats=table.seats, options=table.chosen())
    assert outcome is not None
    results = set(zip(sides, outcome.ranks, outcome.scores, strict=True))
    assert len(results) == len(set(sides))


def check_legal(table: Table, state: Any, rng: Random) -> None:
    """Every legal action is accepted, survives JSON and fits the schema; seats that wait have none."""
    game = table.game
    for seat in range(table.seats):
        legal = list(game.legal(state, seat))
        if seat not in game.to_act(state):
            assert (legal, game.forced(state, seat)) == ([], None)
            continue
        assert legal
        assert len(set(legal)) == len(legal)
        assert list(game.legal(state, seat)) == legal
        for action in rng.sample(legal, min(len(legal), 12)):
            game.check(state, seat, action)
            data = plain(game.dump(action))
            assert game.parse(data) == action
            validate(table, "action", data)
        check_forced(table, state, seat, legal)


def check_forced(table: Table, state: Any, seat: int, legal: list[Any]) -> None:
    """Who is forced has one legal action; where the list is complete the reverse is true, too."""
    forced = table.game.forced(state, seat)
    if forced is not None:
        assert legal == [forced]
    elif table.slug in CLOSED:
        assert len(legal) > 1


def check_every_legal_applies(table: Table, state: Any, rng: Random) -> None:
    """Any legal actions together can be carried out, and the state they start from stays as it was."""
    game, before = table.game, repr(state)
    for _ in range(4):
        chosen = {seat: rng.choice(game.legal(state, seat)) for seat in game.to_act(state)}
        once, again = game.apply(state, chosen), game.apply(state, chosen)
        assert once == again
    assert repr(state) == before


def check_waiting_seats(table: Table, state: Any, action: Any) -> None:
    """A seat that must wait cannot act, and nobody can act for another."""
    game, acting = table.game, table.game.to_act(state)
    for seat in range(table.seats):
        if seat not in acting:
            with pytest.raises(IllegalActionError):
                game.check(state, seat, action)
    strangers = [{}, {99: action}, {**dict.fromkeys(acting, action), 99: action}]
    for actions in strangers:
        with pytest.raises(IllegalActionError):
            game.apply(state, actions)


def some_seats(table: Table, rng: Random) -> list[int]:
    """Pick two seats: looking closely through all of them takes long."""
    return rng.sample(range(table.seats), min(2, table.seats))


def check_observations(table: Table, state: Any, rng: Random) -> None:
    """An observation is JSON and fits the schema, for seats and for the open table."""
    for seat in (None, *some_seats(table, rng)):
        validate(table, "observation", plain(table.game.observe(state, seat)))


def check_no_leak(table: Table, state: Any, rng: Random) -> None:
    """What a seat cannot see is dealt again, and the seat cannot tell."""
    game, census, seed = table.game, CENSUS[table.slug], rng.getrandbits(64)
    for seat in some_seats(table, rng):
        other = game.redeal(state, seat, dealer(seed))
        assert plain(game.observe(other, seat)) == plain(game.observe(state, seat))
        assert census(other) == census(state)
        assert (game.to_act(other), game.phase(other)) == (game.to_act(state), game.phase(state))
        if seat in game.to_act(state):
            assert list(game.legal(other, seat)) == list(game.legal(state, seat))


def check_events(table: Table, events: tuple[Event, ...]) -> None:
    """Every event has a sentence for everyone who learns of it, and hidden parts stay with the seers."""
    for event in events:
        others = [seat for seat in range(table.seats) if seat not in event.seers]
        for seat in (None, *event.seers[:1], *others[:1]):  # all others see the same
            shown = event.view(seat)
            if shown is None:
                assert event.secret
                assert seat not in event.seers
                continue
            plain(shown)
            if seat is not None and seat not in event.seers:
                assert not set(event.hidden) & set(shown)
            check_sentence(table, shown)


def check_sentence(table: Table, shown: Mapping[str, Any]) -> None:
    """The template is filled in, and what names a seat is a seat."""
    template, filling = table.game.describe(shown)
    seats = {key: value for key, value in filling.items() if key.startswith("seat")}
    assert all(isinstance(value, int | tuple) for value in seats.values())
    sentence = template.format(**filling)
    assert sentence.strip()
    assert "{" not in template.format(**{**filling, "say": "", "text": ""})


def check_record(table: Table, seed: int, steps: list[dict[int, Any]]) -> None:
    """A game's record, written as JSON and read again, replays to the same digest."""
    game = table.game
    moves = tuple(tuple((seat, game.dump(act)) for seat, act in sorted(step.items())) for step in steps)
    key = seed.to_bytes(32, "big").hex()
    blank = Record(game.slug, game.version, table.seats, dict(table.chosen()), key, moves)
    record = Record(**{**_fields(blank), "digest": chain(blank, game)})
    again = Record.from_json(plain(record.to_json()))
    assert chain(again, game) == record.digest == again.digest


def _fields(record: Record) -> dict[str, Any]:
    return {name: getattr(record, name) for name in Record.__slots__}
