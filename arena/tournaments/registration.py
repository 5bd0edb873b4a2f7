"""Bots come and go: invited, registered, waiting, checked in, withdrawn, disqualified."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from arena.accounts.models import User
from arena.accounts.services import audit
from arena.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from arena.queue import Task, enqueue_after_commit
from arena.ratings.selectors import rank_of, rating_of
from arena.submissions.models import Bot
from arena.tournaments.advancing import locked, take_back, tell
from arena.tournaments.models import Admission, Entrant, EntrantStatus, Tournament, TournamentStatus
from arena.tournaments.planning import Board
from arena.tournaments.seeding import is_full, promote
from arena.tournaments.services import open_matches, require_manager

_HERE = (EntrantStatus.REGISTERED, EntrantStatus.WAITING)


@transaction.atomic
def register(*, tournament: Tournament, bot: Bot, actor: User) -> Entrant:
    """Enter a bot, or put it on the waiting list when every place is taken."""
    _require_owner(bot, actor)
    row = locked(tournament.pk)
    _check_open(row)
    entrant = row.entrants.filter(bot=bot).first()
    if entrant is not None and entrant.status in _HERE:
        return entrant
    _check_bot(row, bot)
    _check_admission(row, bot, entrant, actor)
    _check_share(row, bot)
    status = EntrantStatus.WAITING if is_full(row) else EntrantStatus.REGISTERED
    values = {
        "status": status, "reason": "", "created_at": timezone.now(), "checked_in_at": None, "left_at": None,
        "left_after": None,
    }  # fmt: skip
    entrant, _ = Entrant.objects.update_or_create(tournament=row, bot=bot, defaults=values)
    tell(row)
    return entrant


def _require_owner(bot: Bot, actor: User) -> None:
    if not (actor.is_staff or bot.owner_id == actor.pk):
        raise NotAllowedError("This bot is not yours.", code="not_your_bot")


def _check_open(row: Tournament) -> None:
    if not row.takes_entries:
        raise ConflictError("Registration is not open.", code="registration_closed")


def _check_bot(row: Tournament, bot: Bot) -> None:
    if row.game not in bot.games:
        raise InvalidError(f"{bot.name} does not play {row.game}.", code="other_game")
    if bot.active_version_id is None or bot.retired_at is not None or bot.paused_at is not None:
        raise ConflictError(f"{bot.name} has no active version, or is paused.", code="version_not_active")


def _check_admission(row: Tournament, bot: Bot, entrant: Entrant | None, actor: User) -> None:
    """Let in whom the tournament is for; who was thrown out stays out."""
    if entrant is not None and entrant.status == EntrantStatus.DISQUALIFIED:
        raise ConflictError(f"{bot.name} is disqualified.", code="disqualified")
    if actor.is_staff or (entrant is not None and entrant.status == EntrantStatus.INVITED):
        return
    if row.admission == Admission.INVITATION and entrant is None:
        raise NotAllowedError("This tournament is by invitation.", code="not_invited")
    if row.admission == Admission.RANK and row.ladder is not None:
        rank = rank_of(rating_of(ladder=row.ladder, bot=bot))
        if rank > (row.rank_limit or 0):
            raise NotAllowedError(
                f"This tournament is for the first {row.rank_limit} of {row.ladder.title}; "
                f"{bot.name} is number {rank}.",
                code="rank_too_low",
            )


def _check_share(row: Tournament, bot: Bot) -> None:
    others = row.entrants.filter(bot__owner=bot.owner_id, status__in=_HERE).exclude(bot=bot).count()
    if not bot.is_house and others >= row.bots_per_player:
        raise ConflictError(
            f"A player enters {row.bots_per_player} bots at most: withdraw one first.",
            code="too_many_entries",
        )


@transaction.atomic
def invite(*, tournament: Tournament, bot: Bot, actor: User) -> Entrant:
    """Ask a bot in; it takes a place when its owner registers it."""
    require_manager(tournament, actor)
    row = locked(tournament.pk)
    if row.status not in (TournamentStatus.DRAFT, TournamentStatus.REGISTRATION):
        raise ConflictError("The entrants are fixed.", code="tournament_locked")
    _check_bot(row, bot)
    entrant, _ = Entrant.objects.get_or_create(
        tournament=row, bot=bot, defaults={"status": EntrantStatus.INVITED}
    )
    if entrant.status == EntrantStatus.WITHDRAWN:  # who has left may be asked again
        entrant.status, entrant.reason = EntrantStatus.INVITED, ""
        entrant.save(update_fields=["status", "reason"])
    audit(actor=actor, action="invite", target=row, bot=bot.name)
    tell(row)
    return entrant


@transaction.atomic
def check_in(*, tournament: Tournament, bot: Bot, actor: User) -> Entrant:
    """Say that a bot is ready, in the time before the start that is set for it."""
    _require_owner(bot, actor)
    row = locked(tournament.pk)
    _check_open(row)
    if not row.needs_check_in:
        raise ConflictError("This tournament has no check-in.", code="no_check_in")
    opens_at = None if row.starts_at is None else row.starts_at - timedelta(minutes=row.check_in_min)
    if opens_at is not None and timezone.now() < opens_at:
        raise ConflictError(f"Check-in opens at {opens_at:%Y-%m-%d %H:%M} UTC.", code="check_in_not_open")
    entrant = entrant_of(row, bot)
    if entrant.status not in _HERE:
        raise ConflictError(f"{bot.name} is not registered.", code="not_registered")
    entrant.checked_in_at = entrant.checked_in_at or timezone.now()
    entrant.save(update_fields=["checked_in_at"])
    tell(row)
    return entrant


def entrant_of(tournament: Tournament, bot: Bot) -> Entrant:
    """Find a bot among the entrants."""
    found = tournament.entrants.filter(bot=bot).first()
    if found is None:
        raise NotFoundError("This bot is not in this tournament.")
    return found


@transaction.atomic
def withdraw(*, tournament: Tournament, bot: Bot, actor: User, reason: str = "") -> Entrant:
    """Take a bot out; what it has not played by now is lost, and the tournament goes on."""
    if tournament.organiser_id != actor.pk:
        _require_owner(bot, actor)
    row = locked(tournament.pk)
    entrant = entrant_of(row, bot)
    if entrant.status in (EntrantStatus.WITHDRAWN, EntrantStatus.DISQUALIFIED):
        return entrant
    _leave(row, entrant, EntrantStatus.WITHDRAWN, reason or "It was withdrawn.")
    return entrant


@transaction.atomic
def disqualify(*, tournament: Tournament, bot: Bot, actor: User, reason: str) -> Entrant:
    """Throw a bot out: it is placed last, and what was played stands."""
    require_manager(tournament, actor)
    if not reason.strip():
        raise InvalidError("Say why.", code="reason_missing")
    row = locked(tournament.pk)
    entrant = entrant_of(row, bot)
    if entrant.status == EntrantStatus.DISQUALIFIED:
        return entrant
    _leave(row, entrant, EntrantStatus.DISQUALIFIED, reason)
    audit(actor=actor, action="disqualify", target=row, reason=reason, bot=bot.name)
    return entrant


def _leave(row: Tournament, entrant: Entrant, status: EntrantStatus, reason: str) -> None:
    if row.is_over:
        raise ConflictError("This tournament is over.", code="tournament_over")
    if entrant.left_at is None:
        entrant.left_at, entrant.left_after = timezone.now(), _round_of(row)
    entrant.status, entrant.reason = status, reason[:300]
    entrant.save(update_fields=["status", "reason", "left_at", "left_after"])
    if row.has_begun:
        # Matches of it under way end here: a result that comes after the walkover would unmake it.
        take_back(open_matches(row, entrant=entrant.pk), reason=reason, now=entrant.left_at)
        Tournament.objects.filter(pk=row.pk).update(advanced_at=None)
        enqueue_after_commit(Task.ADVANCE_TOURNAMENT, row.pk)
    elif row.takes_entries:
        promote(row)
    tell(row)


def _round_of(row: Tournament) -> int:
    return Board.load(row).plan.round if row.has_begun else 0


@transaction.atomic
def set_seeds(*, tournament: Tournament, actor: User, bots: Sequence[str]) -> None:
    """Write down the order in which the organiser seeds, best first; the rest follow by the ladder."""
    require_manager(tournament, actor)
    row = locked(tournament.pk)
    if row.status not in (TournamentStatus.DRAFT, TournamentStatus.REGISTRATION):
        raise ConflictError("The seeds are fixed.", code="tournament_locked")
    entrants = {entrant.bot.name: entrant for entrant in row.entrants.select_related("bot")}
    unknown = [name for name in bots if name not in entrants]
    if unknown:
        raise InvalidError(f"{unknown[0]} is not in this tournament.", code="no_such_entrant")
    row.entrants.update(seed=None)
    for seed, name in enumerate(bots, start=1):
        Entrant.objects.filter(pk=entrants[name].pk).update(seed=seed)
    tell(row)
