"""Every format by name, and the functions that a service calls."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arena.tournaments.pairing import double, groups, heats, roundrobin, single, swiss, tables
from arena.tournaments.pairing.plan import Entrant, Field, Plan, Result, Settings, SettingsError, Slot


@dataclass(frozen=True, slots=True)
class Format:
    """A format as an organiser sees it; `options` names its own settings beside legs and best of."""

    name: str
    sentence: str
    plan: Callable[[Field], Plan]
    options: tuple[str, ...] = ()
    is_for_tables: bool = False


@dataclass(frozen=True, slots=True)
class Estimate:
    """How much there is to play at most, ties to be broken apart: matches, their rounds, legs in all."""

    matches: int
    rounds: int
    legs: int


FORMATS = {
    "single_elimination": Format(
        "Single elimination",
        "Who loses is out: the quickest way to a winner, with byes for the best seeds.",
        single.plan,
        ("third_place",),
    ),
    "double_elimination": Format(
        "Double elimination",
        "Who loses twice is out: losers go on in their own bracket, whose winner comes back for the final.",
        double.plan,
        ("reset_final",),
    ),
    "round_robin": Format(
        "Round robin",
        "Everybody meets everybody, once or twice: the fairest order, and the most matches.",
        roundrobin.plan,
        ("double_round", "points"),
    ),
    "swiss": Format(
        "Swiss",
        "A few rounds against opponents of like score, never the same one twice: for large fields.",
        swiss.plan,
        ("rounds", "points"),
    ),
    "groups": Format(
        "Groups, then knockout",
        "Small round robins whose best go on to a knockout, where those of one group are kept apart.",
        groups.plan,
        ("groups", "advance_per_group", "double_round", "third_place", "points"),
    ),
    "heats": Format(
        "Heats",
        "Tables of several seats whose best go on to new tables, until a final table is left.",
        heats.plan,
        ("table_size", "advance_per_table"),
        is_for_tables=True,
    ),
    "tables": Format(
        "Tables for points",
        "Everybody plays every round at a table with new opponents; points by place, added up, decide.",
        tables.plan,
        ("table_size", "rounds", "points"),
        is_for_tables=True,
    ),
}


ROUNDS: dict[str, Callable[[Settings, int], int]] = {
    "swiss": lambda settings, count: swiss.rounds_for(count, settings.rounds),
    "tables": lambda settings, count: tables.rounds_for(settings.rounds, count, settings.table_size),
}


def plan(settings: Settings, entrants: Sequence[Entrant], results: Sequence[Result]) -> Plan:
    """Tell all that follows from the results: the same for the same input, in whatever order it comes."""
    if settings.format not in FORMATS:
        raise SettingsError(f"There is no format {settings.format!r}; choose one of {', '.join(FORMATS)}.")
    return FORMATS[settings.format].plan(Field.of(settings, entrants, results))


def preview(settings: Settings, count: int) -> Plan:
    """Plan for `count` entrants who are called by their seeds, before anything is played."""
    return plan(settings, [Entrant(seed, seed) for seed in range(1, count + 1)], [])


def estimate(settings: Settings, count: int) -> Estimate:
    """Count what there will be to play; a walkover or an early end makes it less."""
    pairings = preview(settings, count).pairings
    matches = sum(sum(slot != Slot() for slot in pairing.slots) > 1 for pairing in pairings)
    rounds = max((pairing.round for pairing in pairings), default=0)
    if settings.format in ("swiss", "tables"):  # drawn round by round, each with as many matches as the first
        rounds = ROUNDS[settings.format](settings, count)
        matches *= rounds
    return Estimate(matches, rounds, matches * settings.best_of * settings.legs)


def dependents(
    settings: Settings, entrants: Sequence[Entrant], results: Sequence[Result], key: str
) -> frozenset[str]:
    """Collect the pairings whose entrants are known only because of one result: what its removal re-opens."""
    full = plan(settings, entrants, results)
    rest = plan(settings, entrants, [result for result in results if result.key != key])
    still = {(pairing.key, pairing.entrants) for pairing in rest.pairings if pairing.is_known}
    return frozenset(
        pairing.key
        for pairing in full.pairings
        if pairing.is_known and pairing.key != key and (pairing.key, pairing.entrants) not in still
    )
