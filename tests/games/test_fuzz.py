"""Malformed and illegal actions: always the right error, a helpful sentence, and a state left as it was."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import GAMES
from games.core.errors import GameError, IllegalActionError, MalformedActionError
from tests.games.players import choose
from tests.games.tables import TABLES, Table
from tests.games.universe import UNIVERSE

WORDS = (
    *("draw", "take", "bid", "pass", "pay", "buy", "fiasco", "direction", "set", "challenge", "add", "pull"),
    *("place", "remove", "exchange", "discard", "wait", "rest", "slap", "hand", "flip", "look", "match"),
    *("numbers", "currency", "token", "B7", "*7", "$3", "7H", "JC", "10S", "t0", "p1", "s2", "t007", "é"),
)
KEYS = (
    *("do", "what", "amount", "currency", "fiasco", "cards", "card", "choose", "clockwise", "up", "count"),
    *("value", "at", "draw", "sequence", "say", "middle", "pile", "set", "unknown", ""),
)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-2, 101)
    | st.integers()
    | st.floats()
    | st.sampled_from(WORDS)
    | st.text(max_size=90)
    | st.text(st.characters(), max_size=3)
)
JSON = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), inner)
    ),
    max_leaves=8,
)
QUICK = settings(max_examples=120, derandomize=True, database=None, suppress_health_check=list(HealthCheck))


def position(table: Table, seed: int) -> Any:
    """Play a random part of a game; somebody is still to act."""
    rng, game = Random(seed), table.game
    state = table.deal(seed)
    for _ in range(rng.randrange(40)):
        acting = game.to_act(state)
        after = game.apply(state, {seat: choose(table, state, seat, rng) for seat in acting}).state
        if not game.to_act(after):
            break
        state = after
    return state


def offer(table: Table, state: Any, data: Any) -> None:
    """Let the first seat to act do this; whatever it is, only the two errors are possible."""
    game = table.game
    seat, before = game.to_act(state)[0], repr(state)
    try:
        action = game.parse(data)
    except MalformedActionError as error:
        assert_helpful(error)
        return
    assert game.parse(game.dump(action)) == action
    hash(action)
    json.dumps(game.dump(action)).encode()
    try:
        game.check(state, seat, action)
    except IllegalActionError as error:
        assert_helpful(error)
        assert_says_what_is_legal(table, state, seat, error)
        with pytest.raises(IllegalActionError):
            game.apply(state, act_with(table, state, action))
    else:
        game.apply(state, act_with(table, state, action))
    assert repr(state) == before


def act_with(table: Table, state: Any, action: Any) -> dict[int, Any]:
    """Let the first seat do this, and the others what is the default."""
    first, *others = table.game.to_act(state)
    return {first: action, **{seat: table.game.legal(state, seat)[0] for seat in others}}


def assert_helpful(error: GameError) -> None:
    """An error is a sentence, short enough to be shown."""
    text = str(error)
    assert 10 < len(text) < 1200
    assert text[-1] in ".)]}"


def assert_says_what_is_legal(table: Table, state: Any, seat: int, error: IllegalActionError) -> None:
    """The seat whose turn it is learns something that it can do."""
    does = {table.game.dump(action)["do"] for action in table.game.legal(state, seat)}
    text = str(error)
    assert "legal is" in text or any(re.search(rf"\b{do}\b", text) for do in does) or '"say"' in text, text


@pytest.mark.parametrize("slug", GAMES)
def test_any_json_is_an_action_or_a_clean_error(slug: str) -> None:
    positions = [(table, position(table, seed)) for seed, table in enumerate(TABLES[slug])]

    @QUICK
    @given(st.sampled_from(positions), JSON)
    def any_json(place: tuple[Table, Any], data: Any) -> None:
        offer(*place, data)

    any_json()


@pytest.mark.parametrize("slug", GAMES)
def test_any_object_with_known_words_is_an_action_or_a_clean_error(slug: str) -> None:
    positions = [(table, position(table, seed)) for seed, table in enumerate(TABLES[slug])]
    schema = json.dumps(GAMES[slug].schemas()["action"])
    does = [word for word in WORDS if f'"const": "{word}"' in schema]
    keys = [key for key in KEYS if f'"{key}"' in schema]
    objects = st.dictionaries(st.sampled_from(keys), JSON, max_size=5)

    @QUICK
    @given(st.sampled_from(positions), st.sampled_from(does), objects)
    def any_object(place: tuple[Table, Any], do: str, data: dict[str, Any]) -> None:
        offer(*place, {**data, "do": do})

    any_object()


@pytest.mark.parametrize("slug", GAMES)
def test_a_legal_action_with_one_thing_changed(slug: str) -> None:
    positions = [(table, position(table, seed)) for seed, table in enumerate(TABLES[slug])]

    @QUICK
    @given(st.sampled_from(positions), st.randoms(use_true_random=False), st.sampled_from(KEYS), JSON)
    def changed(place: tuple[Table, Any], rng: Random, key: str, value: Any) -> None:
        table, state = place
        seat = table.game.to_act(state)[0]
        data = json.loads(json.dumps(table.game.dump(choose(table, state, seat, rng))))
        known = rng.choice(sorted(data))
        offer(table, state, {**data, rng.choice((key, known)): value})
        offer(table, state, {name: part for name, part in data.items() if name != known})

    changed()


@pytest.mark.parametrize("slug", GAMES)
def test_exactly_the_listed_actions_are_legal(slug: str) -> None:
    for seed, table in enumerate(TABLES[slug]):
        game, state = table.game, position(table, seed)
        seat = game.to_act(state)[0]
        legal, told = set(game.legal(state, seat)), set[str]()
        for action in UNIVERSE[slug](state):
            assert accepted(table, state, seat, action, told) == (action in legal), (table, action)


def accepted(table: Table, state: Any, seat: int, action: Any, told: set[str]) -> bool:
    """Tell whether an action may be done; a sentence that was told before is not looked at again."""
    try:
        table.game.check(state, seat, action)
    except IllegalActionError as error:
        if str(error) not in told:
            assert_helpful(error)
            assert_says_what_is_legal(table, state, seat, error)
            told.add(str(error))
        return False
    return True
