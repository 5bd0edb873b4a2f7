"""What a rated match does to standings, as a pure function: for matches that end and for replays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from arena.ratings.maths import RECENT, Parameters, Skill, newcomer, rate, result_of, widened


@dataclass(frozen=True, slots=True)
class Standing:
    """A bot's place on a ladder."""

    skill: Skill
    version: int | None = None  # key of the last version rated
    matches: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    faults: int = 0
    recent: tuple[float, ...] = ()

    @property
    def trend(self) -> float:
        """Give the change of the shown figure over the last matches."""
        return round(self.skill.shown - self.recent[0], 3) if len(self.recent) > 1 else 0.0


@dataclass(frozen=True, slots=True)
class Entry:
    """One bot's part in a match that is rated."""

    bot: int
    version: int
    rank: int
    faulted: bool


@dataclass(frozen=True, slots=True)
class Change:
    """What one match did to one bot."""

    entry: Entry
    before: Standing
    after: Standing


def changes(
    standings: Mapping[int, Standing], entries: Sequence[Entry], parameters: Parameters
) -> list[Change]:
    """Rate one match. A bot without a standing is a newcomer; a newer version is widened."""
    before = [standings.get(entry.bot) or Standing(newcomer(parameters)) for entry in entries]
    priors = [_prior(standing, entry, parameters) for standing, entry in zip(before, entries, strict=True)]
    ranks = [entry.rank for entry in entries]
    skills = rate(priors, ranks, parameters)
    return [
        Change(entry, standing, _after(standing, entry, skill, ranks))
        for entry, standing, skill in zip(entries, before, skills, strict=True)
    ]


def is_newer(version: int, last: int | None) -> bool:
    """Tell whether a version came after the last one rated; keys grow with time."""
    return last is not None and version > last


def _prior(standing: Standing, entry: Entry, parameters: Parameters) -> Skill:
    return (
        widened(standing.skill, parameters) if is_newer(entry.version, standing.version) else standing.skill
    )


def _after(standing: Standing, entry: Entry, skill: Skill, ranks: Sequence[int]) -> Standing:
    result = result_of(entry.rank, ranks)
    return replace(
        standing,
        skill=skill,
        version=max(entry.version, standing.version or 0),
        matches=standing.matches + 1,
        wins=standing.wins + (result == "win"),
        draws=standing.draws + (result == "draw"),
        losses=standing.losses + (result == "loss"),
        faults=standing.faults + entry.faulted,
        recent=(*standing.recent, round(skill.shown, 4))[-RECENT:],
    )


def replayed(
    matches: Iterable[tuple[int, Sequence[Entry]]], standings: dict[int, Standing], parameters: Parameters
) -> Iterator[tuple[int, Change]]:
    """Rate matches in order, keeping `standings` up to date; yield each change with its match."""
    for match, entries in matches:
        for change in changes(standings, entries, parameters):
            standings[change.entry.bot] = change.after
            yield match, change
