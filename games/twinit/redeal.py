"""Dealing again what a seat cannot see, so that its observation stays the same.

A new deal changes which card is where: the table keeps its shape, and an `Exchange` puts a card in every
card's place. The seat's own eyes stay as they are, for what it has perceived depends on them.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.core.dealer import Dealer
from games.twinit.coop import GONE, NUMBERS, CoopState
from games.twinit.deck import CARDS, KIND, PICTURES, SHOWS
from games.twinit.perception import perceive
from games.twinit.table import Setup, State, Table, Won

ALIKE = tuple(tuple(face for face in range(2 * CARDS) if KIND[face] == kind) for kind in range(len(PICTURES)))


class Exchange:
    """A card for every card: `new[face]` stands where `face` stood, and their backs likewise."""

    def __init__(self, free: list[int], dealer: Dealer) -> None:
        """Shuffle the cards of which the seat sees neither side among themselves, a random side up."""
        self._dealer = dealer
        self._free = frozenset(free)
        self.new = list(range(2 * CARDS))
        self._slot = list(range(2 * CARDS))  # where each face now stands
        for slot, card in zip(free, dealer.shuffle(free, "cards"), strict=True):
            self._put(2 * slot, 2 * card + dealer.below(2, "side", slot))

    def _put(self, slot: int, face: int) -> None:
        self.new[slot], self.new[slot ^ 1] = face, face ^ 1
        self._slot[face], self._slot[face ^ 1] = slot, slot ^ 1

    def vary(self, slot: int, candidates: Iterable[int]) -> None:
        """Let a candidate that stands in an unseen place, or none, change places with the face at a slot."""
        choices = [face for face in candidates if self._slot[face] >> 1 in self._free]
        draw = self._dealer.below(len(choices) + 1, "vary", slot)
        if draw < len(choices):
            away, face = self._slot[choices[draw]], self.new[slot]
            self._put(slot, choices[draw])
            self._put(away, face)


def redeal_piles(state: State, seat: int, dealer: Dealer) -> State:
    """Deal again the piles below their tops, the backs of all cards, and what is not yet perceived."""
    table, fresh = state.table, dict(state.window.fresh)
    exchange = Exchange([face >> 1 for pile in table.piles for face in pile[:-1]], dealer)
    for place, face in fresh.items():
        exchange.vary(face, _same_sight(state, seat, place, face))
    up = [face for _, face in table.loose] + [pile[-1] for pile in table.piles if pile]
    up += [face for won in table.sets for face in won.faces]
    for face in set(up) - set(fresh.values()):
        exchange.vary(face, ALIKE[KIND[face]])
    new, sides = exchange.new, state.setup.sides
    return state._replace(
        setup=_reseed(state.setup, seat, dealer),
        table=_exchanged(table, new),
        window=state.window._replace(fresh=tuple((place, new[face]) for place, face in fresh.items())),
        said=tuple(entry for entry in state.said if sides[entry[0]] == sides[seat]),
    )


def redeal_coop(state: CoopState, seat: int, dealer: Dealer) -> CoopState:
    """Deal again the cards of which the seat has seen neither side, and the unseen sides of the others."""
    seen = {face for face in range(2 * CARDS) if state.seen[seat] >> face & 1}
    seen.update(face for won in state.sets for face in won.faces)
    exchange = Exchange([card for card in range(CARDS) if not {2 * card, 2 * card + 1} & seen], dealer)
    for face in sorted(seen):
        if face ^ 1 not in seen:
            exchange.vary(face, ALIKE[KIND[face]])
    new = exchange.new
    faces = tuple(GONE if face == GONE else new[face] for face in state.faces)
    known = tuple(tuple((place, SHOWS[faces[NUMBERS[place]]]) for place, _ in shown) for shown in state.known)
    masks = tuple(sum(1 << new[face] for face in range(2 * CARDS) if mask >> face & 1) for mask in state.seen)
    return state._replace(
        setup=_reseed(state.setup, seat, dealer),
        faces=faces,
        sets=_sets(state.sets, new),
        seen=masks,
        known=known,
    )


def _same_sight(state: State, seat: int, place: str, face: int) -> list[int]:
    """List the faces that would look to the seat, so far, as this fresh one does."""
    key = state.setup.eyes[seat]
    count = state.tick - (seat == state.flipper and place == state.window.held)  # rules 2.2 and 2.3
    sight = perceive(key, face, count)
    return [other for other in range(2 * CARDS) if perceive(key, other, count) == sight]


def _reseed(setup: Setup, seat: int, dealer: Dealer) -> Setup:
    """Draw what is still to be drawn anew, and give the other seats new eyes."""
    eyes = tuple(
        key if other == seat else dealer.child("eyes", other).key for other, key in enumerate(setup.eyes)
    )
    return setup._replace(dealer=dealer, eyes=eyes)


def _exchanged(table: Table, new: list[int]) -> Table:
    loose = tuple((place, new[face]) for place, face in table.loose)
    return table._replace(
        piles=tuple(tuple(new[face] for face in pile) for pile in table.piles),
        loose=loose,
        sets=_sets(table.sets, new),
        shown=tuple((place, SHOWS[face]) for place, face in loose),
    )


def _sets(sets: tuple[Won, ...], new: list[int]) -> tuple[Won, ...]:
    return tuple(won._replace(faces=tuple(new[face] for face in won.faces)) for won in sets)
