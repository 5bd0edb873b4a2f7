"""What happens to bots: made, uploaded to, paused, resumed, retired."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F, Max, Q
from django.utils import timezone

from arena import mail, storage
from arena.accounts.models import User
from arena.accounts.services import audit
from arena.errors import ConflictError, InvalidError, QuotaError, TooLargeError
from arena.ladders.services import enter_ladders
from arena.queue import Task, enqueue_after_commit
from arena.quota import HOUR, check_hour
from arena.submissions.models import Bot, Version, VersionStatus
from arena.validation import sentence
from games import GAMES

FAULTS_IN_A_ROW = 5
FAULT_WINDOW = 100  # matches
FAULTS_IN_WINDOW = 10  # more than this many are too many


def create_bot(*, owner: User, name: str, games: Sequence[str], description: str = "") -> Bot:
    """Make a bot that has no version yet."""
    bot = Bot(
        owner=owner, name=name, games=_checked_games(games), description=description, is_house=owner.is_house
    )
    try:
        bot.full_clean(exclude=["owner"], validate_unique=False)
    except ValidationError as bad:
        raise InvalidError(sentence(bad), code="invalid_bot") from None
    try:
        with transaction.atomic():
            _check_bot_quota(owner)
            bot.save()
    except IntegrityError:
        raise ConflictError(f"There is a bot called {name} already.", code="name_taken") from None
    return bot


def _checked_games(games: Sequence[str]) -> list[str]:
    unknown = [game for game in games if game not in GAMES]
    if unknown:
        raise InvalidError(
            f"There is no game {unknown[0]!r}; the games are: {', '.join(GAMES)}.", code="no_such_game"
        )
    if not games:
        raise InvalidError("A bot enters at least one game.", code="no_games")
    return sorted(set(games), key=list(GAMES).index)


def _check_bot_quota(owner: User) -> None:
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)  # two at once must not both find room
    if not owner.is_house and owner.bots.filter(retired_at=None).count() >= settings.BOTS_PER_USER:
        raise QuotaError(
            f"You may have {settings.BOTS_PER_USER} bots: retire one first.", code="too_many_bots"
        )


@transaction.atomic
def change_bot(
    *,
    bot: Bot,
    description: str | None = None,
    games: Sequence[str] | None = None,
    source_public: bool | None = None,
    actor: User | None = None,
) -> Bot:
    """Change what is said about a bot, or which games its next version enters."""
    if description is not None:
        bot.description = description[:300]
    if source_public is not None:
        bot.source_public = source_public
    if games is not None:
        bot.games = _checked_games(games)
    bot.save(update_fields=["description", "source_public", "games"])
    _write_down(
        bot, actor, "change", description=bot.description, games=bot.games, source_public=bot.source_public
    )
    if games is not None and bot.active_version is not None:
        check_again(version=bot.active_version, games=bot.games)
    return bot


@transaction.atomic
def check_again(
    *, version: Version, games: Sequence[str] | None = None, actor: User | None = None, reason: str = ""
) -> None:
    """Send a version through its check again, for the games it enters now; a version in progress stays."""
    done = (VersionStatus.ACTIVE, VersionStatus.REJECTED)
    sent = Version.objects.filter(pk=version.pk, status__in=done).update(
        status=VersionStatus.CHECKING, lease_until=None, attempts=0,
        games=version.games if games is None else list(games),
        status_reason="It is checked again." if games is None else "It enters other games now.",
    )  # fmt: skip
    if not sent:
        raise ConflictError("Only an active or refused version is checked again.", code="version_busy")
    if actor is not None:
        audit(actor=actor, action="check_again", target=version, reason=reason)
    enqueue_after_commit(Task.CHECK_VERSION, version.pk)


def upload_version(*, bot: Bot, filename: str, content: bytes, actor: User | None = None) -> Version:
    """Take an upload: stored by its content, then built and checked."""
    _check_upload(bot, filename, content)
    digest = sha256(content).hexdigest()
    source_key = storage.put(content, "upload")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=bot.owner_id)  # one quota for all bots
        bot = Bot.objects.select_for_update(no_key=True).get(pk=bot.pk)
        _check_not_retired(bot)  # now for sure
        _check_upload_quota(bot)
        _check_not_same(bot, digest)
        last = bot.versions.aggregate(last=Max("number"))["last"] or 0
        version = Version.objects.create(
            bot=bot, number=last + 1, digest=digest, filename=filename[-120:], size=len(content),
            source_key=source_key, games=bot.games,
        )  # fmt: skip
        _write_down(bot, actor, "upload", version=version.number)
        enqueue_after_commit(Task.BUILD_VERSION, version.pk)
    return version


def _check_upload(bot: Bot, filename: str, content: bytes) -> None:
    _check_not_retired(bot)
    if not content:
        raise InvalidError("The upload is empty.", code="empty_upload")
    if len(content) > settings.UPLOAD_BYTES:
        raise TooLargeError(
            f"An upload has at most {settings.UPLOAD_BYTES} bytes; this one has {len(content)}."
        )
    if "/" in filename or "\0" in filename or not filename.strip(". "):
        raise InvalidError("The file needs a plain name, like bot.py or bot.zip.", code="bad_filename")


def _check_not_retired(bot: Bot) -> None:
    if bot.retired_at is not None:
        raise ConflictError("This bot is retired.", code="bot_retired")


def _check_upload_quota(bot: Bot) -> None:
    if bot.is_house:
        return
    made = Version.objects.filter(bot__owner=bot.owner_id, created_at__gt=timezone.now() - HOUR)
    limit = settings.UPLOADS_PER_HOUR
    what = f"You may upload {limit} times an hour"
    check_hour(made.values_list("created_at", flat=True), limit=limit, what=what, code="too_many_uploads")


def _check_not_same(bot: Bot, digest: str) -> None:
    newest = bot.versions.order_by("-number").first()
    if newest is not None and newest.digest == digest and newest.status != VersionStatus.REJECTED:
        raise ConflictError(f"This is the same file as version {newest.number}.", code="same_content")


@transaction.atomic
def pause_bot(*, bot: Bot, reason: str = "", actor: User | None = None) -> bool:
    """Take a bot off the boards and tell its owner why. False: it was off already."""
    own = actor is not None and actor.pk == bot.owner_id
    reason = reason or ("Paused by its owner." if own else "Paused by an operator.")
    lock_ratings(bot)
    taken = Bot.objects.filter(pk=bot.pk, paused_at=None).update(
        paused_at=timezone.now(), paused_reason=reason[:300]
    )
    if not taken:
        return False
    bot.ratings.update(is_active=False)
    if not own:
        audit(actor=actor, action="pause", target=bot, reason=reason)
        transaction.on_commit(lambda: _tell_owner(bot, reason))
    return True


def lock_ratings(bot: Bot) -> None:
    """Lock a bot's ratings by key, before the bot: in this order results are recorded."""
    list(bot.ratings.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))


def _tell_owner(bot: Bot, reason: str) -> None:
    """Send mail; the bot's page says the same, so a mail server that fails is no reason to stop."""
    if not bot.owner.email:
        return
    text = f"{reason}\n\nResume it when it is mended: {settings.URL}/bots/{bot.name}"
    mail.send(to=bot.owner.email, subject=f"Your bot {bot.name} is paused", text=text)


@transaction.atomic
def resume_bot(*, bot: Bot, actor: User | None = None, reason: str = "") -> Bot:
    """Put a paused bot back on the boards; earlier faults are forgiven."""
    owner = User.objects.select_for_update(no_key=True).get(pk=bot.owner_id)  # whose account may be closing
    lock_ratings(bot)
    resumed = owner.is_active and Bot.objects.filter(pk=bot.pk, retired_at=None).update(
        paused_at=None, paused_reason="", fault_streak=0, resumed_at=timezone.now()
    )
    if not resumed:
        raise ConflictError("This bot cannot be resumed.", code="bot_retired")
    bot.refresh_from_db()
    if bot.active_version_id is not None:
        enter_ladders(bot=bot)  # also those that were made meanwhile
        enqueue_after_commit(Task.MATCHMAKE)
    _write_down(bot, actor, "resume", reason)
    return bot


@transaction.atomic
def retire_bot(*, bot: Bot, actor: User | None = None, reason: str = "") -> Bot:
    """Take a bot out of play for good; its matches stay."""
    lock_ratings(bot)
    if Bot.objects.filter(pk=bot.pk, retired_at=None).update(retired_at=timezone.now()):
        _write_down(bot, actor, "retire", reason)
    bot.ratings.update(is_active=False)
    bot.refresh_from_db()
    return bot


def _write_down(bot: Bot, actor: User | None, action: str, reason: str = "", **detail: object) -> None:
    """Write down what somebody else than its owner did to a bot."""
    if actor is not None and actor.pk != bot.owner_id:
        audit(actor=actor, action=action, target=bot, reason=reason, **detail)


def note_outcomes(outcomes: Sequence[tuple[Bot, int, bool]]) -> None:
    """Count faults after a match, by bot in key order, and pause bots that have too many.

    An outcome names the version that played: what an older one still plays says nothing about its bot now.
    """
    clean = Q()
    for bot, version, faulted in outcomes:
        if not faulted:
            clean |= Q(pk=bot.pk, active_version=version)
    if clean:
        Bot.objects.filter(clean, fault_streak__gt=0).update(fault_streak=0)
    failed = [(bot, version) for bot, version, faulted in outcomes if faulted]
    for bot, version in sorted(failed, key=lambda one: one[0].pk):
        _note_fault(bot, version)


def _note_fault(bot: Bot, version: int) -> None:
    """Count one fault; the house is never paused."""
    counted = Bot.objects.filter(pk=bot.pk, active_version=version)
    if not counted.update(fault_streak=F("fault_streak") + 1) or bot.is_house:  # locks the bot
        return
    streak, resumed_at = counted.values_list("fault_streak", "resumed_at").get()
    if streak >= FAULTS_IN_A_ROW:
        pause_bot(bot=bot, reason=f"It failed {streak} matches in a row. Its logs say how.")
    elif (count := _recent_faults(bot, version, resumed_at)) > FAULTS_IN_WINDOW:
        pause_bot(bot=bot, reason=f"It failed {count} of its last {FAULT_WINDOW} matches. Its logs say how.")


def _recent_faults(bot: Bot, version: int, since: datetime | None) -> int:
    """Count the faults in the last matches that count, of this version, since the bot was last resumed."""
    played = bot.played.filter(version=version, match__status="finished", match__invalidated_at=None)
    played = played.filter(match__kind__in=["ladder", "tournament"])
    if since is not None:
        played = played.filter(match__finished_at__gt=since)
    return sum(
        bool(fault) for fault in played.order_by("-match").values_list("fault", flat=True)[:FAULT_WINDOW]
    )
