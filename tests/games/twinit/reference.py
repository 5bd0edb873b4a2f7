"""Twin It a second time, written from the rules alone: lists that are changed in place, slow and plain.

The engine is held against it, step by step. It shares nothing with it but the deck and the dealer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

from games.core.dealer import Dealer
from games.twinit.deck import KIND, PICTURES

Acts = Mapping[int, dict[str, Any]]
Hand = tuple[int, int, str]  # tick, seat, place
MIDDLE = 4


class Reference:
    """A table with piles; the top of a pile comes first."""

    def __init__(self, mode: str, seats: int, dealer: Dealer) -> None:
        self.mode, self.seats, self.dealer = mode, seats, dealer
        self.ring, self.teams = mode == "ring", mode == "teams"
        order = dealer.shuffle(range(135), "cards")
        sides = [dealer.below(1 << 27, "sides", part) for part in range(5)]
        faces = [2 * card + (sides[i // 27] >> i % 27 & 1) for i, card in enumerate(order)]
        count = 5 if self.ring else seats
        self.piles = [faces[pile::count] for pile in range(count)]
        self.loose: dict[str, int] = {}
        self.fresh: dict[str, int] = {}
        self.sets: list[tuple[str, int, list[int]]] = []  # place, side, faces
        self.hands: list[Hand] = []
        self.debts: list[tuple[int, int]] = []  # seat, pile
        self.said: list[tuple[int, str]] = []
        self.awake: list[int] = []
        self.laid = self.named = self.tick = self.flips = self.windows = 0
        self.flipper = -1
        self.held = self.ending = ""
        self.tied = False
        self.goal = 7 if self.ring else 5
        self.due = dealer.below(seats, "starter")
        self.next_flip()

    def side(self, seat: int) -> int:
        return seat % 2 if self.teams else seat

    def outside(self) -> dict[str, int]:
        """Give the visible faces outside won sets: loose ones, then pile tops."""
        return self.loose | {f"p{number}": pile[0] for number, pile in enumerate(self.piles) if pile}

    def visible(self) -> set[int]:
        return set(self.outside().values()) | {face for _, _, faces in self.sets for face in faces}

    # ---- flips and windows

    def close(self) -> None:
        self.hands, self.debts, self.fresh, self.tied = [], [], {}, False

    def finish(self, ending: str) -> None:
        self.close()
        self.ending, self.tick, self.awake = ending, 0, []

    def next_flip(self) -> None:
        self.close()
        if not any(self.piles):
            self.finish("cards")
        elif self.flips == (600 if self.ring else 400) or self.windows == 1500:
            self.finish("limit")
        elif self.ring:
            self.tick, self.awake = 0, [self.due]
        else:
            while not self.piles[self.due]:
                self.due = (self.due + 1) % self.seats
            self.flip(self.due, self.due)

    def flip(self, seat: int, pile: int) -> None:
        self.held = self.lay(self.piles[pile].pop(0) ^ 1)
        self.fresh = {self.held: self.loose[self.held]}
        if self.piles[pile]:
            self.fresh[f"p{pile}"] = self.piles[pile][0]
        self.flipper, self.due = seat, (seat + 1) % self.seats
        self.flips += 1
        self.open()

    def open(self) -> None:
        self.windows += 1
        self.tick, self.awake = 1, list(range(self.seats))

    def go_on(self, acts: Acts) -> bool:
        """Go on to the next tick; False when the window is over."""
        self.awake = [seat for seat in self.awake if acts[seat]["do"] != "rest"]
        if not self.awake or self.tick == 7:
            return False
        self.tick += 1
        return True

    def settle(self, before: set[int], *, tied: bool = False) -> None:
        """Count sets, then open a window on what was not visible before, or flip."""
        self.close()
        if max(Counter(side for _, side, _ in self.sets).values(), default=0) >= self.goal:
            self.finish("goal")
            return
        self.fresh = {place: face for place, face in self.outside().items() if face not in before}
        if not self.fresh or self.windows == 1500:
            self.next_flip()
            return
        self.held, self.tied = "", tied
        self.open()

    # ---- cards

    def kind(self, place: str) -> tuple[int, bool] | None:
        """Give the picture at a place and whether it is a won set; None when nothing is there."""
        for name, _, faces in self.sets:
            if name == place:
                return KIND[faces[0]], True
        face = self.outside().get(place)
        return None if face is None else (KIND[face], False)

    def right(self, one: str, other: str) -> int | None:
        first, second = self.kind(one), self.kind(other)
        if one == other or first is None or second is None or (first[1] and second[1]):
            return None
        return first[0] if first[0] == second[0] else None

    def lay(self, face: int) -> str:
        place = f"t{self.laid}"
        self.laid += 1
        self.loose[place] = face
        return place

    def pick(self, place: str) -> int:
        return self.loose.pop(place) if place[0] == "t" else self.piles[int(place[1:])].pop(0)

    def turn(self, places: Iterable[str]) -> None:
        for place in places:
            self.loose[self.lay(self.pick(place)) if place[0] == "p" else place] ^= 1

    def win(self, side: int, places: list[str]) -> None:
        old = next((won for won in self.sets if won[0] in places), None)
        faces = [self.pick(place) for place in places if place[0] != "s"]
        if old is None:
            old = (f"s{self.named}", side, [])
            self.named += 1
        else:
            self.sets.remove(old)
        self.sets.append((old[0], side, old[2] + faces))

    def win_two(self, side: int, kind: int, places: list[str], out: dict[str, int]) -> None:
        """Win a pair or a third card; of triplets the third is turned over."""
        third = [place for place in self.equal(kind, out) if place not in places]
        self.win(side, places)
        self.turn(third)

    def lose(self, side: int, pile: int) -> None:
        for won in reversed(self.sets):
            if won[1] == side:
                self.sets.remove(won)
                self.piles[pile] += won[2]
                return

    def equal(self, kind: int, out: dict[str, int]) -> list[str]:
        return [place for place, face in out.items() if KIND[face] == kind]

    def nearest(self, seats: list[int]) -> int:
        return min(seats, key=lambda seat: (seat - self.flipper - 1) % self.seats)

    def lower(self, seats: list[int], prize: int | str) -> int:
        if len(seats) == 1:
            return seats[0]
        return seats[self.dealer.below(len(seats), "lower", self.windows, self.tick, prize)]

    # ---- a tick of each mode

    def step(self, acts: Acts) -> None:
        self.said = [(seat, acts[seat]["say"]) for seat in self.awake if acts[seat].get("say")]
        if not self.tick:
            self.flip(self.awake[0], acts[self.awake[0]]["pile"])
            return
        play = {"rivalry": self.rivalry, "ring": self.in_ring, "teams": self.in_teams}[self.mode]
        before, out = self.visible(), self.outside()
        play({seat: acts[seat] for seat in self.awake}, before, out)

    def rivalry(self, acts: Acts, before: set[int], out: dict[str, int]) -> None:
        slaps = {seat: act["cards"] for seat, act in acts.items() if act["do"] == "slap"}
        if not slaps:
            if not self.go_on(acts):
                self.next_flip()
            return
        kinds = {seat: self.right(*cards) for seat, cards in slaps.items()}
        winners, tied = [], False
        for kind in dict.fromkeys(kind for kind in kinds.values() if kind is not None):
            seats = [seat for seat in slaps if kinds[seat] == kind]
            if len({slaps[seat][0] for seat in seats}) > 1 and not self.tied:
                tied = True
                self.turn(self.equal(kind, out))
            else:
                winners.append(self.lower(seats, kind))
                self.win_two(winners[-1], kind, slaps[winners[-1]], out)
        wrong = [seat for seat in slaps if kinds[seat] is None]
        for seat in wrong:
            self.lose(seat, seat)
        if winners or wrong:
            self.due = self.nearest(winners or wrong)
        self.settle(before, tied=tied)

    def in_ring(self, acts: Acts, before: set[int], out: dict[str, int]) -> None:
        right: dict[int, list[int]] = {}
        for seat, act in acts.items():
            if act["do"] == "slap":
                kind = self.right(*act["cards"])
                loose = all(place[0] == "t" for place in act["cards"])
                if kind is None or act.get("middle", False) == loose:
                    self.debts.append((seat, act.get("pile", MIDDLE)))
                else:
                    right.setdefault(kind, []).append(seat)
        if not right and self.go_on(acts):
            return
        winners = [seat for kind, seats in right.items() for seat in self.loot(kind, seats, acts, out)]
        for seat, pile in sorted(self.debts, key=lambda debt: debt[0]):
            self.lose(seat, pile)
        if winners or self.debts:
            self.due = self.nearest(winners or [seat for seat, _ in self.debts])
        self.settle(before)

    def loot(self, kind: int, seats: list[int], acts: Acts, out: dict[str, int]) -> list[int]:
        firsts = list(dict.fromkeys(acts[seat]["cards"][0] for seat in seats))
        if len(firsts) > 1 and not any(acts[seat].get("middle") for seat in seats):
            winners = []
            for card in firsts:
                winners.append(self.lower([s for s in seats if acts[s]["cards"][0] == card], card))
                self.win(winners[-1], [card])
            return winners
        winner = self.lower(seats, kind)
        won_set = [place for place in acts[winner]["cards"] if place[0] == "s"]
        self.win(winner, self.equal(kind, out) + won_set)
        return [winner]

    def in_teams(self, acts: Acts, before: set[int], out: dict[str, int]) -> None:
        lying = {hand[1:] for hand in self.hands}
        new = [
            (self.tick, seat, act["card"])
            for seat, act in acts.items()
            if act["do"] == "hand" and (seat, act["card"]) not in lying
        ]
        self.hands += new
        done = [
            self.pairs(sorted(hand for hand in self.hands if hand[1] % 2 == team), rivals=False)
            for team in (0, 1)
        ]
        self.complete(done, out)
        ties = {} if any(done) else self.pairs(new, rivals=True)
        for kind, (one, other) in ties.items():
            if self.tied:
                team = self.lower([one[1], other[1]], kind) % 2
                self.win_two(team, kind, [one[2], other[2]], out)
            else:
                self.turn(self.equal(kind, out))
        wrong = [team for team in (0, 1) if not done[team] and self.errs(team)]
        if any(done) or ties or wrong:
            self.settle(before, tied=bool(ties) and not self.tied)
        elif not self.go_on(acts):
            self.next_flip()

    def pairs(self, hands: list[Hand], *, rivals: bool) -> dict[int, tuple[Hand, Hand]]:
        """Find the right pairs of two mates, or of two rivals: of each picture the first."""
        found: dict[int, tuple[Hand, Hand]] = {}
        for one, other in combinations(hands, 2):
            if one[1] != other[1] and (one[1] % 2 != other[1] % 2) == rivals:
                kind = self.right(one[2], other[2])
                if kind is not None:
                    found.setdefault(kind, (one, other))
        return found

    def complete(self, done: list[dict[int, tuple[Hand, Hand]]], out: dict[str, int]) -> None:
        """Let the teams win what they have completed."""
        seats = {
            kind: [hand[1] for found in done for hand in found.get(kind, ())] for kind in {*done[0], *done[1]}
        }
        for kind in sorted(seats, key=lambda kind: min(seats[kind])):
            latest = [max(found[kind])[1] for found in done if kind in found]
            team = self.lower(latest, kind) % 2
            self.win_two(team, kind, [hand[2] for hand in done[team][kind]], out)

    def errs(self, team: int) -> bool:
        """Tell whether a team's hands make a mistake, and let it pay."""
        own = [hand for hand in self.hands if hand[1] % 2 == team]
        if len({place for _, _, place in own}) < 2:
            return False
        last = max(tick for tick, _, _ in own)
        self.lose(team, min(seat for tick, seat, _ in own if tick == last))
        return True

    # ---- what everyone would see if all faces were known

    def view(self) -> dict[str, Any]:
        shown: dict[str, Any] = {
            "mode": self.mode,
            "tick": self.tick,
            "turn": self.awake[0] if self.awake and not self.tick else None,
            "flipper": None if self.flipper < 0 else self.flipper,
            "flips": self.flips,
            "windows": self.windows,
            "lower_hand": self.tied,
            "piles": [len(pile) for pile in self.piles],
            "known": faces({place: f for place, f in self.outside().items() if place not in self.fresh}),
            "fresh": faces(self.fresh),
            "sets": [
                {"place": place, "side": side, "cards": len(won), "picture": list(PICTURES[KIND[won[0]]])}
                for place, side, won in self.sets
            ],
            "counts": [self.count(seat) for seat in range(self.seats)],
            "goal": self.goal,
        }
        if self.teams:
            shown["hands"] = [{"seat": seat, "card": card, "tick": tick} for tick, seat, card in self.hands]
            shown["resting"] = [s for s in range(self.seats) if self.tick and s not in self.awake]
            shown["said"] = [{"seat": seat, "say": text} for seat, text in self.said]
        if self.ring:
            shown["owing"] = [seat for seat, _ in self.debts]
        return shown

    def count(self, seat: int) -> int:
        return sum(side == self.side(seat) for _, side, _ in self.sets)

    def ranks(self) -> tuple[int, ...]:
        keys = []
        for seat in range(self.seats):
            sets, cards = self.count(seat), sum(len(won) for _, s, won in self.sets if s == self.side(seat))
            keys.append((1, 0, 0) if self.ending == "goal" and sets >= self.goal else (0, sets, cards))
        return tuple(1 + sum(other > key for other in keys) for key in keys)


def faces(places: Mapping[str, int]) -> list[list[Any]]:
    """Write places and their pictures, in an order to compare by."""
    return sorted([place, list(PICTURES[KIND[face]])] for place, face in places.items())
