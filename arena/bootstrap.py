"""What a new installation needs before anybody comes: ladders, the house and its bots, an operator."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import sha256

from django.db import transaction

from arena.accounts.models import Role, User
from arena.ladders.defaults import DEFAULT_LADDERS
from arena.ladders.models import Ladder
from arena.ladders.services import create_ladder
from arena.matches.terms import Terms
from arena.submissions.checking import activate_version
from arena.submissions.models import Bot, Version, VersionStatus
from arena.submissions.services import create_bot, upload_version
from arena.tournaments.models import Tournament
from arena.tournaments.services import create_demo
from bots.house import HouseProgram, programs
from games import GAMES

HOUSE = "house"
ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Bootstrapped:
    """What was made; the password is shown once and kept nowhere."""

    ladders: list[str]
    bots: list[str]
    password: str | None


def bootstrap() -> Bootstrapped:
    """Make whatever is missing; safe to run at every start."""
    ladders = make_ladders()
    house = _house()
    made = [name for game in GAMES for name in make_house_bots(house, game)]
    return Bootstrapped(ladders, made, _admin_password())


def make_ladders() -> list[str]:
    """Make the default ladders that are missing, of the games that are installed."""
    made = []
    for order, ladder in enumerate(DEFAULT_LADDERS, 1):
        if ladder.game not in GAMES or Ladder.objects.filter(slug=ladder.slug).exists():
            continue
        terms = Terms(
            game=ladder.game,
            seats=ladder.seats,
            options=ladder.options,
            legs=ladder.legs,
            mirror=ladder.mirror,
        )
        create_ladder(
            organiser=None, slug=ladder.slug, title=ladder.title, description=ladder.description, terms=terms,
            players=ladder.players, is_default=True, order=order, beta=ladder.beta,
            draw_probability=ladder.draw_probability,
        )  # fmt: skip
        made.append(ladder.slug)
    return made


def _house() -> User:
    house, made = User.objects.get_or_create(
        username=HOUSE,
        defaults={"is_house": True, "email": None, "about": "The bots that come with the service."},
    )
    if made:
        house.set_unusable_password()
        house.save(update_fields=["password"])
    return house


def make_house_bots(house: User, game: str) -> list[str]:
    """Put the house's programs of a game on the ladders; a changed program becomes a new version."""
    made = []
    for program in programs():
        if program.game != game:
            continue
        bot = _house_bot(house, game, f"{game}-{program.name}")
        if _install(bot, program):
            made.append(bot.name)
    return made


def _house_bot(house: User, game: str, name: str) -> Bot:
    found = Bot.objects.filter(name=name, owner=house).first()
    return found or create_bot(
        owner=house, name=name, games=[game], description=f"A house bot for {GAMES[game].title}."
    )


@transaction.atomic
def _install(bot: Bot, program: HouseProgram) -> bool:
    """Activate a house bot's program without a check: it comes with the service and is tested with it."""
    newest = bot.versions.order_by("-number").first()
    version = (
        upload_version(bot=bot, filename=program.filename, content=program.content)
        if newest is None or _differs(newest, program.content)
        else newest
    )
    if version.status == VersionStatus.ACTIVE:
        return False
    Version.objects.filter(pk=version.pk).update(language="python")  # a build would tell
    activate_version(version=version, report=[])
    return True


def _differs(newest: Version, content: bytes) -> bool:
    return newest.digest != sha256(content).hexdigest()


def _admin_password() -> str | None:
    """Make the first operator; None when there is one."""
    if User.objects.filter(is_superuser=True).exists():
        return None
    password = secrets.token_urlsafe(12)
    User.objects.create_superuser(ADMIN, password=password, role=Role.OPERATOR)
    return password


def make_demonstration() -> bool:
    """Make tournaments of the house bots to look at; False when there were tournaments before."""
    if Tournament.objects.exists():
        return False
    create_demo()
    return True
