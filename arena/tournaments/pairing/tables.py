"""Tables: points over a number of rounds, with new opponents in each as far as there are any."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from arena.tournaments.pairing.mixing import snake
from arena.tournaments.pairing.outcome import decide
from arena.tournaments.pairing.plan import Field, Pairing, Plan, Slot
from arena.tournaments.pairing.scoring import BUCHHOLZ, WINS, last_disqualified, table, tally

LEAST_ROUNDS = 3
TIE_BREAKS = (WINS, BUCHHOLZ)
SWAP_PASSES = 3

Table = list[int]


def plan(field: Field) -> Plan:
    """Plan the rounds seated so far; the next is seated when the last table of a round is decided."""
    pairings: list[Pairing] = []
    for number in range(1, rounds_for(field.settings.rounds, len(field.ids), field.settings.table_size) + 1):
        pairings += _round(field, number, pairings)
        if any(pairing.decision is None for pairing in pairings):
            break
    return Plan(
        pairings=tuple(pairings),
        ready=tuple(pairing for pairing in pairings if pairing.is_ready),
        standings=last_disqualified(field, table(field, field.ids, pairings, TIE_BREAKS)),
        finished=all(pairing.decision is not None for pairing in pairings),
    )


def rounds_for(asked: int | None, count: int, table_size: int) -> int:
    """Take the rounds asked for, or enough for one entrant at most to have won them all."""
    if count < 2:
        return 0
    unbeaten, needed = count, 0
    while unbeaten > 1:
        tables = table_count(count, table_size)
        unbeaten, needed = -(-unbeaten // max(2, count // tables)), needed + 1
    return asked or max(LEAST_ROUNDS, needed)


def table_count(count: int, table_size: int) -> int:
    """Count the tables that hold everybody."""
    return -(-count // table_size)


def _round(field: Field, number: int, before: Sequence[Pairing]) -> list[Pairing]:
    """Seat one round of those still there and fill in its results."""
    staying = [entrant.id for entrant in field.entrants if entrant.is_drawn_in(number)]
    if len(staying) < 2:
        return []
    drawn = [
        Pairing(f"T{number}.{i}", number, "tables", tuple(Slot(entrant) for entrant in seated))
        for i, seated in enumerate(Mixer(field, before).seat(staying), start=1)
    ]
    return [decide(field, pairing, ties_stand=True) for pairing in drawn]


class Mixer:
    """Seat a round by points: leaders together, but each with those it has met least.

    Entrants who have won everything have never met, so they always come together and soon there is only one.
    """

    def __init__(self, field: Field, before: Sequence[Pairing]) -> None:
        self.size, self.seeds = field.settings.table_size, field.seeds
        self.is_first = not before
        self.points = {
            entrant: score.points for entrant, score in tally(field.settings, field.ids, before).items()
        }
        self.met: Counter[tuple[int, int]] = Counter()
        self.seats: Counter[int] = Counter()
        self.byes: Counter[int] = Counter()
        for pairing in before:
            self._remember(pairing.entrants)

    def _remember(self, seated: Sequence[int]) -> None:
        self.byes[seated[0]] += len(seated) == 1
        for seat, entrant in enumerate(seated):
            self.seats[entrant] += seat
            for other in seated:
                self.met[entrant, other] += other != entrant

    def seat(self, staying: Sequence[int]) -> list[Table]:
        """Seat everybody; who has sat furthest back so far sits first."""
        count = table_count(len(staying), self.size)
        if self.is_first:
            tables = [[staying[i] for i in dealt] for dealt in snake(len(staying), count)]
        else:
            tables = self._deal(staying, count)
            self._exchange(tables)
        for seated in tables:
            seated.sort(key=lambda entrant: (-self.seats[entrant], self.seeds[entrant]))
        return tables

    def _deal(self, staying: Sequence[int], count: int) -> list[Table]:
        """Fill table after table from the top, each with the next who have met nobody at it, or least."""
        waiting = sorted(staying, key=lambda entrant: (-self.points[entrant], self.seeds[entrant]))
        rooms = sorted((len(dealt) for dealt in snake(len(staying), count)), reverse=True)
        alone = [self._take_bye(waiting)] if rooms[-1] == 1 else []
        tables: list[Table] = []
        for room in rooms[: len(rooms) - len(alone)]:
            seated: Table = []
            for _ in range(room):
                self._take_next(waiting, seated)
            tables.append(seated)
        return [*tables, *([one] for one in alone)]

    def _take_next(self, waiting: list[int], seated: Table) -> None:
        seated.append(min(waiting, key=lambda entrant: self._repeats(entrant, seated)))
        waiting.remove(seated[-1])

    def _take_bye(self, waiting: list[int]) -> int:
        """Leave out the lowest of those with the fewest byes."""
        chosen = min(reversed(waiting), key=lambda entrant: self.byes[entrant])
        waiting.remove(chosen)
        return chosen

    def _repeats(self, entrant: int, others: Sequence[int]) -> int:
        """Weigh earlier meetings so that a third one is worse than two second ones."""
        return sum(self.met[entrant, other] ** 2 for other in others)

    def _exchange(self, tables: list[Table]) -> None:
        """Exchange entrants of like points while that lessens repeats; bounded, so that it ends soon."""
        for _ in range(SWAP_PASSES):
            places = [(i, seat) for i, seated in enumerate(tables) for seat in range(len(seated))]
            if sum(self._relieve(tables, i, seat, places) for i, seat in places) == 0:
                return

    def _relieve(self, tables: list[Table], at: int, seat: int, places: list[tuple[int, int]]) -> bool:
        """Make the exchange that helps most, if one helps, for an entrant who meets somebody again."""
        here, mine = tables[at], tables[at][seat]
        if not self._repeats(mine, here):
            return False
        options = [
            (self._change(here, mine, tables[i], tables[i][s]), self._distance(mine, tables[i][s]), i, s)
            for i, s in places
            if i != at and len(tables[i]) > 1 and self._may_exchange(mine, tables[i][s])
        ]
        change, _, i, s = min(options, default=(0, Fraction(0), 0, 0))
        if change < 0:
            here[seat], tables[i][s] = tables[i][s], mine
        return change < 0

    def _may_exchange(self, mine: int, theirs: int) -> bool:
        """Keep the leaders together: a leader's place is only for another leader."""
        top = max(self.points.values())
        return (self.points[mine] == top) == (self.points[theirs] == top)

    def _distance(self, mine: int, theirs: int) -> Fraction:
        return abs(self.points[mine] - self.points[theirs])

    def _change(self, here: Table, mine: int, there: Table, theirs: int) -> int:
        """Tell how much an exchange of two entrants adds to the repeats at both tables."""
        old = self._repeats(mine, here) + self._repeats(theirs, there)
        return self._repeats(theirs, [e for e in here if e != mine]) + (
            self._repeats(mine, [e for e in there if e != theirs]) - old
        )
