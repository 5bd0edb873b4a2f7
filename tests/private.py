"""Alice's private things, each with a secret in it, for tests of what strangers get by any route."""

from __future__ import annotations

from typing import Any

from django.forms.models import model_to_dict

from arena import storage
from arena.accounts.models import ApiToken, AuditEntry, User
from arena.accounts.services import create_token
from arena.ladders.models import Ladder
from arena.matches.models import Match, MatchKind, MatchPlayer
from arena.submissions.models import Bot, Version
from bots.matchfile import pack
from tests.factories import finish, make_bot, make_ladder, make_match

SECRET = "ZAUBERWORT"


def make_private(alice: User) -> dict[str, list[str]]:
    """Give Alice private things, each with the secret in it, and name what addresses may hold."""
    User.objects.filter(pk=alice.pk).update(email=f"{SECRET}@example.org".lower(), banned_reason=SECRET)
    token, _ = create_token(user=alice, name=SECRET)
    ladder = make_ladder("main")
    bot, rival = make_bot(alice, "alpha"), make_bot(None, "beta")
    Version.objects.filter(bot=bot).update(
        source_key=storage.put(SECRET.encode(), "upload"), filename=f"{SECRET}.py", status_reason=SECRET,
        build_log=SECRET, check_report=[{"log": SECRET}], worker=SECRET,
    )  # fmt: skip
    matches = _matches(ladder, bot, rival)
    AuditEntry.objects.create(actor=alice, action="x", target=f"bot:{bot.pk}", reason=SECRET)
    return {
        "name": ["alpha"], "number": ["1"], "slug": ["main", "lie"], "username": ["alice"], "index": ["0"],
        "id": [*matches, str(token.public_id)],
    }  # fmt: skip


def _matches(ladder: Ladder, bot: Bot, rival: Bot) -> list[str]:
    """Make a finished match with a log, a check match, and one that waits with a failure behind it."""
    over, check, waiting = (make_match(ladder, [bot, rival]) for _ in range(3))
    for match in (over, check):
        finish(match, [2, 1], faults=["timeout"])
    log = storage.put(pack({"stderr": SECRET, "notes": [], "faults": [], "transcript": []}), "log")
    MatchPlayer.objects.filter(bot=bot).update(log_key=log)
    Match.objects.filter(pk=check.pk).update(kind=MatchKind.CHECK, rated_at=None, status_reason=SECRET)
    Match.objects.filter(pk=waiting.pk).update(failure=SECRET, worker=SECRET, seed=SECRET)
    return [str(match.pk) for match in (over, check, waiting)]


def state_of(alice: User) -> list[Any]:
    """Give everything of hers that a stranger might change."""
    rows = [
        User.objects.get(pk=alice.pk), *Bot.objects.filter(owner=alice),
        *Version.objects.filter(bot__owner=alice), *Match.objects.order_by("pk"),
        *ApiToken.objects.filter(user=alice),
    ]  # fmt: skip
    return [model_to_dict(row) for row in rows]
