"""Swiss: a set number of rounds, each between entrants of like score who have not met."""

from collections.abc import Sequence
from fractions import Fraction

from arena.tournaments.pairing.bracket import decision_notes
from arena.tournaments.pairing.outcome import decide
from arena.tournaments.pairing.plan import Field, Pairing, Plan, Slot
from arena.tournaments.pairing.scoring import (
    BUCHHOLZ,
    DIRECT,
    SONNEBORN_BERGER,
    WINS,
    last_disqualified,
    match_points,
    table,
)
from arena.tournaments.pairing.swissdraw import Pair, draw
from arena.tournaments.pairing.swissplayer import DOWN, FIRST, SECOND, UP, Player

Histories = dict[int, Player]

TIE_BREAKS = (BUCHHOLZ, SONNEBORN_BERGER, DIRECT, WINS)


def plan(field: Field) -> Plan:
    """Plan the rounds drawn so far; the next is drawn when the last match of a round is decided."""
    pairings: list[Pairing] = []
    histories, note = newcomers(field), ""
    for number in range(1, round_count(field) + 1):
        drawn = _round(field, number, histories)
        if not drawn:
            note = f"Round {number} cannot be drawn without a rematch or a second bye, so there is none."
            break
        pairings += drawn
        if any(pairing.decision is None for pairing in drawn):
            break
        add_round(field, histories, drawn)
    return _summary(field, tuple(pairings), note)


def _summary(field: Field, pairings: tuple[Pairing, ...], note: str) -> Plan:
    standings = table(field, field.ids, pairings, TIE_BREAKS)
    notes = decision_notes(pairings)
    return Plan(
        pairings=pairings,
        ready=tuple(pairing for pairing in pairings if pairing.is_ready),
        standings=last_disqualified(field, standings),
        finished=all(pairing.decision is not None for pairing in pairings),
        notes=(*notes, note) if note else notes,
    )


def round_count(field: Field) -> int:
    """Take the rounds asked for, or enough to leave one unbeaten; never more than a round robin has."""
    return rounds_for(len(field.entrants), field.settings.rounds)


def rounds_for(count: int, asked: int | None) -> int:
    """Bound the rounds of a field of this size."""
    if count < 2:
        return 0
    return min(asked or (count - 1).bit_length(), count - 1 + count % 2)


def _round(field: Field, number: int, histories: Histories) -> list[Pairing]:
    """Draw one round and fill in its results; empty when it cannot be drawn."""
    staying = [entrant.id for entrant in field.entrants if entrant.is_drawn_in(number)]
    pairs = draw(ranked(field, histories, staying)) if len(staying) > 1 else None
    return [
        decide(field, _pairing(number, board, pair), ties_stand=True)
        for board, pair in enumerate(pairs or (), 1)
    ]


def _pairing(number: int, board: int, pair: Pair) -> Pairing:
    name = board if pair[1] is not None else "bye"
    return Pairing(f"S{number}.{name}", number, "swiss", (Slot(pair[0]), Slot(pair[1])))


def newcomers(field: Field) -> Histories:
    """Describe the entrants before they have played."""
    return {entrant: Player(entrant) for entrant in field.ids}


def ranked(field: Field, histories: Histories, staying: Sequence[int]) -> tuple[Player, ...]:
    """List the entrants for the draw, by points and then by seed."""
    kept = [histories[entrant] for entrant in staying]
    return tuple(sorted(kept, key=lambda player: (-player.points, field.seeds[player.id])))


def add_round(field: Field, histories: Histories, drawn: Sequence[Pairing]) -> None:
    """Add decided pairings to the histories of the players in them."""
    for pairing in drawn:
        _add(field, histories, pairing)


def _add(field: Field, histories: Histories, pairing: Pairing) -> None:
    points = match_points(field.settings, pairing)
    before = {entrant: histories[entrant].points for entrant in pairing.entrants}
    for side, entrant in zip((FIRST, SECOND), pairing.entrants, strict=False):
        player, rivals = histories[entrant], set(pairing.entrants) - {entrant}
        histories[entrant] = Player(
            entrant,
            player.points + points[entrant],
            player.opponents | rivals,
            (*player.sides, side) if rivals else player.sides,
            player.had_bye or not rivals,
            _floated(before[entrant], [before[rival] for rival in rivals]),
        )


def _floated(mine: Fraction, rivals: list[Fraction]) -> int:
    """Tell in which direction an entrant left its score group; a bye leads down."""
    if not rivals or rivals[0] < mine:
        return DOWN
    return UP if rivals[0] > mine else 0
