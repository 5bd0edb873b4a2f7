"""The laws of laws.py, over every game, every combination of options and every number of seats.

ARENA_LAWS multiplies the numbers of games: `ARENA_LAWS=20 pytest tests/games/test_laws.py` for a long night.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import GAMES
from games.core.errors import GameOverError, OptionsError
from tests.games import laws
from tests.games.players import choose
from tests.games.tables import ALL_TABLES, CENSUS, TABLES, Table, dealer

MORE = int(os.environ.get("ARENA_LAWS", "1"))
GAMES_A_TABLE = {"ten": 12, "lie": 10, "sequence": 5, "takethat": 4, "twinit": 4}
EXAMPLES = {"ten": 25, "lie": 25, "sequence": 25, "takethat": 20, "twinit": 8}
CLOSE_LOOKS = 4  # positions of a game that are looked at closely


def play(table: Table, seed: int, rng: Random) -> tuple[Any, list[dict[int, Any]]]:
    """Play a game to its end; give the last state and what was done."""
    game, state = table.game, table.deal(seed)
    steps: list[dict[int, Any]] = []
    while acting := game.to_act(state):
        assert len(steps) < game.step_limit
        assert game.outcome(state) is None
        steps.append({seat: choose(table, state, seat, rng) for seat in acting})
        state = game.apply(state, steps[-1]).state
    return state, steps


@pytest.mark.parametrize("table", ALL_TABLES, ids=str)
def test_games_end_by_rule_with_all_their_cards(table: Table) -> None:
    for seed in range(GAMES_A_TABLE[table.slug] * MORE):
        state, steps = play(table, seed, Random(seed))
        assert len(steps) <= table.game.step_limit
        laws.check_to_act(table, state)
        laws.check_outcome_of_sides(table, state)
        assert CENSUS[table.slug](state) == CENSUS[table.slug](table.deal(seed))


@pytest.mark.parametrize("table", ALL_TABLES, ids=str)
def test_a_deal_is_fair_to_look_at(table: Table) -> None:
    state = table.deal(7)
    assert state == table.deal(7)
    assert state != table.deal(8)
    laws.check_to_act(table, state)
    laws.check_legal(table, state, Random(7))
    laws.check_events(table, table.game.opening(state))
    laws.check_observations(table, state, Random(7))
    laws.check_no_leak(table, state, Random(7))
    laws.validate(table, "options", laws.plain(dict(table.chosen())))


@pytest.mark.parametrize("slug", GAMES)
def test_the_laws_hold_all_game_long(slug: str) -> None:
    @settings(
        max_examples=EXAMPLES[slug] * MORE,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    @given(st.sampled_from(TABLES[slug]), st.integers(0, 2**64))
    def whole_game(table: Table, seed: int) -> None:
        watch(table, seed, Random(seed))

    whole_game()


def watch(table: Table, seed: int, rng: Random) -> None:
    """Play a game, look at every step, and closely at some positions."""
    state, steps = play(table, seed, Random(seed))
    close = {len(steps) - 1, *rng.sample(range(len(steps)), min(CLOSE_LOOKS, len(steps)))}
    game, replayed = table.game, table.deal(seed)
    cards = CENSUS[table.slug](replayed)
    for number, actions in enumerate(steps):
        laws.check_to_act(table, replayed)
        if number in close:
            look_closely(table, replayed, actions, rng)
        replayed, events = game.apply(replayed, actions)
        laws.check_events(table, events)
        assert CENSUS[table.slug](replayed) == cards
    assert replayed == state  # the same seed and the same actions: the same game
    laws.check_observations(table, state, rng)
    laws.check_no_leak(table, state, rng)
    laws.check_record(table, seed, steps)


def look_closely(table: Table, state: Any, actions: dict[int, Any], rng: Random) -> None:
    """Hold every law against one position."""
    laws.check_legal(table, state, rng)
    laws.check_every_legal_applies(table, state, rng)
    laws.check_waiting_seats(table, state, next(iter(actions.values())))
    laws.check_observations(table, state, rng)
    laws.check_no_leak(table, state, rng)
    for action in actions.values():
        data = laws.plain(table.game.dump(action))
        assert table.game.parse(data) == action
        laws.validate(table, "action", data)


@pytest.mark.parametrize("slug", GAMES)
def test_nobody_acts_after_the_end(slug: str) -> None:
    table = TABLES[slug][0]
    state, steps = play(table, 1, Random(1))
    with pytest.raises(GameOverError):
        table.game.apply(state, steps[-1])
    for seat in range(table.seats):
        assert (list(table.game.legal(state, seat)), table.game.forced(state, seat)) == ([], None)


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_hidden_really_changes_when_it_is_dealt_again(slug: str) -> None:
    table = TABLES[slug][-1]
    state = table.deal(3)
    assert len({repr(table.game.redeal(state, 0, dealer(seed))) for seed in range(5)}) == 5


@pytest.mark.parametrize("slug", GAMES)
def test_options_must_be_complete_and_known(slug: str) -> None:
    game, table = GAMES[slug], TABLES[slug][0]
    for options in ({}, {**table.chosen(), "unknown": 1}):
        with pytest.raises(OptionsError):
            game.deal(seats=table.seats, options=options, dealer=dealer(1))
    for seats in (0, 99, True):
        with pytest.raises(OptionsError):
            game.deal(seats=seats, options=table.chosen(), dealer=dealer(1))
    assert game.options().default_seats in {t.seats for t in TABLES[slug]}


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_says_what_it_is(slug: str) -> None:
    game = GAMES[slug]
    assert (game.slug, game.title.strip(), game.version >= 1) == (slug, game.title, True)
    assert game.rated_by in ("score", "rank")
    assert game.forfeit_margin >= 1
    assert set(game.schemas()) == {"options", "action", "observation"}
    assert all(option.help for option in game.options().options)
