"""Every kit builds in the real sandbox and plays whole matches of every game."""

from __future__ import annotations

import io
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bots import kits
from bots.build import build
from bots.languages import LANGUAGES, toolchains
from bots.manifest import BuiltBot
from bots.match import MatchPlan, MatchReport, sides
from bots.referee import play
from bots.sandbox import Level, Sandbox
from games import GAMES
from tests.conftest import LEFT_OUT

HERE = [language for language, tools in toolchains().items() if tools is not None]
AWKWARD = ('say "hi" \\ back/slash', "tab\tnew\nline", "éß☃ 你好 \U0001f600", "{[}],:", "")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """Open the strongest sandbox in which compilers run."""
    with Sandbox.open(accept=Level.RLIMITS) as opened:
        yield opened


@pytest.fixture(scope="module", params=HERE)
def kit(
    request: pytest.FixtureRequest, sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory
) -> BuiltBot:
    """Build the kit of one language from its archive."""
    content = kits.archive(request.param, "lie")
    return build(content, "kit.zip", cache=tmp_path_factory.mktemp("builds"), sandbox=sandbox)


def _played(kit: BuiltBot, sandbox: Sandbox, game: str, names: tuple[str, ...] = ()) -> MatchReport:
    seats = GAMES[game].options().default_seats
    count = sides(game, seats=seats, options={})
    names = names[:count] or tuple(f"bot-{number}" for number in range(count))
    plan = MatchPlan(game=game, seats=seats, options={}, legs=2, seed=b"kits" * 8, names=names)
    return play(plan, [kit] * count, sandbox=sandbox)


def test_there_is_a_kit_for_every_language() -> None:
    assert set(kits.ENTRIES) == set(LANGUAGES)


def test_every_language_is_here_but_those_that_could_not_be_installed() -> None:
    assert set(LANGUAGES) - set(HERE) <= LEFT_OUT  # ./run names them in its last lines


@pytest.mark.parametrize("game", GAMES)
def test_a_kit_plays_every_game(kit: BuiltBot, sandbox: Sandbox, game: str) -> None:
    report = _played(kit, sandbox, game)
    assert report.faults == ()
    assert all(leg.ending != "forfeit" for leg in report.legs)


def test_a_kit_plays_the_same_match_again(kit: BuiltBot, sandbox: Sandbox) -> None:
    assert _played(kit, sandbox, "lie").digest == _played(kit, sandbox, "lie").digest


def test_a_kit_reads_any_text(kit: BuiltBot, sandbox: Sandbox) -> None:
    assert _played(kit, sandbox, "lie", AWKWARD).faults == ()


@pytest.mark.parametrize("language", kits.ENTRIES)
@pytest.mark.parametrize("game", GAMES)
def test_a_kit_names_its_game_and_its_actions(language: str, game: str) -> None:
    files = kits.files(language, game, name="beginner")
    manifest = tomllib.loads(files["bot.toml"].decode())
    assert manifest == {
        "name": "beginner", "language": language, "entry": kits.ENTRIES[language], "games": [game],
    }  # fmt: skip
    readme = files["README.md"].decode()
    assert "$" not in readme
    for form in GAMES[game].schemas()["action"]["oneOf"]:
        assert f'"do": "{form["properties"]["do"]["const"]}"' in readme
    assert b"YOUR STRATEGY" in files[kits.ENTRIES[language]]


def test_an_archive_is_the_same_every_time_and_has_one_directory() -> None:
    first, second = kits.archive("rust", "ten"), kits.archive("rust", "ten")
    assert first == second
    names = zipfile.ZipFile(io.BytesIO(first)).namelist()
    assert {Path(name).parts[0] for name in names} == {"my-bot"}


def test_there_is_no_kit_for_what_is_unknown() -> None:
    with pytest.raises(KeyError):
        kits.archive("cobol", "lie")
    with pytest.raises(KeyError):
        kits.archive("python", "chess")
