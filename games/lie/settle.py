"""The end of a round of LIE: the challenge, what it costs, who is out, and who has won."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.game import Event, Json, Outcome, Seat, Step
from games.lie.state import OVER, Setup, Standing, State, deal_events, deal_round, ones_are_wild

LOSING_COUNT = 6  # rule 5.1
LOSING_COUNT_SHRINKING = 0  # rule 5.2


def challenge(state: State, challenger: Seat) -> Step[State]:
    """Rules 4.1 to 4.4: reveal all hands, judge the bid, and settle the round."""
    setup, table, _, _, clockwise, _, bids, _ = state
    bidder, count, value = bids[-1]
    shown, hands = showing(state, value), revealed(state)
    winner, loser = (bidder, challenger) if shown >= count else (challenger, bidder)
    standing, news = consequence(setup, table.standing, loser)
    doubt = {"seat": challenger, "seat_bidder": bidder}
    reveal = {
        "count": count,
        "value": value,
        "shown": shown,
        "seat_winner": winner,
        "seat_loser": loser,
        "hands": hands,
    }
    past = {
        "starter": table.starter,
        "clockwise": clockwise,
        "bid": bids[-1],
        "challenger": challenger,
        "shown": shown,
        "loser": loser,
        "hands": hands,
    }
    events = [Event("challenge", doubt), Event("reveal", reveal), *news]
    history = (*table.history, past)
    if len(standing.playing) == 1:
        return _end(state, standing, history, events)
    dealt = deal_round(
        setup, table.number + 1, next_starter(standing.playing, winner, setup.seats), standing, history
    )
    return Step(dealt, (*events, *deal_events(dealt)))


def showing(state: State, value: int) -> int:
    """Rules 4.2, 4.5 and 4.6: count the cards that show a value."""
    assert state.ups is not None
    shown = sum([up.count(value) for up in state.ups])
    if value != 1 and ones_are_wild(state):
        shown += sum([up.count(1) for up in state.ups])
    return shown


def revealed(state: State) -> tuple[tuple[int, ...], ...]:
    """Rule 4.1: write every card as two digits, the value up and the value down."""
    assert state.ups is not None
    return tuple([
        tuple([9 * up + low + high for (low, high), up in zip(hand, ups)])  # noqa: B905  # set_cards saw to it
        for hand, ups in zip(state.round.hands, state.ups, strict=True)
    ])  # fmt: skip


def consequence(setup: Setup, standing: Standing, loser: Seat) -> tuple[Standing, list[Event]]:
    """Rules 4.8 and 5.1 to 5.6: what a lost round does to who is in and how many cards they draw."""
    if standing.extra:
        return _without(standing, standing.counts, loser)
    counts = standing.counts
    count = counts[loser] + (-1 if setup.shrinking else 1)
    counts = (*counts[:loser], count, *counts[loser + 1 :])
    news = Event("count", {"seat": loser, "count": count})
    if count != (LOSING_COUNT_SHRINKING if setup.shrinking else LOSING_COUNT):
        return Standing(standing.playing, counts, standing.out, False), [news]
    follow = _without(standing, counts, loser) if setup.long else _leaders(setup, standing, counts)
    return follow[0], [news, *follow[1]]


def _without(standing: Standing, counts: tuple[int, ...], loser: Seat) -> tuple[Standing, list[Event]]:
    """Rules 5.4 and 5.6: the loser leaves, the others play on."""
    playing = tuple(seat for seat in standing.playing if seat != loser)
    return Standing(playing, counts, (*standing.out, loser), standing.extra), [Event("out", {"seat": loser})]


def _leaders(setup: Setup, standing: Standing, counts: tuple[int, ...]) -> tuple[Standing, list[Event]]:
    """Rules 5.1 to 5.3: the best count wins; those who share it play extra rounds."""
    best = max(counts) if setup.shrinking else min(counts)
    leaders = tuple(seat for seat in standing.playing if counts[seat] == best)
    tied = len(leaders) > 1
    news = [Event("tie", {"leaders": leaders, "count": best})] if tied else []
    return Standing(leaders, counts, standing.out, tied), news


def next_starter(playing: tuple[Seat, ...], winner: Seat, seats: int) -> Seat:
    """Rules 4.7 and 5.5: the round's winner, or the next clockwise from there who still plays."""
    if winner in playing:
        return winner
    return min(playing, key=lambda seat: (seat - winner) % seats)


def _end(
    state: State, standing: Standing, history: tuple[Mapping[str, Json], ...], events: list[Event]
) -> Step[State]:
    ranks = final_ranks(standing, shrinking=state.setup.shrinking)
    ending = "extra_rounds" if standing.extra else "last_left" if state.setup.long else "cards"
    table = state.round._replace(standing=standing, history=history)
    outcome = Outcome(ranks, standing.counts, ending)
    over = state._replace(round=table, phase=OVER, acting=(), outcome=outcome)
    end = Event("end", {"seat_winner": standing.playing[0], "ranks": ranks, "ending": ending})
    return Step(over, (*events, end))


def final_ranks(standing: Standing, *, shrinking: bool) -> tuple[int, ...]:
    """Rules 5.7 and 5.8: the winner, those put out (the last to leave first), the rest by card count."""
    order = (*standing.playing, *standing.out[::-1])
    counts = [-count if shrinking else count for count in standing.counts]
    return tuple(
        order.index(seat) + 1 if seat in order else 1 + sum(other < count for other in counts)
        for seat, count in enumerate(counts)
    )
