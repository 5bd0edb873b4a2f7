"""Teams: a pair needs the hands of two team mates (rule 6)."""

from __future__ import annotations

from itertools import combinations

from games.core.game import Event
from games.twinit.desk import Desk
from games.twinit.slaps import take, tie
from games.twinit.table import Hand, State, right
from games.twinit.turns import Actions, Said, carry_on, lower, next_flip, settle

Pair = tuple[Hand, Hand]
TEAMS = (0, 1)


def play(state: State, actions: Actions, events: list[Event]) -> State:
    """Carry out one tick of a window in teams."""
    said = _talk(state, actions, events)
    hands = state.hands + _landed(state, actions, events)
    _tell_rests(state, actions, events)
    desk = Desk(state.table, events) if len(hands) > len(state.hands) else None
    if desk is not None and _hands_meet(state, desk, hands):
        tied = any(event.kind == "tie" for event in events)
        return settle(state, desk, state.due, tied, said)
    return carry_on(state, actions, hands, (), said) or next_flip(state, state.table, state.due, said, events)


def _talk(state: State, actions: Actions, events: list[Event]) -> Said:
    """Rule 6.9: what is said reaches the team mates at the next tick, and nobody else."""
    said = tuple([(seat, text) for seat in state.awake if (text := actions[seat].say) is not None])
    sides = state.setup.sides
    for seat, text in said:
        mates = tuple(mate for mate in state.setup.everyone if sides[mate] == sides[seat])
        events.append(Event("say", {"seat": seat}, {"say": text}, mates, secret=True))
    return said


def _landed(state: State, actions: Actions, events: list[Event]) -> tuple[Hand, ...]:
    """List the hands of this tick; a hand on a card where the seat's own hand lies changes nothing."""
    landed = []
    for seat in state.awake:
        action = actions[seat]
        if action.do == "hand" and all(
            (old.seat, old.place) != (seat, action.cards[0]) for old in state.hands
        ):
            landed.append(Hand(state.tick, seat, action.cards[0]))
            events.append(Event("hand", {"seat": seat, "card": action.cards[0]}))
    return tuple(landed)


def _tell_rests(state: State, actions: Actions, events: list[Event]) -> None:
    """Rule 6.8: everyone sees who rests."""
    events.extend([Event("rest", {"seat": seat}) for seat in state.awake if actions[seat].do == "rest"])


def _hands_meet(state: State, desk: Desk, hands: tuple[Hand, ...]) -> bool:
    """Rule 6.6: completed pairs, or else ties, then mistakes. True when any of it ends the window."""
    pairs = [_completed(state, hands, team) for team in TEAMS]
    wins = any(pairs)
    if wins:
        _win(state, desk, pairs)
    met = wins or _tie(state, desk, hands)
    for team in TEAMS:
        if not pairs[team] and _errs(state, hands, team):
            met = True
            _pay(state, desk, hands, team)
    return met


def _completed(state: State, hands: tuple[Hand, ...], team: int) -> dict[int, Pair]:
    """Rules 6.2 and 6.5: the team's completed pairs by picture, made by the hands that came first."""
    own = sorted(hand for hand in hands if state.setup.sides[hand.seat] == team)
    found: dict[int, Pair] = {}
    for one, other in combinations(own, 2):
        kind = right(state.table, one.place, other.place) if one.seat != other.seat else None
        if kind is not None:
            found.setdefault(kind, (one, other))
    return found


def _win(state: State, desk: Desk, pairs: list[dict[int, Pair]]) -> None:
    """Rule 6.4: each completed picture goes to its team; when both complete it, to the lower hands."""
    kinds = sorted({**pairs[0], **pairs[1]}, key=lambda kind: _lowest_seat(pairs, kind))
    for kind in kinds:
        rivals = [team for team in TEAMS if kind in pairs[team]]
        latest = tuple(max(pairs[team][kind]).seat for team in rivals)
        seat = latest[0] if len(latest) == 1 else lower(state, kind, latest, desk.events)
        team = state.setup.sides[seat]
        take(desk, team, seat, kind, tuple(hand.place for hand in pairs[team][kind]))


def _lowest_seat(pairs: list[dict[int, Pair]], kind: int) -> int:
    return min(hand.seat for found in pairs if kind in found for hand in found[kind])


def _tie(state: State, desk: Desk, hands: tuple[Hand, ...]) -> bool:
    """Rule 6.7: hands of both teams that land at once on the two cards of a right pair are a tie.

    In a window that a tie has opened the lower hand wins instead, so that ties cannot go on for ever.
    """
    landed = [hand for hand in hands if hand.tick == state.tick]
    tied: dict[int, Pair] = {}
    for one, other in combinations(landed, 2):
        rivals = state.setup.sides[one.seat] != state.setup.sides[other.seat]
        kind = right(state.table, one.place, other.place) if rivals else None
        if kind is not None:
            tied.setdefault(kind, (one, other))
    for kind, (one, other) in tied.items():
        places, seats = (one.place, other.place), (one.seat, other.seat)
        if state.window.tied:
            seat = lower(state, kind, seats, desk.events)
            take(desk, state.setup.sides[seat], seat, kind, places)
        else:
            tie(desk, kind, seats, set(places))
    return bool(tied)


def _errs(state: State, hands: tuple[Hand, ...], team: int) -> bool:
    """Rule 6.3: hands of one team on two places that make no pair, or of one player on two cards."""
    return len({hand.place for hand in hands if state.setup.sides[hand.seat] == team}) > 1


def _pay(state: State, desk: Desk, hands: tuple[Hand, ...], team: int) -> None:
    """Rule 6.3: the set goes under the pile of the player whose hand came last (the lowest seat)."""
    own = [hand for hand in hands if state.setup.sides[hand.seat] == team]
    last = max(hand.tick for hand in own)
    seat = min(hand.seat for hand in own if hand.tick == last)
    cards = tuple(dict.fromkeys(hand.place for hand in own))
    desk.events.append(Event("mistake", {"seat": seat, "cards": cards}))
    desk.lose(team, seat, seat)
