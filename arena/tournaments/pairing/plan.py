"""The vocabulary of a tournament: what goes into a plan and what comes out of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

MAX_ENTRANTS_A_TABLE = 16


class SettingsError(ValueError):
    """Settings that no tournament can be played by."""


class Decision(StrEnum):
    """How a pairing was decided."""

    PLAYED = "played"
    SEED = "seed"  # played, level after every leg, so the better seed goes on
    BYE = "bye"
    WALKOVER = "walkover"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot, or a side of several, with its rank among the seeds (1 is best).

    `withdrawn_after` is the round (`Plan.round`) that was under way when the entrant left, by its own will or
    disqualified: later rounds are drawn without it where the format draws round by round, and whatever it has
    not played is lost by walkover. `left_order` grows from one leaver to the next (a time will do): where all
    of a match have left, the last to leave wins it, so that no later leaving unmakes an earlier walkover.
    """

    id: int
    seed: int
    withdrawn_after: int | None = None
    is_disqualified: bool = False
    left_order: int = 0

    @property
    def is_out(self) -> bool:
        """Tell whether the entrant plays no more."""
        return self.is_disqualified or self.withdrawn_after is not None

    def is_drawn_in(self, round_number: int) -> bool:
        """Tell whether a draw of this round still counts the entrant in."""
        return self.withdrawn_after is None or round_number <= self.withdrawn_after


@dataclass(frozen=True, slots=True)
class Settings:
    """What an organiser chooses; a format ignores what does not concern it."""

    format: str = "single_elimination"
    best_of: int = 1
    legs: int = 1
    tie_legs: int = 2
    third_place: bool = False
    reset_final: bool = True
    double_round: bool = False
    rounds: int | None = None
    groups: int = 2
    advance_per_group: int = 2
    table_size: int = 4
    advance_per_table: int = 2
    points: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what cannot be played."""
        floors = {"best_of": 1, "legs": 1, "tie_legs": 0, "groups": 1, "advance_per_group": 1}
        for name, floor in floors.items():
            if getattr(self, name) < floor:
                raise SettingsError(f"{name} must be at least {floor}.")
        if self.rounds is not None and self.rounds < 1:
            raise SettingsError("rounds must be at least 1.")
        if not 2 <= self.table_size <= MAX_ENTRANTS_A_TABLE:
            raise SettingsError(f"table_size must be from 2 to {MAX_ENTRANTS_A_TABLE}.")
        if self.format == "heats" and not 1 <= self.advance_per_table < self.table_size:
            raise SettingsError("advance_per_table must be at least 1 and less than table_size.")
        if list(self.points) != sorted(self.points, reverse=True):
            raise SettingsError("points must not rise from one place to the next.")


@dataclass(frozen=True, slots=True)
class Ref:
    """The entrant who takes a place (1 is the winner) in the pairing or group called `key`."""

    key: str
    place: int


@dataclass(frozen=True, slots=True)
class Slot:
    """A seat in a pairing: its entrant once known, and where that entrant comes from.

    With neither entrant nor origin the slot stays empty: the other side has a bye.
    """

    entrant: int | None = None
    origin: Ref | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The ranks with which a match ended, by entrant: 1 is best, equal ranks are level."""

    key: str
    ranks: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match of the tournament, from before its entrants are known until it is decided.

    `order` lists the entrants from best to worst once decided; `ranks`, in slot order, keeps ties.
    """

    key: str
    round: int
    stage: str
    slots: tuple[Slot, ...]
    order: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    decision: Decision | None = None
    absent: tuple[int, ...] = ()
    if_needed: bool = False

    @property
    def entrants(self) -> tuple[int, ...]:
        """List the entrants known so far."""
        return tuple([slot.entrant for slot in self.slots if slot.entrant is not None])

    @property
    def is_known(self) -> bool:
        """Tell whether nobody is awaited any more."""
        return all(slot.entrant is not None or slot.origin is None for slot in self.slots)

    @property
    def is_bye(self) -> bool:
        """Tell whether an entrant goes on without an opponent."""
        return self.decision is Decision.BYE

    @property
    def is_ready(self) -> bool:
        """Tell whether the match can be played now."""
        return self.decision is None and self.is_known and bool(self.entrants)

    def decided(
        self,
        decision: Decision,
        order: tuple[int, ...],
        ranks: tuple[int, ...],
        absent: tuple[int, ...] = (),
    ) -> "Pairing":
        """Give the same pairing with its outcome."""
        return Pairing(
            self.key, self.round, self.stage, self.slots, order, ranks, decision, absent, self.if_needed
        )

    @property
    def present(self) -> tuple[int, ...]:
        """List who is to be seated, in order of sides."""
        return tuple(entrant for entrant in self.entrants if entrant not in self.absent)


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's line in a table, with its tie-breaks by name in the order in which they count."""

    place: int
    entrant: int
    points: Fraction | None = None
    tie_breaks: tuple[tuple[str, Fraction], ...] = ()
    played: int = 0
    group: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is known of a tournament: a value, equal for equal entrants, settings and results."""

    pairings: tuple[Pairing, ...] = ()
    ready: tuple[Pairing, ...] = ()
    standings: tuple[Standing, ...] = ()
    tables: Mapping[str, tuple[Standing, ...]] = field(default_factory=dict)
    finished: bool = False
    notes: tuple[str, ...] = ()

    @property
    def champion(self) -> int | None:
        """Name the winner, once there is one."""
        return self.standings[0].entrant if self.finished and self.standings else None

    @property
    def round(self) -> int:
        """Count the rounds under way or over: what `Entrant.withdrawn_after` refers to."""
        begun = (p.round for p in self.pairings if p.decision in (Decision.PLAYED, Decision.SEED))
        return max([*begun, *(p.round for p in self.ready)], default=0)

    def pairing(self, key: str) -> Pairing:
        """Find a pairing by its key, or raise KeyError."""
        for pairing in self.pairings:
            if pairing.key == key:
                return pairing
        raise KeyError(key)


@dataclass(frozen=True)
class Field:
    """The entrants in seed order and the results by key: what every format works from."""

    settings: Settings
    entrants: tuple[Entrant, ...]
    results: Mapping[str, Result]

    @classmethod
    def of(cls, settings: Settings, entrants: Sequence[Entrant], results: Sequence[Result]) -> "Field":
        """Sort the entrants by seed, an equal seed by id."""
        ordered = tuple(sorted(entrants, key=lambda entrant: (entrant.seed, entrant.id)))
        if len({entrant.id for entrant in ordered}) < len(ordered):
            raise SettingsError("An entrant is listed twice.")
        return cls(settings, ordered, {result.key: result for result in results})

    @cached_property
    def ids(self) -> tuple[int, ...]:
        """List the entrants' ids in seed order."""
        return tuple(entrant.id for entrant in self.entrants)

    @cached_property
    def out(self) -> frozenset[int]:
        """Collect those who play no more."""
        return frozenset(entrant.id for entrant in self.entrants if entrant.is_out)

    @cached_property
    def left_order(self) -> dict[int, int]:
        """Map those who play no more to the order in which they left."""
        return {entrant.id: entrant.left_order for entrant in self.entrants if entrant.is_out}

    @cached_property
    def disqualified(self) -> frozenset[int]:
        """Collect those who rank behind everybody else."""
        return frozenset(entrant.id for entrant in self.entrants if entrant.is_disqualified)

    @cached_property
    def seeds(self) -> dict[int, int]:
        """Map an id to its place among the seeds, from 0."""
        return {entrant.id: index for index, entrant in enumerate(self.entrants)}
