"""A table that is being played, packed step by step for the viewer, and nothing that tells the seed."""

from __future__ import annotations

from typing import Any

from bots.frames import Board, Voice, frame_of, seat_names
from bots.match import MatchPlan, leg_seed
from bots.seating import Sitting, sittings
from bots.viewer.pack import Packer, header
from games import GAMES
from games.core.dealer import Dealer
from games.core.record import Moves, Record

UNSEEN = ("pile_cards", "unseen_cards")  # what is still to come: nobody at the table knows it
OPENLY = Voice(is_open=True)  # one message goes to watchers of all languages: their pages say it in their own


class LiveTable:
    """One leg under way. It plays the same moves again, beside the referee."""

    def __init__(self, plan: MatchPlan, leg: int, table: int) -> None:
        self._plan = plan
        self._game = GAMES[plan.game]
        options = self._game.options().resolve(plan.options, seats=plan.seats)
        teams = self._game.teams(seats=plan.seats, options=options)
        sitting = _sitting(plan, teams, leg, table)
        entry = {
            "leg": leg, "table": table, "players": sitting.players, "ranks": [], "scores": [], "ending": "",
            "detail": {}, "think_ms": [],
        }  # fmt: skip
        record = Record(plan.game, self._game.version, plan.seats, options, "", ())
        names = seat_names([plan.names[player] for player in sitting.players])
        self._board = Board(self._game, record, teams, names, entry, ())
        self._packer = Packer(self._board, OPENLY)
        dealer = Dealer(leg_seed(plan.seed, sitting.deal))
        self._state = self._game.deal(seats=plan.seats, options=options, dealer=dealer)
        self._steps = 0
        self.first = self._pack((), ())

    def opening(self) -> dict[str, Any]:
        """Give what stands over the pictures, as of a leg without a result."""
        return {**header({"legs": self._plan.legs}, self._board), "seat": None, "moments": []}

    def step(self, moves: Moves) -> dict[str, Any]:
        """Carry out one step and pack its frame."""
        acts = {seat: self._game.parse(dict(action)) for seat, action in moves}
        done = self._game.apply(self._state, acts)
        self._state = done.state
        self._steps += 1
        return self._pack(moves, done.events)

    def moments(self) -> list[dict[str, Any]]:
        """Hand over the decisive moments found since the last call."""
        found, self._packer.moments = self._packer.moments, []
        return found

    def _pack(self, moves: Moves, events: Any) -> dict[str, Any]:
        names = self._board.names
        frame = frame_of(self._game, self._steps, moves, events, self._state, None, names, OPENLY)
        for secret in UNSEEN:
            if isinstance(frame.state, dict):
                frame.state.pop(secret, None)
        return self._packer.add(frame)


def _sitting(plan: MatchPlan, teams: tuple[int, ...], leg: int, table: int) -> Sitting:
    layout = sittings(teams=teams, players=len(plan.names), legs=plan.legs, mirror=plan.mirror)
    return next(found for found in layout if (found.leg, found.table) == (leg, table))
