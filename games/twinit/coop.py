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
CHOICES = tuple((WAIT, Action("look", (place,))) for place in PLACES)
GRADES = ("rookies", "promising", "great", "outstanding")
REACHED = {1: (5, 7, 10), 2: (10, 13, 18), 3: (15, 19, 27), 4: (20, 25, 36), 5: (25, 31, 45), 6: (30, 37, 54)}


class CoopState(NamedTuple):
    """A game of co-operation. A card's number is its place; its face is what is up, or GONE into a set."""

    setup: Setup
    faces: tuple[int, ...]
    loose: tuple[str, ...]
    sets: tuple[Won, ...]
    seen: tuple[int, ...]  # by seat: the faces it has seen, as bits
    unknown: tuple[int, ...]  # by seat: the loose cards whose upper face it has not seen, as bits
    known: tuple[Shown, ...]  # by seat: the other loose cards, in the order learnt
    tick: int
    ticks: int
    awake: tuple[int, ...]
    said: Said


class Heap:
    """The working copy on which one tick is carried out. It never leaves the step that made it."""

    def __init__(self, state: CoopState, events: list[Event]) -> None:
        """Copy the cards and what the seats know."""
        self.faces = state.faces
        self.loose = state.loose
        self.sets = state.sets
        self.seen = list(state.seen)
        self.unknown = list(state.unknown)
        self.known = list(state.known)
        self.events = events

    def at(self, place: str) -> int:
        """Give the face that is up at a place, or GONE."""
        number = NUMBERS.get(place)
        return GONE if number is None else self.faces[number]

    def put(self, place: str, face: int) -> None:
        """Change what is up at a place; nobody knows it yet."""
        number = NUMBERS[place]
        self.faces = (*self.faces[:number], face, *self.faces[number + 1 :])
        for seat, known in enumerate(self.known):
            self.known[seat] = tuple([entry for entry in known if entry[0] != place])
            self.unknown[seat] |= 1 << number

    def see(self, seat: int, place: str) -> None:
        """Let a seat know what is up at a place."""
        number = NUMBERS[place]
        if self.unknown[seat] >> number & 1:
            face = self.faces[number]
            self.unknown[seat] ^= 1 << number
            self.seen[seat] |= 1 << face
            self.known[seat] = (*self.known[seat], (place, SHOWS[face]))

    def remove(self, place: str) -> None:
        """Take a card from the table into a set."""
        self.put(place, GONE)
        self.loose = tuple([other for other in self.loose if other != place])
        self.unknown = [mask ^ 1 << NUMBERS[place] for mask in self.unknown]


def begin(fixed: Setup) -> CoopState:
    """Rule 8.1: all cards lie loose, a random side up, and nobody has looked yet."""
    seats = len(fixed.everyone)
    ticks = ALONE_TICKS if seats == 1 else TOGETHER_TICKS
    unknown = ((1 << CARDS) - 1,) * seats
    known: tuple[Shown, ...] = ((),) * seats
    faces = shuffled(fixed.dealer)
    return CoopState(fixed, faces, PLACES, (), (0,) * seats, unknown, known, 1, ticks, fixed.everyone, ())


def legal(state: CoopState, seat: int) -> tuple[Action, ...]:
    """Rule 9.9: wait, and a look at the first card that the seat does not know, or else at the first."""
    unknown = state.unknown[seat]
    if unknown:
        return CHOICES[(unknown & -unknown).bit_length() - 1]
    return CHOICES[NUMBERS[state.loose[0]]] if state.loose else (WAIT,)


def play(state: CoopState, actions: Actions, events: list[Event]) -> CoopState:
    """Rule 8.2: carry out the actions of a tick one after the other, in the order of the seats."""
    heap = Heap(state, events)
    said: Said = ()
    for seat in state.awake:
        action = actions[seat]
        if action.do != "wait":
            _DOERS[action.do](heap, seat, action)
        if action.say is not None:
            said = (*said, (seat, action.say))
            events.append(Event("say", {"seat": seat, "say": action.say}))
    after = CoopState(
        state.setup, heap.faces, heap.loose, heap.sets,
        tuple(heap.seen), tuple(heap.unknown), tuple(heap.known),
        state.tick + 1, state.ticks, state.awake if state.tick < state.ticks else (), said,
    )  # fmt: skip
    if not after.awake:
        events.append(_end(after))
    return after


def _look(heap: Heap, seat: int, action: Action) -> None:
    """Rule 8.3: perceive a face whole; the seat alone knows it."""
    place = action.cards[0]
    face = heap.at(place)
    if face == GONE:
        heap.events.append(Event("miss", {"seat": seat, "card": place}))
        return
    heap.see(seat, place)
    heap.events.append(Event("look", {"seat": seat, "card": place}, {"picture": SHOWS[face]}, (seat,)))


def _flip(heap: Heap, seat: int, action: Action) -> None:
    """Rule 8.4: turn a card over and see its new face; who has seen that face before knows it again."""
    place = action.cards[0]
    face = heap.at(place)
    if face == GONE:
        heap.events.append(Event("miss", {"seat": seat, "card": place}))
        return
    heap.put(place, face ^ 1)
    for other, seen in enumerate(heap.seen):
        if other == seat or seen >> (face ^ 1) & 1:
            heap.see(other, place)
    heap.events.append(Event("over", {"seat": seat, "card": place}, {"picture": SHOWS[face ^ 1]}, (seat,)))


def _match(heap: Heap, seat: int, action: Action) -> None:
    """Rules 8.5 and 8.6: put equal cards aside as a set; a wrong match costs the tick and nothing else."""
    cards, into = action.cards, action.into
    old = next((won for won in heap.sets if won.place == into), None)
    faces = (old.faces if old else ()) + tuple(heap.at(place) for place in cards)
    if (into is not None and old is None) or not _equal(cards, faces):
        named = {} if into is None else {"set": into}
        heap.events.append(Event("mismatch", {"seat": seat, "cards": cards, **named}))
        return
    for place in cards:
        heap.remove(place)
    won = Won(old.place if old else f"s{len(heap.sets)}", 0, faces)
    heap.sets = (*[other for other in heap.sets if other is not old], won)
    data = {"seat": seat, "from": cards, "set": won.place, "cards": len(faces), "picture": SHOWS[faces[0]]}
    heap.events.append(Event("match", data))


def _equal(cards: tuple[str, ...], faces: tuple[int, ...]) -> bool:
    """Tell whether the places differ, a card is at each, and all faces have the same picture."""
    return GONE not in faces and len(set(cards)) == len(cards) and len({KIND[face] for face in faces}) == 1


_DOERS: dict[str, Callable[[Heap, int, Action], None]] = {"look": _look, "flip": _flip, "match": _match}


def observe(state: CoopState, seat: int | None) -> dict[str, Any]:
    """Show the table to a seat; None is the open table."""
    return {
        "mode": "coop",
        "tick": min(state.tick, state.ticks),
        "ticks": state.ticks,
        "loose": state.loose,
        "known": _everything(state) if seat is None else state.known[seat],
        "sets": [won_set(won) for won in state.sets],
        "points": points(state),
        "said": [{"seat": speaker, "say": text} for speaker, text in state.said],
    }


def _everything(state: CoopState) -> Shown:
    return tuple((place, SHOWS[state.faces[NUMBERS[place]]]) for place in state.loose)


def points(state: CoopState) -> int:
    """Rule 8.7: a set of two is 1 point, of three 2."""
    return sum([len(won.faces) - 1 for won in state.sets])


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
    total, seats = points(state), state.setup.everyone
    return Event(
        "time", {"ending": "time", "seats": seats, "points": total, "grade": grade(len(seats), total)}
    )
