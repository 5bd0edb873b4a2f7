"""The house's programs become bots with active versions, and only a changed program a new one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arena import bootstrap
from arena.submissions.models import Bot, Version, VersionStatus
from bots.house import programs

pytestmark = pytest.mark.django_db


def install() -> list[str]:
    """Install the bots of one game."""
    bootstrap.make_ladders()
    return bootstrap.make_house_bots(bootstrap._house(), "lie")


def test_every_program_of_a_game_becomes_an_active_bot() -> None:
    made = install()
    assert made == [f"lie-{program.name}" for program in programs() if program.game == "lie"]
    assert {bot.active_version.status for bot in Bot.objects.all() if bot.active_version} == {
        VersionStatus.ACTIVE
    }
    assert Bot.objects.exclude(active_version=None).count() == len(made)


def test_installing_again_makes_nothing() -> None:
    install()
    assert install() == []


def test_a_changed_program_becomes_a_new_version(monkeypatch: pytest.MonkeyPatch) -> None:
    install()
    changed = tuple(
        replace(program, content=program.content + b"\0") if program.name == "strong" else program
        for program in programs()
    )
    monkeypatch.setattr(bootstrap, "programs", lambda: changed)
    assert install() == ["lie-strong"]
    assert list(
        Version.objects.filter(bot__name="lie-strong").order_by("number").values_list("status", flat=True)
    ) == [
        VersionStatus.RETIRED,
        VersionStatus.ACTIVE,
    ]
