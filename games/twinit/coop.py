"""Co-operation: all cards loose on the table, all seats together against the ticks (rule 8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from games.core.game import Event, Outcome
from games.twinit.actions import WAIT, Action
from games.twinit.deck import CARDS, KIND, SHOWS
from games.twinit.table import Setup, Shown, Won, shuffled
from games.twinit.turns import Actions, Said
from games.twinit.views import won_set

GONE = -1
ALONE_TICKS, TOGETHER_TICKS = 60, 30
PLACES = tuple(f"t{number}" for number in range(CARDS))
NUMBERS = {place: number for number, place in enumerate(PLACES)}
LOOKS = tuple(Action("look", (place,)) for place in PLACES)
GRADES = ("rookies", "promising", "great", "outstanding")
REACHED = {1: (5, 7, 10), 2: (10, 13, 18), 3: (15, 19, 27), 4: (20, 25, 36), 5: (25, 31, 45), 6: (30, 37, 54)}


class CoopState(NamedTuple):
    """A game of co-operation. A card's number is its place; faces that are up, or GONE into a set."""

    setup: Setup
    faces: tuple[int, ...]
    loose: tuple[str, ...]
    sets: tuple[Won, ...]
    seen: tuple[int, ...]  # by seat: the faces it has seen, as bits
    known: tuple[Shown, ...]  # by seat: the faces that are up and that it has seen, in the order learnt
    tick: int
    ticks: int
    awake: tuple[int, ...]
    said: Said


class Heap:
    """The working copy on which one tick is carried out. It never leaves the step that made it."""

    def __init__(self, state: CoopState, events: list[Event]) -> None:
        """Copy the cards and what the seats have seen."""
        self.faces = list(state.faces)
        self.sets = list(state.sets)
        self.seen = list(state.seen)
        self.known = [dict(shown) for shown in state.known]
        self.events = events

    def at(self, place: str) -> int:
        """Give the face that is up at a place, or GONE."""
        number = NUMBERS.get(place)
        return GONE if number is None else self.faces[number]

    def see(self, seat: int, place: str, face: int) -> None:
        """Let a seat know a face."""
        self.seen[seat] |= 1 << face
        self.known[seat][place] = SHOWS[face]


def begin(fixed: Setup) -> CoopState:
    """Rule 8.1: all cards lie loose, a random side up, and nobody has looked yet."""
    seats = len(fixed.everyone)
    ticks = ALONE_TICKS if seats == 1 else TOGETHER_TICKS
    unseen: tuple[Shown, ...] = ((),) * seats
    faces = shuffled(fixed.dealer)
    return CoopState(fixed, faces, PLACES, (), (0,) * seats, unseen, 1, ticks, fixed.everyone, ())


def legal(state: CoopState, seat: int) -> tuple[Action, ...]:
    """Rule 9.9: wait, and the look at the first card that the seat does not know."""
    seen = state.seen[seat]
    for number, face in enumerate(state.faces):
        if face != GONE and not seen >> face & 1:
            return WAIT, LOOKS[number]
    return (WAIT, LOOKS[NUMBERS[state.loose[0]]]) if state.loose else (WAIT,)


def play(state: CoopState, actions: Actions, events: list[Event]) -> CoopState:
    """Rule 8.2: carry out the actions of a tick one after the other, in the order of the seats."""
    heap = Heap(state, events)
    for seat in state.awake:
        action = actions[seat]
        if action is not WAIT:
            _do(heap, seat, action)
    said = tuple([(seat, text) for seat in state.awake if (text := actions[seat].say) is not None])
    events.extend([Event("say", {"seat": seat, "say": text}) for seat, text in said])
    after = _next(state, heap, said)
    if not after.awake:
        events.append(_end(after))
    return after


def _next(state: CoopState, heap: Heap, said: Said) -> CoopState:
    faces, loose = tuple(heap.faces), state.loose
    if len(heap.sets) != len(state.sets) or heap.sets != list(state.sets):
        loose = tuple([place for place in loose if faces[NUMBERS[place]] != GONE])
    known = tuple([tuple(shown.items()) for shown in heap.known])
    awake = state.awake if state.tick < state.ticks else ()
    return CoopState(
        state.setup, faces, loose, tuple(heap.sets), tuple(heap.seen), known, state.tick + 1, state.ticks, awake, said
    )  # fmt: skip


def _do(heap: Heap, seat: int, action: Action) -> None:
    doer = _DOERS.get(action.do)
    if doer is not None:
        doer(heap, seat, action)


def _look(heap: Heap, seat: int, action: Action) -> None:
    """Rule 8.3: perceive a face whole; the seat alone knows it."""
    place = action.cards[0]
    face = heap.at(place)
    if face == GONE:
        heap.events.append(Event("miss", {"seat": seat, "card": place}))
        return
    heap.see(seat, place, face)
    heap.events.append(Event("look", {"seat": seat, "card": place}, {"picture": SHOWS[face]}, (seat,)))


def _flip(heap: Heap, seat: int, action: Action) -> None:
    """Rule 8.4: turn a card over and see its new face; who has seen that face before knows it again."""
    place = action.cards[0]
    face = heap.at(place)
    if face == GONE:
        heap.events.append(Event("miss", {"seat": seat, "card": place}))
        return
    face ^= 1
    heap.faces[NUMBERS[place]] = face
    for other, seen in enumerate(heap.seen):
        heap.known[other].pop(place, None)
        if other == seat or seen >> face & 1:
            heap.see(other, place, face)
    heap.events.append(Event("over", {"seat": seat, "card": place}, {"picture": SHOWS[face]}, (seat,)))


def _match(heap: Heap, seat: int, action: Action) -> None:
    """Rules 8.5 and 8.6: put equal cards aside as a set, or add the third to one; a wrong match costs the tick."""
    cards = action.cards
    old = next((won for won in heap.sets if won.place == action.into), None)
    faces = (old.faces if old else ()) + tuple(heap.at(place) for place in cards)
    lone = action.into is not None and old is None
    if lone or GONE in faces or len(set(cards)) < len(cards) or len({KIND[face] for face in faces}) > 1:
        into = {"set": action.into} if action.into else {}
        heap.events.append(Event("mismatch", {"seat": seat, "cards": cards, **into}))
        return
    _set_aside(heap, old, faces, cards)
    data = {
        "seat": seat,
        "from": cards,
        "set": heap.sets[-1].place,
        "cards": len(faces),
        "picture": SHOWS[faces[0]],
    }
    heap.events.append(Event("match", data))


def _set_aside(heap: Heap, old: Won | None, faces: tuple[int, ...], cards: tuple[str, ...]) -> None:
    for place in cards:
        heap.faces[NUMBERS[place]] = GONE
        for known in heap.known:
            known.pop(place, None)
    if old is not None:
        heap.sets.remove(old)
    heap.sets.append(Won(old.place if old else f"s{len(heap.sets)}", 0, faces))


_DOERS: dict[str, Callable[[Heap, int, Action], None]] = {"look": _look, "flip": _flip, "match": _match}


def observe(state: CoopState, seat: int | None) -> dict[str, Any]:
    """Show the table to a seat; None is the open table."""
    return {
        "mode": "coop", "tick": min(state.tick, state.ticks), "ticks": state.ticks, "loose": state.loose,
        "known": _all_known(state) if seat is None else state.known[seat],
        "sets": [won_set(won) for won in state.sets], "points": points(state),
        "said": [{"seat": speaker, "say": text} for speaker, text in state.said],
    }  # fmt: skip


def _all_known(state: CoopState) -> Shown:
    return tuple((place, SHOWS[state.faces[NUMBERS[place]]]) for place in state.loose)


def points(state: CoopState) -> int:
    """Rule 8.7: a set of two is 1 point, of three 2."""
    return sum(len(won.faces) - 1 for won in state.sets)


def grade(seats: int, total: int) -> str:
    """Rule 8.9: look the grade up."""
    return GRADES[sum(total >= least for least in REACHED[seats])]


def outcome(state: CoopState) -> Outcome | None:
    """Say how it ended: the points for all, all first, and the grade."""
    if state.awake:
        return None
    seats, total = len(state.setup.everyone), points(state)
    return Outcome((1,) * seats, (total,) * seats, "time", {"points": total, "grade": grade(seats, total)})


def _end(state: CoopState) -> Event:
    total, everyone = points(state), state.setup.everyone
    return Event(
        "time", {"ending": "time", "seats": everyone, "points": total, "grade": grade(len(everyone), total)}
    )
