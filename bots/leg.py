"""One leg: a game played by running bots from the deal to its outcome, whatever they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bots import protocol
from bots.errors import BotFaultError, Fault
from bots.match import Clock, FaultReport
from bots.process import BotProcess
from bots.seats import Chair, Chairs
from bots.transcript import Transcript
from games.core.errors import IllegalActionError, MalformedActionError
from games.core.game import Event, Game, Outcome, Seat
from games.core.record import Moves, Record, first_link, next_link

FREE_MS = 50  # an answer up to this long costs nothing of the bank
_SHOWN = 64 << 10
_NOT_ASKED = -1

OnStep = Callable[[int, int, int, Moves, tuple[Event, ...]], None]  # leg, table, step, moves, events


@dataclass(frozen=True, slots=True)
class Table:
    """What all legs of a match have in common."""

    game: Game[Any, Any]
    options: Mapping[str, Any]
    teams: tuple[int, ...]
    legs: int
    clock: Clock
    programs: Chairs
    transcripts: Sequence[Transcript]  # a player
    on_step: OnStep | None = None


@dataclass(slots=True)
class Leg:
    """The state of one leg while it is played."""

    at: Table
    number: int
    table: int
    names: tuple[str, ...]  # a seat
    chairs: list[Chair]
    record: Record  # of the deal; the steps are filled in
    state: Any
    link: str = ""
    steps: list[Moves] = field(default_factory=list)
    think_ms: list[tuple[int, ...]] = field(default_factory=list)
    faults: list[FaultReport] = field(default_factory=list)
    notes: list[tuple[int, int, int, str]] = field(default_factory=list)  # player, step, seat, text
    forfeited: set[int] = field(default_factory=set)  # sides
    pending: list[list[Any]] = field(default_factory=list)  # a seat: events it has not been told of
    banks: list[float] = field(default_factory=list)

    def play(self) -> Outcome | None:
        """Play to the end. None: it ended by forfeit before the rules ended it."""
        self.link = first_link(self.record)
        self.pending = [[] for _ in self.chairs]
        self.banks = [float(self.at.clock.bank_ms) for _ in self.chairs]
        self._greet()
        while not self._abandoned() and (seats := self.at.game.to_act(self.state)):
            self._step(seats)
        return None if self._abandoned() else self.at.game.outcome(self.state)

    def close(self, ranks: tuple[int, ...], scores: tuple[int, ...]) -> None:
        """Tell every program still running how the leg ended; what it does wrong now is found in the next."""
        for seat, chair in enumerate(self.chairs):
            if chair.process is not None:
                message = protocol.end(ranks=ranks, scores=scores, events=self.pending[seat])
                chair.tell(message)
                self._keep(seat, message, b"")

    def _abandoned(self) -> bool:
        """Say whether a forfeit has left one side or none: there is nobody to play on with."""
        return bool(self.forfeited) and len(set(self.at.teams) - self.forfeited) <= 1

    # Questions: everybody is asked before anybody's answer is read.

    def _greet(self) -> None:
        messages = {seat: self._start_message(seat) for seat in range(len(self.chairs))}
        for seat in messages:
            self.at.programs.start(self.chairs[seat]).allow_sleep(self.at.clock.sleep_ms)
        self._ask(messages, self._take_ready)

    def _start_message(self, seat: Seat) -> bytes:
        return protocol.start(
            game=self.at.game.slug, options=self.at.options, seat=seat, teams=self.at.teams, names=self.names,
            leg=self.number + 1, legs=self.at.legs, clock=self.at.clock,
        )  # fmt: skip

    def _step(self, seats: tuple[Seat, ...]) -> None:
        """Ask everyone who acts now; then carry it out together."""
        actions: dict[Seat, Any] = {}
        think = dict.fromkeys(seats, _NOT_ASKED)
        messages = {seat: text for seat in seats if (text := self._question(seat, actions)) is not None}
        self._ask(messages, lambda seat: self._take_action(seat, actions, think))
        if not self._abandoned():
            self._carry_out(seats, actions, tuple(think.values()))

    def _question(self, seat: Seat, actions: dict[Seat, Any]) -> bytes | None:
        """Give the question for a seat; None when its action is settled without asking."""
        game, state = self.at.game, self.state
        if self.at.teams[seat] in self.forfeited:
            return None  # the default action, filled in when the step is carried out
        if (forced := game.forced(state, seat)) is not None:
            actions[seat] = forced
            return None
        events, self.pending[seat] = self.pending[seat], []
        return protocol.act(
            turn=len(self.steps) + 1, phase=game.phase(state), state=game.observe(state, seat), events=events,
            legal=[game.dump(action) for action in game.legal(state, seat)],
            bank_ms=max(0, int(self.banks[seat])),
        )  # fmt: skip

    def _ask(self, messages: Mapping[Seat, bytes], take: Callable[[Seat], bytes]) -> None:
        """Send all questions, then take the answers; a fault forfeits the leg for the seat's side."""
        for seat, message in messages.items():
            self._blaming(seat, message, lambda to: self._send(to, messages[to]))
        for seat, message in messages.items():
            if self.at.teams[seat] not in self.forfeited:
                self._blaming(seat, message, take)

    def _send(self, seat: Seat, message: bytes) -> None:
        if self.at.teams[seat] not in self.forfeited:  # a team mate may have failed just now
            self.at.programs.start(self.chairs[seat]).send(message)

    def _blaming(self, seat: Seat, message: bytes, attempt: Callable[[Seat], bytes | None]) -> None:
        """Do something with a seat's program; keep its answer, or forfeit the leg for its fault."""
        try:
            answer = attempt(seat)
        except _RefusedError as refused:
            self._fail(seat, refused.fault, message, refused.line)
        except BotFaultError as fault:
            self._fail(seat, fault, message, b"")
        else:
            if answer is not None:
                self._keep(seat, message, answer)

    def _fail(self, seat: Seat, fault: BotFaultError, message: bytes, answer: bytes) -> None:
        """Keep what led to a fault; the program ends with it, and only then has written all that it will."""
        process = self.chairs[seat].process
        self._forfeit(seat, fault, message, answer)
        self._keep(seat, message, answer, process)

    # Answers.

    def _take_ready(self, seat: Seat) -> bytes:
        chair, clock = self.chairs[seat], self.at.clock
        limit = clock.start_ms if chair.fresh else clock.move_ms
        process = self.at.programs.start(chair)
        line = process.receive(cpu_ms=limit, wall_ms=max(clock.wall_ms, 2 * limit))
        try:
            protocol.read_ready(line)
        except BotFaultError as fault:
            raise _RefusedError(fault, line) from fault
        chair.fresh = False
        return line

    def _take_action(self, seat: Seat, actions: dict[Seat, Any], think: dict[Seat, int]) -> bytes:
        """Read, check and take an answer."""
        process = self.at.programs.start(self.chairs[seat])
        limit = min(float(self.at.clock.move_ms), max(float(FREE_MS), self.banks[seat]))
        line = process.receive(cpu_ms=limit, wall_ms=self.at.clock.wall_ms)
        used = process.answer_cpu_ms
        if used > FREE_MS:
            self.banks[seat] -= used
        think[seat] = round(used)
        actions[seat] = self._checked(seat, line)
        return line

    def _checked(self, seat: Seat, line: bytes) -> Any:
        try:
            answer = protocol.read(line)
            action = self.at.game.parse(answer.action)
            self.at.game.check(self.state, seat, action)
        except BotFaultError as fault:
            raise _RefusedError(fault, line) from fault
        except MalformedActionError as error:
            raise _RefusedError(BotFaultError(Fault.GARBLED, str(error)), line) from error
        except IllegalActionError as error:
            raise _RefusedError(BotFaultError(Fault.ILLEGAL, str(error)), line) from error
        except Exception as error:  # whatever an engine trips over, the bot wrote it: no match is void for it
            reason = f"the answer cannot be understood ({type(error).__name__})"
            raise _RefusedError(BotFaultError(Fault.GARBLED, reason), line) from error
        if answer.note:
            self.notes.append((self.chairs[seat].player, len(self.steps) + 1, seat, answer.note))
        return action

    def _carry_out(self, seats: tuple[Seat, ...], actions: dict[Seat, Any], think: tuple[int, ...]) -> None:
        game = self.at.game
        chosen = {s: actions[s] if s in actions else game.legal(self.state, s)[0] for s in seats}
        step = game.apply(self.state, chosen)
        moves: Moves = tuple((seat, game.dump(action)) for seat, action in chosen.items())
        self.state = step.state
        self.steps.append(moves)
        self.think_ms.append(think)
        self.link = next_link(self.link, moves, step.events)
        for seat, pending in enumerate(self.pending):
            pending.extend(view for event in step.events if (view := event.view(seat)) is not None)
        if self.at.on_step is not None:
            self.at.on_step(self.number, self.table, len(self.steps), moves, step.events)

    def _keep(self, seat: Seat, message: bytes, answer: bytes, process: BotProcess | None = None) -> None:
        chair = self.chairs[seat]
        transcript, step = self.at.transcripts[chair.player], len(self.steps) + 1
        transcript.add(self.number, step, seat, message, answer)
        process = process or chair.process
        if process is not None and (text := process.log.news()):
            transcript.write(self.number, step, seat, text)

    def _forfeit(self, seat: Seat, fault: BotFaultError, message: bytes, answer: bytes) -> None:
        """Give the leg up for a side; all its programs end, and the next leg starts new ones."""
        side = self.at.teams[seat]
        self.forfeited.add(side)
        for chair, team in zip(self.chairs, self.at.teams, strict=True):
            if team == side:
                chair.close()
        self.faults.append(
            FaultReport(
                leg=self.number, seat=seat, player=self.chairs[seat].player, step=len(self.steps) + 1,
                fault=str(fault.fault), reason=fault.detail, message=_text(message), answer=_text(answer),
            )
        )  # fmt: skip


class _RefusedError(Exception):
    """Carries a fault with the line it came in."""

    def __init__(self, fault: BotFaultError, line: bytes) -> None:
        super().__init__(fault.detail)
        self.fault = fault
        self.line = line


def _text(data: bytes) -> str:
    return data[:_SHOWN].decode(errors="replace")
