"""Play whole tournaments by a rule that says how each match ends."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from arena.tournaments.pairing.formats import plan
from arena.tournaments.pairing.plan import Entrant, Pairing, Plan, Result, Settings

Ending = Callable[[Pairing], dict[int, int]]

EVERY_FORMAT = (
    Settings(format="single_elimination", third_place=True),
    Settings(format="double_elimination"),
    Settings(format="round_robin"),
    Settings(format="swiss"),
    Settings(format="groups", groups=4, advance_per_group=2),
    Settings(format="heats", table_size=4, advance_per_table=2),
    Settings(format="tables", table_size=4),
)


def entrants(count: int) -> list[Entrant]:
    """Number entrants by seed."""
    return [Entrant(seed, seed) for seed in range(1, count + 1)]


def by_strength(pairing: Pairing) -> dict[int, int]:
    """Let the lower number win."""
    return {entrant: rank for rank, entrant in enumerate(sorted(pairing.present), start=1)}


def by_chance(random: Random, draws: float = 0.15) -> Ending:
    """Let anything happen, ties too."""

    def end(pairing: Pairing) -> dict[int, int]:
        order = random.sample(pairing.present, len(pairing.present))
        ranks = {entrant: rank for rank, entrant in enumerate(order, start=1)}
        if random.random() < draws:
            ranks[order[1]] = ranks[order[0]]
        return ranks

    return end


@dataclass
class Tournament:
    """A tournament under way."""

    settings: Settings
    entrants: list[Entrant]
    results: list[Result] = field(default_factory=list)

    def plan(self) -> Plan:
        """Plan from what has been played."""
        return plan(self.settings, self.entrants, self.results)

    def play(self, pairing: Pairing, ending: Ending) -> None:
        """Add one result."""
        self.results.append(Result(pairing.key, ending(pairing)))

    def play_all(self, ending: Ending) -> Plan:
        """Play to the end, all that is ready at a time; fail if nothing is ready before the end."""
        current = self.plan()
        while not current.finished:
            assert current.ready, "unfinished, and nothing to play"
            for pairing in current.ready:
                self.play(pairing, ending)
            current = self.plan()
        return current

    def withdraw(
        self, entrant_id: int, round_under_way: int | None = None, *, is_disqualified: bool = False
    ) -> None:
        """Take an entrant out now."""
        now = self.plan().round if round_under_way is None else round_under_way
        order = 1 + sum(entrant.is_out for entrant in self.entrants)
        index = next(i for i, entrant in enumerate(self.entrants) if entrant.id == entrant_id)
        self.entrants[index] = replace(
            self.entrants[index], withdrawn_after=now, is_disqualified=is_disqualified, left_order=order
        )


def played(settings: Settings, count: int, ending: Ending) -> Plan:
    """Play a whole tournament."""
    return Tournament(settings, entrants(count)).play_all(ending)


def meetings(result: Plan) -> list[frozenset[int]]:
    """List the pairs of opponents of a tournament of duels."""
    return [frozenset(pairing.entrants) for pairing in result.pairings if len(pairing.entrants) == 2]


def outcomes(result: Plan) -> dict[str, tuple[object, ...]]:
    """Map the pairings that are decided to how they were."""
    return {
        p.key: (p.order, p.ranks, p.decision, p.absent) for p in result.pairings if p.decision is not None
    }
