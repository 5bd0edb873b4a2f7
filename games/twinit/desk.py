"""The working copy of a table on which one tick is carried out. It never leaves the step that made it."""

from __future__ import annotations

from games.core.game import Event
from games.twinit.deck import KIND, SHOWS
from games.twinit.table import Table, Won, faces_up


class Desk:
    """Piles, loose cards and won sets while hands are moving, and what happened to them."""

    def __init__(self, table: Table, events: list[Event]) -> None:
        """Copy the table."""
        self.piles = list(table.piles)
        self.loose = dict(table.loose)
        self.sets = list(table.sets)
        self.laid = table.laid
        self.named = table.named
        self.events = events
        self._up = faces_up(table)
        self._won = table.sets

    def table(self) -> Table:
        """Give the table as it lies now."""
        loose = tuple(self.loose.items())
        shown = tuple([(place, SHOWS[face]) for place, face in loose])
        return Table(tuple(self.piles), loose, tuple(self.sets), self.laid, self.named, shown)

    def fresh(self, table: Table) -> tuple[tuple[str, int], ...]:
        """List the faces up on the table as it lies now that were not visible before (rule 2.1)."""
        before = {face for _, face in self._up}.union(*[won.faces for won in self._won])
        return tuple([entry for entry in faces_up(table) if entry[1] not in before])

    def equals(self, kind: int) -> list[str]:
        """List the places outside won sets that showed a picture when the copy was made.

        What another picture's slap has uncovered since then has not been seen by anybody.
        """
        return [place for place, face in self._up if KIND[face] == kind]

    def take(self, place: str) -> int:
        """Take a card from the table or from a pile."""
        if place[0] == "t":
            return self.loose.pop(place)
        number = int(place[1:])
        pile = self.piles[number]
        self.piles[number] = pile[:-1]
        return pile[-1]

    def turn(self, place: str) -> None:
        """Turn a card over; a pile top is first laid on the table (rules 4.6 and 4.8)."""
        card = place
        if place[0] == "p":
            card = f"t{self.laid}"
            self.loose[card] = self.take(place)
            self.laid += 1
        self.loose[card] ^= 1
        self.events.append(
            Event("turn", {"place": place, "card": card}, {"picture": SHOWS[self.loose[card]]})
        )

    def win(self, side: int, seat: int, places: list[str]) -> Won:
        """Rules 4.2 and 4.3: make the cards a set of the side; a won set among the places joins it."""
        old = next((won for won in self.sets if won.place in places), None)
        faces = tuple(self.take(place) for place in places if place[0] != "s")
        if old is None:
            won = Won(f"s{self.named}", side, faces)
            self.named += 1
        else:
            self.sets.remove(old)
            won = Won(old.place, side, old.faces + faces)
        self.sets.append(won)
        self.events.append(_won(won, old, seat, places))
        return won

    def lose(self, side: int, seat: int, pile: int) -> None:
        """Rule 4.4: the side's last won set, if any, goes to the bottom of a pile, the last card lowest."""
        won = next((won for won in reversed(self.sets) if won.side == side), None)
        if won is None:
            return
        self.sets.remove(won)
        self.piles[pile] = won.faces[::-1] + self.piles[pile]
        data = {"seat": seat, "side": side, "set": won.place, "cards": len(won.faces), "pile": f"p{pile}"}
        self.events.append(Event("lose", data))


def _won(won: Won, old: Won | None, seat: int, places: list[str]) -> Event:
    data = {
        "seat": seat, "side": won.side, "set": won.place, "from": places, "cards": len(won.faces),
        "picture": SHOWS[won.faces[0]],
    }  # fmt: skip
    if old is None:
        return Event("win", data)
    return Event("secure" if old.side == won.side else "steal", {**data, "loser": old.side})
