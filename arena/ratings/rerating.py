"""Rate a ladder anew from its matches: all of them, or from one point on; and check that nothing differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import isclose

from django.db import transaction
from django.db.models import Max, Min

from arena.ladders.models import Ladder
from arena.matches.models import MatchPlayer
from arena.ratings.badges import NONE, Badge
from arena.ratings.maths import RECENT, Skill, newcomer, result_of
from arena.ratings.models import Rating, RatingEvent
from arena.ratings.selectors import parameters_of
from arena.ratings.services import (
    BADGE_FIELDS,
    STANDING_FIELDS,
    entry_of,
    standing_of,
    write_events,
    write_standing,
)  # fmt: skip
from arena.ratings.standings import Change, Entry, Standing, replayed
from arena.rows import update_rows

_CLOSE = 1e-9


@transaction.atomic
def rerate(*, ladder: Ladder) -> int:
    """Rate all matches of a ladder anew, in the order in which they were rated; return how many."""
    ladder = Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)
    matches = list(rated_matches(ladder))
    fresh = Standing(newcomer(parameters_of(ladder)))
    standings = {rating.bot_id: fresh for rating in ladder.ratings.all()}
    _replace_events(ladder, 1, matches, standings)
    return len(matches)


@transaction.atomic
def change_parameters(*, ladder: Ladder, beta: float, draw_probability: float) -> None:
    """Rate a ladder anew with another beta and draw probability; never the one without the other."""
    ladder = Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)
    ladder.beta, ladder.draw_probability = beta, draw_probability
    ladder.save(update_fields=["beta", "draw_probability"])
    rerate(ladder=ladder)


@transaction.atomic
def rerate_from(*, ladder: Ladder, sequence: int) -> int:
    """Rate anew the matches from an event on, leaving what came before as it is; return how many."""
    ladder = Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)
    matches = list(rated_matches(ladder, since=sequence))
    standings = _standings_before(ladder, sequence)
    _replace_events(ladder, sequence, matches, standings)
    return len(matches)


def _replace_events(
    ladder: Ladder,
    sequence: int,
    matches: Sequence[tuple[int, Sequence[Entry]]],
    standings: dict[int, Standing],
) -> None:
    ladder.events.filter(sequence__gte=sequence).delete()
    ladder.rating_sequence = sequence - 1
    made = list(replayed(matches, standings, parameters_of(ladder)))
    write_events(ladder, made, count=len(made))
    ratings = Rating.objects.select_for_update(no_key=True).filter(ladder=ladder, bot__in=list(standings))
    badges = _badges(ladder, standings)
    rows = list(ratings.order_by("pk"))
    for rating in rows:
        write_standing(rating, standings[rating.bot_id])
        rating.badge_level, rating.badge = badges.get(rating.bot_id, NONE)
    update_rows(rows, [*STANDING_FIELDS, *BADGE_FIELDS])


def _badges(ladder: Ladder, bots: Iterable[int]) -> dict[int, Badge]:
    """Find the best badge of each bot in the matches that count."""
    played = MatchPlayer.objects.filter(
        match__ladder=ladder, match__rated_at__isnull=False, match__invalidated_at=None, badge_level__gt=0
    )
    rows = played.filter(bot__in=list(bots)).order_by("badge_level")
    return {bot: Badge(level, text) for bot, level, text in rows.values_list("bot", "badge_level", "badge")}


def rated_matches(ladder: Ladder, *, since: int = 0) -> Iterator[tuple[int, list[Entry]]]:
    """Give the matches that count, in the order in which they were rated, with their players by index."""
    events = ladder.events.filter(sequence__gte=since).values("match").annotate(first=Min("sequence"))
    order = {row["match"]: row["first"] for row in events}
    players = MatchPlayer.objects.filter(
        match__ladder=ladder, match__rated_at__isnull=False, match__invalidated_at=None
    ).order_by("match", "index")
    entries: dict[int, list[Entry]] = {}
    for player in players.iterator(chunk_size=5000):
        if player.match_id in order:
            entries.setdefault(player.match_id, []).append(entry_of(player))
    return ((match, entries[match]) for match in sorted(entries, key=order.__getitem__))


def _standings_before(ladder: Ladder, sequence: int) -> dict[int, Standing]:
    """Give the standings just before an event, of every bot that has played since."""
    first: dict[int, RatingEvent] = {}
    for event in ladder.events.filter(sequence__gte=sequence).order_by("-sequence"):
        first[event.bot_id] = event
    undone = _contributions(ladder, sequence)
    standings = {}
    for rating in Rating.objects.filter(ladder=ladder, bot__in=list(first)):
        event, counts = first[rating.bot_id], undone[rating.bot_id]
        now = standing_of(rating)
        standings[rating.bot_id] = replace(
            now, skill=Skill(event.mu_before, event.sigma_before), matches=now.matches - counts.matches,
            wins=now.wins - counts.wins, draws=now.draws - counts.draws, losses=now.losses - counts.losses,
            faults=now.faults - counts.faults, version=_last_version(ladder, rating.bot_id, sequence),
            recent=_recent(ladder, rating.bot_id, sequence),
        )  # fmt: skip
    return standings


def _last_version(ladder: Ladder, bot: int, sequence: int) -> int | None:
    """Give the newest version rated before an event."""
    before = ladder.events.filter(bot=bot, sequence__lt=sequence)
    newest: int | None = before.aggregate(newest=Max("version"))["newest"]
    return newest


def _recent(ladder: Ladder, bot: int, sequence: int) -> tuple[float, ...]:
    """Give the figures shown after the matches before an event."""
    events = list(ladder.events.filter(bot=bot, sequence__lt=sequence).order_by("-sequence")[:RECENT])
    return tuple(round(event.mu - 3 * event.sigma, 4) for event in reversed(events))


def _contributions(ladder: Ladder, sequence: int) -> dict[int, Standing]:
    """Count what the matches from an event on (invalid ones too) have added to each bot."""
    matches = ladder.events.filter(sequence__gte=sequence).values("match")
    tables: dict[int, list[Entry]] = {}
    for player in MatchPlayer.objects.filter(match__in=matches).order_by("match", "index"):
        tables.setdefault(player.match_id, []).append(entry_of(player))
    counts: dict[int, Standing] = {}
    for entries in tables.values():
        ranks = [entry.rank for entry in entries]
        for entry in entries:
            counts[entry.bot] = _added(counts.get(entry.bot), entry, result_of(entry.rank, ranks))
    return counts


def _added(standing: Standing | None, entry: Entry, result: str) -> Standing:
    one = standing or Standing(Skill(0.0, 0.0))
    return replace(
        one, matches=one.matches + 1, wins=one.wins + (result == "win"), draws=one.draws + (result == "draw"),
        losses=one.losses + (result == "loss"), faults=one.faults + entry.faulted,
    )  # fmt: skip


def differences(*, ladder: Ladder) -> list[str]:
    """Replay a ladder without writing and say, in sentences, what is stored differently."""
    with transaction.atomic():
        ladder = Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)
        stored = list(ladder.events.order_by("sequence"))
        ratings = list(ladder.ratings.all())
        matches = list(rated_matches(ladder))
        badges = _badges(ladder, [rating.bot_id for rating in ratings])
        unrated = ladder.matches.filter(
            kind="ladder", status="finished", invalidated_at=None, rated_at=None
        ).count()
    standings: dict[int, Standing] = {}
    made = list(replayed(matches, standings, parameters_of(ladder)))
    found = [] if not unrated else [f"{ladder.slug}: {unrated} finished matches are not rated"]
    found += _event_differences(ladder, stored, made)
    fresh = Standing(newcomer(parameters_of(ladder)))
    for rating in ratings:
        badge = badges.get(rating.bot_id, NONE)
        found += _rating_differences(rating, standings.get(rating.bot_id, fresh), badge)
    return found


def _event_differences(
    ladder: Ladder, stored: Sequence[RatingEvent], made: Sequence[tuple[int, Change]]
) -> list[str]:
    found = []
    if len(stored) != len(made):
        found.append(f"{ladder.slug}: {len(stored)} events are stored, {len(made)} follow from the matches")
    for number, (event, (match, change)) in enumerate(zip(stored, made, strict=False), 1):
        same = (event.sequence, event.match_id, event.bot_id) == (number, match, change.entry.bot)
        if (
            not same
            or not _close(event.mu, change.after.skill.mu)
            or not _close(event.sigma, change.after.skill.sigma)
        ):
            found.append(f"{ladder.slug}: event {event.sequence} differs from what match {match} gives")
    return found


def _rating_differences(rating: Rating, standing: Standing, badge: Badge) -> list[str]:
    now = standing_of(rating)
    close = _close(now.skill.mu, standing.skill.mu) and _close(now.skill.sigma, standing.skill.sigma)
    counts = ("version", "matches", "wins", "draws", "losses", "faults", "recent")
    wrong = [name for name in counts if getattr(now, name) != getattr(standing, name)]
    if (rating.badge_level, rating.badge) != badge:
        wrong.append("badge")
    if close and not wrong:
        return []
    return [
        f"rating {rating.pk}: {', '.join(wrong) or 'mu or sigma'} differs: {now} stored, {standing} computed"
    ]


def _close(one: float, other: float) -> bool:
    return isclose(one, other, rel_tol=_CLOSE, abs_tol=_CLOSE)
