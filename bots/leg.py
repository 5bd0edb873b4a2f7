"""One leg: a game played by running bots from the deal to its outcome, whatever they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bots import protocol
from bots.errors import BotFaultError, Fault
from bots.match import Clock, FaultReport
from bots.seats import Chair, Chairs
from games.core.errors import IllegalActionError, MalformedActionError
from games.core.game import Event, Game, Outcome, Seat
from games.core.record import Moves

FREE_MS = 50  # an answer up to this long costs nothing of the bank
_SHOWN = 64 << 10
_NOT_ASKED = -1

OnStep = Callable[[int, int, int, Moves, tuple[Event, ...]], None]  # leg, table, step, moves, events


@dataclass(slots=True)
class Leg:
    """The state of one leg while it is played."""

    game: Game[Any, Any]
    options: Mapping[str, Any]
    teams: tuple[int, ...]
    names: tuple[str, ...]  # a seat
    number: int
    legs: int
    table: int
    clock: Clock
    chairs: list[Chair]
    programs: Chairs
    state: Any
    on_step: OnStep | None = None
    steps: list[Moves] = field(default_factory=list)
    think_ms: list[tuple[int, ...]] = field(default_factory=list)
    faults: list[FaultReport] = field(default_factory=list)
    notes: list[tuple[int, int, int, str]] = field(default_factory=list)  # player, step, seat, text
    forfeited: set[int] = field(default_factory=set)  # sides
    pending: list[list[Any]] = field(default_factory=list)  # a seat: events it has not been told of
    banks: list[float] = field(default_factory=list)

    def play(self) -> Outcome | None:
        """Play to the end. None: it ended by forfeit before the rules ended it."""
        self.pending = [[] for _ in self.teams]
        self.banks = [float(self.clock.bank_ms) for _ in self.teams]
        self._greet()
        while not self._abandoned() and (seats := self.game.to_act(self.state)):
            self._step(seats)
        return None if self._abandoned() else self.game.outcome(self.state)

    def close(self, ranks: tuple[int, ...], scores: tuple[int, ...]) -> None:
        """Tell every seat still in play how the leg ended."""
        for seat in range(len(self.teams)):
            if self.teams[seat] not in self.forfeited:
                self._blaming(seat, "", partial(self._tell_end, seat, ranks, scores))

    def _tell_end(self, seat: Seat, ranks: tuple[int, ...], scores: tuple[int, ...]) -> None:
        message = protocol.end(ranks=ranks, scores=scores, events=self.pending[seat])
        self.programs.start(self.chairs[seat]).tell(message)

    def _abandoned(self) -> bool:
        """Two sides or fewer are left when one forfeits: nobody is left to play on with."""
        sides = set(self.teams)
        return bool(self.forfeited) and len(sides - self.forfeited) <= 1

    def _greet(self) -> None:
        for seat in range(len(self.teams)):
            self._blaming(seat, self._start_message(seat), partial(self._start, seat))

    def _start_message(self, seat: Seat) -> bytes:
        return protocol.start(
            game=self.game.slug, options=self.options, seat=seat, teams=self.teams, names=self.names,
            leg=self.number + 1, legs=self.legs, clock=self.clock,
        )  # fmt: skip

    def _start(self, seat: Seat) -> None:
        chair = self.chairs[seat]
        process = self.programs.start(chair)
        limit = self.clock.start_ms if chair.fresh else self.clock.move_ms
        wall = max(self.clock.wall_ms, 2 * limit)
        protocol.read_ready(process.ask(self._start_message(seat), cpu_ms=limit, wall_ms=wall))
        chair.fresh = False

    def _step(self, seats: tuple[Seat, ...]) -> None:
        """Ask everyone who acts now, before anyone answers; then carry it out together."""
        actions: dict[Seat, Any] = {}
        think = dict.fromkeys(seats, _NOT_ASKED)
        messages = {seat: message for seat in seats if (message := self._question(seat, actions)) is not None}
        for seat, message in messages.items():
            self._blaming(seat, message, partial(self._send, seat, message))
        for seat, message in messages.items():
            if self.teams[seat] not in self.forfeited:
                self._blaming(seat, message, partial(self._answer, seat, actions, think))
        if not self._abandoned():
            self._carry_out(seats, actions, tuple(think.values()))

    def _question(self, seat: Seat, actions: dict[Seat, Any]) -> bytes | None:
        """Give the question for a seat; None when its action is settled without asking."""
        if self.teams[seat] in self.forfeited:
            return None  # the default action, filled in when the step is carried out
        forced = self.game.forced(self.state, seat)
        if forced is not None:
            actions[seat] = forced
            return None
        legal = self.game.legal(self.state, seat)
        events, self.pending[seat] = self.pending[seat], []
        return protocol.act(
            turn=len(self.steps) + 1, phase=self.game.phase(self.state),
            state=self.game.observe(self.state, seat), events=events,
            legal=[self.game.dump(action) for action in legal], bank_ms=int(self.banks[seat]),
        )  # fmt: skip

    def _send(self, seat: Seat, message: bytes) -> None:
        self.programs.start(self.chairs[seat]).send(message)

    def _answer(self, seat: Seat, actions: dict[Seat, Any], think: dict[Seat, int]) -> bytes:
        """Read, check and take an answer; return it for the report of a fault."""
        process = self.programs.start(self.chairs[seat])
        limit = min(float(self.clock.move_ms), max(float(FREE_MS), self.banks[seat]))
        line = process.receive(cpu_ms=limit, wall_ms=self.clock.wall_ms)
        used = process.answer_cpu_ms
        if used > FREE_MS:
            self.banks[seat] -= used
        think[seat] = round(used)
        self._take(seat, line, actions)
        return line

    def _take(self, seat: Seat, line: bytes, actions: dict[Seat, Any]) -> None:
        try:
            answer = protocol.read(line)
            action = self.game.parse(answer.action)
            self.game.check(self.state, seat, action)
        except MalformedActionError as error:
            raise _Refused(BotFaultError(Fault.GARBLED, str(error)), line) from error
        except IllegalActionError as error:
            raise _Refused(BotFaultError(Fault.ILLEGAL, str(error)), line) from error
        except BotFaultError as error:
            raise _Refused(error, line) from error
        if answer.note:
            self.notes.append((self.chairs[seat].player, len(self.steps) + 1, seat, answer.note))
        actions[seat] = action

    def _carry_out(self, seats: tuple[Seat, ...], actions: dict[Seat, Any], think: tuple[int, ...]) -> None:
        chosen = {s: actions[s] if s in actions else self.game.legal(self.state, s)[0] for s in seats}
        step = self.game.apply(self.state, chosen)
        moves: Moves = tuple((seat, self.game.dump(action)) for seat, action in chosen.items())
        self.state = step.state
        self.steps.append(moves)
        self.think_ms.append(think)
        for seat, pending in enumerate(self.pending):
            pending.extend(view for event in step.events if (view := event.view(seat)) is not None)
        if self.on_step is not None:
            self.on_step(self.number, self.table, len(self.steps), moves, step.events)

    def _blaming(self, seat: Seat, message: bytes | str, attempt: Callable[[], object]) -> None:
        """Do something with a seat's program; a fault forfeits the leg for its side and ends the program."""
        try:
            attempt()
        except _Refused as refused:
            self._forfeit(seat, refused.fault, message, refused.line)
        except BotFaultError as fault:
            self._forfeit(seat, fault, message, b"")

    def _forfeit(self, seat: Seat, fault: BotFaultError, message: bytes | str, answer: bytes) -> None:
        self.forfeited.add(self.teams[seat])
        self.chairs[seat].close()
        self.faults.append(
            FaultReport(
                leg=self.number, seat=seat, player=self.chairs[seat].player, step=len(self.steps) + 1,
                fault=str(fault.fault), reason=fault.detail, message=_text(message), answer=_text(answer),
            )
        )  # fmt: skip


class _Refused(Exception):  # noqa: N818 - carries a fault with the line it came in
    def __init__(self, fault: BotFaultError, line: bytes) -> None:
        super().__init__(fault.detail)
        self.fault = fault
        self.line = line


def _text(data: bytes | str) -> str:
    raw = data.encode() if isinstance(data, str) else data
    return raw[:_SHOWN].decode(errors="replace")
