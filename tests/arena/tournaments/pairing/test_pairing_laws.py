"""Laws that hold for every format, searched for exceptions in small fields; every size has its own tests."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.tournaments.pairing.formats import dependents, plan, preview
from arena.tournaments.pairing.plan import Decision, Entrant, Plan, Result, Settings, SettingsError
from tests.arena.tournaments.pairing.simulation import (
    EVERY_FORMAT,
    Tournament,
    by_chance,
    by_strength,
    entrants,
    outcomes,
)

every_format = pytest.mark.parametrize("chosen", EVERY_FORMAT, ids=lambda chosen: chosen.format)


@every_format
def test_the_strongest_wins_whatever_its_seed(chosen: Settings) -> None:
    random = Random(5)
    for count in (2, 3, 7, 12, 21):
        field = [Entrant(id=i, seed=random.randrange(100)) for i in range(1, count + 1)]
        assert Tournament(chosen, field).play_all(by_strength).champion == 1


def known(result: Plan) -> set[tuple[str, tuple[int, ...]]]:
    return {(pairing.key, pairing.entrants) for pairing in result.pairings if pairing.is_known}


@every_format
@settings(max_examples=25)
@given(count=st.integers(2, 14), seed=st.integers(0, 10**6))
def test_a_result_only_adds_and_order_does_not_matter(chosen: Settings, count: int, seed: int) -> None:
    random = Random(seed)
    tournament, ending = Tournament(chosen, entrants(count)), by_chance(random)
    before = tournament.plan()
    while not before.finished:
        tournament.play(random.choice(before.ready), ending)
        after = tournament.plan()
        assert known(before) <= known(after)
        assert outcomes(before).items() <= outcomes(after).items()
        before = after
    shuffled = random.sample(tournament.results, len(tournament.results))
    assert plan(chosen, random.sample(tournament.entrants, count), shuffled) == before


@every_format
@settings(max_examples=40)
@given(count=st.integers(2, 14), seed=st.integers(0, 10**6), chance=st.sampled_from([0.05, 0.2, 0.6]))
def test_withdrawals_never_wedge_it(chosen: Settings, count: int, seed: int, chance: float) -> None:
    random = Random(seed)
    tournament, ending = Tournament(chosen, entrants(count)), by_chance(random)
    current = tournament.plan()
    while not current.finished:
        decided = outcomes(current)
        if random.random() < chance:
            leaver = random.randint(1, count)
            if not tournament.entrants[leaver - 1].is_out:
                tournament.withdraw(leaver, is_disqualified=random.random() < 0.3)
        else:
            tournament.play(random.choice(current.ready), ending)
        current = tournament.plan()
        assert current.finished or current.ready
        assert decided.items() <= outcomes(current).items()
    gone = [e.is_disqualified for e in sorted(tournament.entrants, key=lambda e: e.id)]
    flags = [gone[line.entrant - 1] for line in current.standings]
    assert flags == sorted(flags)
    assert len(flags) == count


@every_format
def test_everybody_may_leave(chosen: Settings) -> None:
    tournament = Tournament(chosen, entrants(9))
    for leaver in range(1, 10):
        tournament.withdraw(leaver)
    result = tournament.plan()
    assert result.finished
    assert not result.ready
    # A Swiss and a round of tables end with the round in which all have left, level on points.
    assert result.champion == 9 or chosen.format in ("swiss", "tables")


@every_format
@settings(max_examples=25)
@given(count=st.integers(2, 14), seed=st.integers(0, 10**6))
def test_invalidation_reopens_exactly_the_dependents(chosen: Settings, count: int, seed: int) -> None:
    random = Random(seed)
    tournament, ending = Tournament(chosen, entrants(count)), by_chance(random)
    complete = tournament.play_all(ending)
    removed = random.choice(tournament.results)
    warned = dependents(chosen, tournament.entrants, tournament.results, removed.key)
    tournament.results.remove(removed)
    reopened = tournament.plan()
    decided = {p.key for p in reopened.pairings if p.decision in (Decision.PLAYED, Decision.SEED)}
    results = {result.key for result in tournament.results}
    assert results - decided == warned & results
    assert [pairing.key for pairing in reopened.ready] == [removed.key]
    tournament.results.append(removed)
    assert tournament.plan() == complete


@pytest.mark.parametrize("name", ["single_elimination", "double_elimination", "groups", "heats"])
def test_dependents_are_what_the_drawn_lines_lead_to(name: str) -> None:
    chosen = Settings(format=name, third_place=True, groups=3)
    tournament = Tournament(chosen, entrants(13))
    result = tournament.play_all(by_chance(Random(3)))
    for start in tournament.results:
        # The bracket draws from a group by the group's name: G and a letter.
        reached = {start.key, start.key[:2]} if start.key.startswith("G") else {start.key}
        for pairing in result.pairings:
            if any(slot.origin is not None and slot.origin.key in reached for slot in pairing.slots):
                reached.add(pairing.key)
        keys = {pairing.key for pairing in result.pairings}
        found = dependents(chosen, tournament.entrants, tournament.results, start.key)
        assert found == (reached & keys) - {start.key}


@every_format
def test_a_preview_names_seeds_and_plays_nothing(chosen: Settings) -> None:
    for count in (0, 1, 2, 11):
        drawn = preview(chosen, count)
        assert drawn.finished == (count < 2)
        assert all(p.decision in (None, Decision.BYE) for p in drawn.pairings)


@every_format
def test_a_result_of_other_entrants_is_not_counted(chosen: Settings) -> None:
    first = preview(chosen, 8).ready[0]
    stale = Result(first.key, {entrant + 100: entrant for entrant in first.entrants})
    assert plan(chosen, entrants(8), [stale]) == preview(chosen, 8)


@pytest.mark.parametrize(
    "wrong",
    [
        {"best_of": 0},
        {"table_size": 1},
        {"format": "heats", "advance_per_table": 4},
        {"rounds": 0},
        {"points": (0, 1)},
        {"groups": 0},
    ],
)
def test_settings_that_cannot_be_played_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(SettingsError):
        Settings(**wrong)  # type: ignore[arg-type]


def test_an_unknown_format_or_a_double_entrant_is_refused() -> None:
    with pytest.raises(SettingsError, match="no format"):
        plan(Settings(format="lottery"), [], [])
    with pytest.raises(SettingsError, match="twice"):
        plan(Settings(), [Entrant(1, 1), Entrant(1, 2)], [])
