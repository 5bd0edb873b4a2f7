"""Points, tie-breaks and tables of standings."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from arena.tournaments.pairing.plan import Decision, Field, Pairing, Settings, Standing

BUCHHOLZ = "Buchholz"
SONNEBORN_BERGER = "Sonneborn-Berger"
DIRECT = "direct encounter"
WINS = "wins"

TIE_BREAK_RULES = {
    BUCHHOLZ: "the sum of the points of all opponents met",
    SONNEBORN_BERGER: "the points of each opponent times the share of the points taken from it, added up",
    DIRECT: "the points from the matches among those level, if each has met each",
    WINS: "the number of matches won alone, byes and walkovers included",
    "seed": "the better seed, so that no two places are ever equal",
}


@dataclass(slots=True)
class Score:
    """What an entrant has gathered so far."""

    points: Fraction = Fraction(0)
    gains: list[Fraction] = field(default_factory=list)  # of each match; the points are their sum
    wins: int = 0
    played: int = 0
    met: list[tuple[int, Fraction]] = field(default_factory=list)  # opponent, share of the points taken


def match_points(settings: Settings, pairing: Pairing) -> dict[int, Fraction]:
    """Share out the points of a decided pairing; entrants level share what their places are worth."""
    entrants = pairing.entrants
    if pairing.decision is Decision.BYE:
        return {entrant: _best(settings, len(pairing.slots)) for entrant in entrants}
    points = dict(zip(entrants, _rank_points(settings, pairing.ranks), strict=True))
    if pairing.absent:
        points |= dict.fromkeys(pairing.absent, _place_points(settings, len(entrants))[-1])
    return points


def _best(settings: Settings, seats: int) -> Fraction:
    return _place_points(settings, max(seats, 2))[0]


@lru_cache(maxsize=256)
def _place_points(settings: Settings, seats: int) -> tuple[Fraction, ...]:
    """List what each place is worth.

    By default a duel is worth 1, and the head of a table the same whatever its size, falling evenly to 0: an
    entrant at a smaller table neither gains nor loses by it.
    """
    if settings.points:
        given = [Fraction(points) for points in settings.points]
        if seats == 2:
            return (given[0], given[-1] if len(given) > 1 else Fraction(0))
        return tuple((given + [Fraction(0)] * seats)[:seats])
    top = 1 if seats == 2 and settings.format not in ("tables", "heats") else settings.table_size - 1
    return tuple(Fraction(top * (seats - 1 - place), seats - 1) for place in range(seats))


@lru_cache(maxsize=4096)
def _rank_points(settings: Settings, ranks: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Give what each of these ranks is worth: the same few come again in every match."""
    return tuple(_shared(settings, ranks, rank) for rank in ranks)


def _shared(settings: Settings, ranks: tuple[int, ...], rank: int) -> Fraction:
    """Average the places that those level take together; the second of three points is for a drawn duel."""
    level = ranks.count(rank)
    if level == len(ranks) == 2 and len(settings.points) == 3:
        return Fraction(settings.points[1])
    ahead = sum(other < rank for other in ranks)
    return sum(_place_points(settings, len(ranks))[ahead : ahead + level], Fraction(0)) / level


def tally(settings: Settings, entrants: Iterable[int], pairings: Iterable[Pairing]) -> dict[int, Score]:
    """Add up the decided pairings."""
    scores = {entrant: Score() for entrant in entrants}
    for pairing in pairings:
        if pairing.decision is not None:
            _add(settings, scores, pairing)
    for score in scores.values():
        score.points = total(score.gains)
    return scores


def total(values: Iterable[Fraction]) -> Fraction:
    """Add up fractions of few denominators, as points are: several times as fast as one by one."""
    numerators: dict[int, int] = defaultdict(int)
    for value in values:
        numerators[value.denominator] += value.numerator
    return sum((Fraction(above, below) for below, above in numerators.items()), Fraction(0))


def _add(settings: Settings, scores: dict[int, Score], pairing: Pairing) -> None:
    points = match_points(settings, pairing)
    top = _best(settings, len(pairing.slots)) or Fraction(1)
    winner, was_played = _winner(pairing), pairing.decision in (Decision.PLAYED, Decision.SEED)
    for entrant, gained in points.items():
        score = scores[entrant]
        score.gains.append(gained)
        score.wins += entrant == winner
        score.played += was_played
        share = gained if top == 1 else gained / top
        score.met += [(other, share) for other in points if other != entrant]


def _winner(pairing: Pairing) -> int | None:
    """Name who won alone."""
    best = min(pairing.ranks)
    winner = pairing.entrants[pairing.ranks.index(best)]
    return winner if pairing.ranks.count(best) == 1 and winner not in pairing.absent else None


def table(
    field: Field,
    entrants: Sequence[int],
    pairings: Sequence[Pairing],
    tie_breaks: Sequence[str],
    *,
    group: str = "",
) -> tuple[Standing, ...]:
    """Rank entrants by points, then by each tie-break in turn, then by seed: a total order."""
    ranker = _Ranker(field, tally(field.settings, entrants, pairings), group)
    by_seed = sorted(entrants, key=field.seeds.__getitem__)
    by_points = _split(by_seed, {entrant: ranker.scores[entrant].points for entrant in by_seed})
    for level in by_points:
        ranker.place(level, tuple(tie_breaks), (), "")
    return tuple(ranker.lines)


def last_disqualified(field: Field, standings: Sequence[Standing]) -> tuple[Standing, ...]:
    """Move the disqualified behind everybody else and number the places again."""
    ranked = sorted(standings, key=lambda line: line.entrant in field.disqualified)
    return tuple(_moved(field, line, place) for place, line in enumerate(ranked, start=1))


def _moved(field: Field, line: Standing, place: int) -> Standing:
    note = "disqualified" if line.entrant in field.disqualified else line.note
    return Standing(place, line.entrant, line.points, line.tie_breaks, line.played, line.group, note)


def _split(entrants: Sequence[int], values: dict[int, Fraction]) -> list[list[int]]:
    """Part entrants into groups of equal value, the highest first, each in the order given."""
    return [
        [e for e in entrants if values[e] == value] for value in sorted(set(values.values()), reverse=True)
    ]


def _plain(value: Fraction) -> str:
    """Write a number as people do: 2.5 and not 5/2."""
    return f"{float(value):.6g}"


class _Ranker:
    """Place groups of entrants that are level, one tie-break after the other."""

    def __init__(self, field: Field, scores: dict[int, Score], group: str) -> None:
        self.field, self.scores, self.group = field, scores, group
        self.lines: list[Standing] = []

    def place(
        self,
        level: list[int],
        rest: tuple[str, ...],
        values: tuple[tuple[str, Fraction], ...],
        note: str,
    ) -> None:
        """Append the lines of a level group; `note` says what put it behind the line above."""
        if not rest:
            for entrant in level:
                self._append(entrant, values, note)
                note = "level on every tie-break with the line above, so ranked by seed"
            return
        measured = {entrant: self._measure(rest[0], entrant, level) for entrant in level}
        above: Fraction | None = None
        for part in _split(level, measured):
            value = measured[part[0]]
            if above is not None:
                there = f"{_plain(value)} to {_plain(above)}"
                note = f"level on points with the line above, behind it on {rest[0]}: {there}"
            self.place(part, rest[1:], (*values, (rest[0], value)), note)
            above = value

    def _append(self, entrant: int, values: tuple[tuple[str, Fraction], ...], note: str) -> None:
        score, place = self.scores[entrant], len(self.lines) + 1
        self.lines.append(Standing(place, entrant, score.points, values, score.played, self.group, note))

    def _measure(self, name: str, entrant: int, level: list[int]) -> Fraction:
        score = self.scores[entrant]
        if name == WINS:
            return Fraction(score.wins)
        if name == BUCHHOLZ:
            return total(self.scores[other].points for other, _ in score.met)
        if name == SONNEBORN_BERGER:
            taken = ((self.scores[other].points, share) for other, share in score.met if share)
            return total(points if share == 1 else points * share for points, share in taken)
        return self._direct(entrant, level)

    def _direct(self, entrant: int, level: list[int]) -> Fraction:
        """Count the share taken from those level; nothing for anyone unless each has met each."""
        inside = set(level)
        met = ({other for other, _ in self.scores[e].met} & inside for e in level)
        if len(level) < 2 or any(len(others) < len(level) - 1 for others in met):
            return Fraction(0)
        return total(share for other, share in self.scores[entrant].met if other in inside)
