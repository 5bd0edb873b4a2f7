"""How a game ends: the winners, the ranks and the scores (rule 5)."""

from __future__ import annotations

from games.core.game import Event, Outcome
from games.twinit.table import Setup, State, Table, Window, known, sets_of

Standing = tuple[bool, int, int]


def standings(setup: Setup, table: Table, ending: str) -> tuple[Standing, ...]:
    """Rules 5.1 to 5.3: for each side, whether it reached the goal, then its sets, then the cards in them.

    Sides that reach the goal in one tick share the first rank, whatever else they hold.
    """
    result = []
    for side in range(max(setup.sides) + 1):
        sets = sets_of(table, side)
        if ending == "goal" and sets >= setup.goal:
            result.append((True, 0, 0))
        else:
            cards = sum(len(won.faces) for won in table.sets if won.side == side)
            result.append((False, sets, cards))
    return tuple(result)


def outcome(state: State) -> Outcome | None:
    """Say how it ended; None while it goes on."""
    if not state.ending:
        return None
    return judge(state.setup, state.table, state.ending)


def judge(setup: Setup, table: Table, ending: str) -> Outcome:
    """Rank the seats as in sport, each where its side stands; the score is the side's sets (rule 5.4)."""
    sides = standings(setup, table, ending)
    seats = [sides[side] for side in setup.sides]
    ranks = tuple(1 + sum(other > own for other in seats) for own in seats)
    scores = tuple(sets_of(table, side) for side in setup.sides)
    return Outcome(ranks, scores, ending)


def reached(setup: Setup, table: Table) -> bool:
    """Tell whether a side has as many sets as it takes to win."""
    owners = [won.side for won in table.sets]
    return any(owners.count(side) >= setup.goal for side in set(owners))


def finish(
    state: State, table: Table, ending: str, said: tuple[tuple[int, str], ...], events: list[Event]
) -> State:
    """End the game: nobody is awake any more, and everything that lies open is known."""
    result = judge(state.setup, table, ending)
    winners = tuple(seat for seat in state.setup.everyone if result.ranks[seat] == 1)
    data = {"ending": ending, "seats": winners, "ranks": result.ranks, "scores": result.scores}
    events.append(Event("end", data))
    window = Window(state.window.number, (), known(table, ()), "", False)
    return State(
        state.setup, table, window, 0, (), state.flipper, state.due, state.flips, said=said, ending=ending
    )  # fmt: skip
