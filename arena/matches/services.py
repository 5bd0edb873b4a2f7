"""Schedule matches and change their fate: challenges, cancelling, running again, invalidating."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from arena import live
from arena.accounts.models import User
from arena.accounts.services import audit
from arena.errors import ConflictError, InvalidError, NotAllowedError
from arena.ladders.models import Ladder
from arena.matches.models import Match, MatchKind, MatchPlayer, MatchStatus
from arena.matches.terms import Terms
from arena.queue import Queue, Task, enqueue_after_commit, send
from arena.quota import HOUR, check_hour
from arena.submissions.models import Bot, Version, VersionStatus
from bots.match import seed_hash
from games import GAMES

URGENT = 3  # priority of matches that somebody waits for: first verdicts and challenges
ORDINARY = 5

_PLAYED_AGAIN_BY = {
    MatchKind.TOURNAMENT: "Invalidate it: its tournament then plays it again by itself.",
    MatchKind.CHECK: "Check the version again instead.",
}
_PLAYABLE = {VersionStatus.ACTIVE, VersionStatus.RETIRED}


@transaction.atomic
def schedule_match(
    *, kind: MatchKind, versions: Sequence[Version], terms: Terms, ladder: Ladder | None = None,
    priority: int = ORDINARY, created_by: User | None = None, live_delay_s: int = 0,
    rerun_of: Match | None = None,
) -> Match:  # fmt: skip
    """Queue a match between versions that have passed their check."""
    if any(version.status not in _PLAYABLE for version in versions):
        raise ConflictError("Only versions that have passed their check play.", code="version_not_active")
    match = create_match(
        kind=kind, versions=versions, terms=terms, ladder=ladder, priority=priority, created_by=created_by,
        live_delay_s=live_delay_s, rerun_of=rerun_of,
    )  # fmt: skip
    enqueue_after_commit(Task.PLAY_MATCH, match.pk, queue=queue_of(match))
    return match


def create_match(
    *, kind: MatchKind, versions: Sequence[Version], terms: Terms, ladder: Ladder | None = None,
    priority: int = ORDINARY, created_by: User | None = None, live_delay_s: int = 0,
    rerun_of: Match | None = None,
) -> Match:  # fmt: skip
    """Write down a match and its players, without asking for it to be played."""
    terms.checked().check_players(len(versions))
    seed = secrets.token_bytes(32)
    match = Match.objects.create(
        kind=kind, ladder=ladder, game=terms.game, options=dict(terms.options), seats=terms.seats,
        legs=terms.legs, mirror=terms.mirror, move_ms=terms.move_ms, bank_ms=terms.bank_ms,
        start_ms=terms.start_ms, seed=seed.hex(), seed_hash=seed_hash(seed),
        engine_version=GAMES[terms.game].version, priority=priority, created_by=created_by,
        live_delay_s=live_delay_s, rerun_of=rerun_of,
    )  # fmt: skip
    MatchPlayer.objects.bulk_create(
        MatchPlayer(match=match, index=index, bot_id=version.bot_id, version=version)
        for index, version in enumerate(versions)
    )
    return match


def queue_of(match: Match) -> Queue:
    """Choose the queue of a match: what somebody waits for does not stand behind the ladders."""
    if match.kind == MatchKind.TOURNAMENT:
        return Queue.TOURNAMENTS
    return Queue.FIRST if match.priority <= URGENT else Queue.LADDER


def resend(match: Match) -> None:
    """Send the message of a queued match again."""
    send(Task.PLAY_MATCH, match.pk, queue=queue_of(match))


@transaction.atomic
def challenge(*, user: User, bots: Sequence[Bot], ladder: Ladder, legs: int | None = None) -> Match:
    """Play an unrated match by the rules of a ladder; one of the bots must be the challenger's."""
    if not user.is_staff and all(bot.owner_id != user.pk for bot in bots):
        raise NotAllowedError("One of the bots must be yours.", code="not_your_bot")
    _check_challenge_quota(user)
    versions = [_version_to_play(bot, ladder) for bot in bots]
    terms = Terms.of_ladder(ladder)
    if legs is not None:
        terms = Terms(**{name: getattr(terms, name) for name in terms.__slots__} | {"legs": legs})
    return schedule_match(
        kind=MatchKind.CHALLENGE,
        versions=versions,
        terms=terms,
        ladder=ladder,
        priority=URGENT,
        created_by=user,
    )


def _check_challenge_quota(user: User) -> None:
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # two at once must not both find room
    since, limit = timezone.now() - HOUR, settings.CHALLENGES_PER_HOUR
    made = Match.objects.filter(kind=MatchKind.CHALLENGE, created_by=user, created_at__gt=since)
    what = f"You may make {limit} challenges an hour"
    check_hour(made.values_list("created_at", flat=True), limit=limit, what=what, code="too_many_challenges")


def _version_to_play(bot: Bot, ladder: Ladder) -> Version:
    if bot.active_version is None or bot.retired_at is not None:
        raise ConflictError(f"{bot.name} has no active version.", code="version_not_active")
    if ladder.game not in bot.games:
        raise InvalidError(f"{bot.name} does not play {ladder.game}.", code="other_game")
    return bot.active_version


@transaction.atomic
def cancel_match(*, match: Match, actor: User, reason: str) -> Match:
    """Take back a match that is not over; a worker that plays it finds its claim gone."""
    taken = Match.objects.filter(pk=match.pk, status__in=[MatchStatus.QUEUED, MatchStatus.RUNNING]).update(
        status=MatchStatus.CANCELLED, status_reason=reason[:500], finished_at=timezone.now(), lease_until=None
    )
    if not taken:
        raise ConflictError("This match is over.", code="match_over")
    audit(actor=actor, action="cancel", target=match, reason=reason)
    _advance_tournaments(match)
    return _refreshed(match)


@transaction.atomic
def rerun_match(*, match: Match, actor: User, reason: str = "") -> Match:
    """Play a match again as a new one, with the same versions and a new seed."""
    if match.status in {MatchStatus.QUEUED, MatchStatus.RUNNING}:
        raise ConflictError("This match is not over yet.", code="match_not_over")
    if match.kind in _PLAYED_AGAIN_BY:
        raise ConflictError(_PLAYED_AGAIN_BY[MatchKind(match.kind)], code="not_rerun_by_hand")
    if (
        match.kind == MatchKind.LADDER
        and match.status == MatchStatus.FINISHED
        and match.invalidated_at is None
    ):
        raise ConflictError("This match counts: invalidate it first.", code="match_counts")
    versions = [player.version for player in match.players.select_related("version").order_by("index")]
    again = schedule_match(
        kind=MatchKind(match.kind), versions=versions, terms=terms_of(match), ladder=match.ladder,
        priority=match.priority, created_by=actor, live_delay_s=match.live_delay_s, rerun_of=match,
    )  # fmt: skip
    audit(actor=actor, action="rerun", target=match, reason=reason, match=again.pk)
    return again


def terms_of(match: Match) -> Terms:
    """Give the terms on which a match is played."""
    return Terms(
        game=match.game, seats=match.seats, options=match.options, legs=match.legs, mirror=match.mirror,
        move_ms=match.move_ms, bank_ms=match.bank_ms, start_ms=match.start_ms,
    )  # fmt: skip


@transaction.atomic
def invalidate_match(*, match: Match, actor: User, reason: str) -> Match:
    """Let a finished match count no longer; one of a tournament falls there, after a warning."""
    counting = match.tournament_games.filter(superseded_at=None).exclude(tournament__status="cancelled")
    slug = counting.values_list("tournament__slug", flat=True).first()
    if slug is not None:
        raise ConflictError(
            f"This match counts in the tournament {slug!r}: let it fall on the page of that tournament, "
            "where you are told first what that re-opens.",
            code="counts_in_tournament",
        )
    return strike_match(match=match, actor=actor, reason=reason)


@transaction.atomic
def strike_match(*, match: Match, actor: User, reason: str) -> Match:
    """Let a finished match count no longer; the ladder is rated anew from that point."""
    from arena.ratings.rerating import rerate_from

    if not reason.strip():
        raise InvalidError("Say why.", code="reason_missing")
    if match.ladder_id is not None:
        Ladder.objects.select_for_update(no_key=True).get(pk=match.ladder_id)
    taken = Match.objects.filter(pk=match.pk, status=MatchStatus.FINISHED, invalidated_at=None).update(
        invalidated_at=timezone.now(), invalidated_reason=reason[:500]
    )
    if not taken:
        raise ConflictError("Only a finished match that counts can be invalidated.", code="match_not_valid")
    first = match.rating_events.order_by("sequence").first()
    if first is not None and match.ladder is not None:
        rerate_from(ladder=match.ladder, sequence=first.sequence)
        slug = match.ladder.slug
        transaction.on_commit(lambda: live.ladder_changed(slug))
    audit(actor=actor, action="invalidate", target=match, reason=reason)
    _advance_tournaments(match)
    return _refreshed(match)


def _advance_tournaments(match: Match) -> None:
    for tournament in match.tournament_games.values_list("tournament_id", flat=True):
        enqueue_after_commit(Task.ADVANCE_TOURNAMENT, tournament)


def _refreshed(match: Match) -> Match:
    match.refresh_from_db()
    status = match.status
    transaction.on_commit(lambda: live.match_changed(match.pk, status=status))
    return match
