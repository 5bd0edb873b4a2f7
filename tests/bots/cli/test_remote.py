"""The commands that speak to a server, against a real one: its API over HTTP, its builds in the sandbox."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from pytest_django.live_server_helper import LiveServer

from arena.matches.models import Match
from arena.submissions.checking import build_version, check_version
from arena.submissions.models import Bot, Version
from bots.cli import remote
from bots.cli.places import settings_file
from tests.arena.conftest import _own_places  # noqa: F401 the same places as in every test of the service
from tests.bots.cli.conftest import ILLEGAL, STEADY, Cli
from tests.factories import make_user

PASSWORD = "correct horse"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="session")
def live_server() -> Iterator[LiveServer]:
    """Start the server with a place for static files: where there is none, WhiteNoise warns."""
    Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)
    server = LiveServer("localhost")
    yield server
    server.stop()


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the worker work whenever the command line waits."""

    def worked(_seconds: float) -> None:
        for version in Version.objects.filter(status__in=("uploaded", "checking")):
            build_version(version_id=version.pk) or check_version(version_id=version.pk)

    monkeypatch.setattr("bots.cli.remote.sleep", worked)


@pytest.fixture
def log_in(cli: Cli, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Make an account and log in to the server with it."""

    def logged_in(name: str) -> None:
        make_user(name)
        monkeypatch.setenv("ARENA_PASSWORD", PASSWORD)
        assert cli("login", live_server.url, "--username", name).code == 0

    return logged_in


@pytest.fixture
def alice(log_in: Callable[[str], None]) -> None:
    """Be Alice, with a good bot and a bad one in the working directory."""
    log_in("alice")
    Path("steady.py").write_text("import sys\nprint('hello', file=sys.stderr)\n" + STEADY)
    Path("illegal.py").write_text(ILLEGAL)


def test_a_token_is_kept_for_its_owner_alone(cli: Cli, alice: None) -> None:
    path = settings_file()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert PASSWORD not in path.read_text()
    assert cli("status").out.startswith("You have no bots here yet")
    assert cli("logout").code == 0
    assert "arena_" not in path.read_text()
    assert cli("status").code == 2


def test_a_wrong_password_is_refused(
    cli: Cli, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_user("alice")
    monkeypatch.setenv("ARENA_PASSWORD", "guess")
    done = cli("login", live_server.url, "--username", "alice")
    assert done.code == 4
    assert "Wrong name or password." in done.err
    assert not settings_file().exists()


def test_a_good_bot_is_accepted_and_followed(cli: Cli, alice: None, work: None) -> None:
    done = cli("submit", "steady.py", "--name", "steady", "-g", "lie")
    assert (done.code, done.err) == (0, "")
    assert "sent version 1 of steady" in done.out
    assert "active" in done.out
    assert "playing" in cli("status").out
    assert cli("status", "steady", "--json").json()["version"]["status"] == "active"
    assert "passed lie" in cli("logs", "steady").out
    again = cli("submit", "steady.py", "--name", "steady")
    assert again.code == 4
    assert "the same file as version 1" in again.err


def test_the_matches_of_a_bot_can_be_read_replayed_and_proved(cli: Cli, alice: None, work: None) -> None:
    cli("submit", "steady.py", "--name", "steady", "-g", "lie")
    match = str(Match.objects.get(kind="check").pk)
    assert match in cli("matches", "steady").out
    assert "There are no such matches." in cli("matches", "steady", "--faults").out
    assert "hello" in cli("logs", "steady", match).out
    assert '-> {"type":"start"' in cli("logs", "steady", match, "--transcript").out
    assert "LIE, leg 1" in cli("replay", match).out
    proved = cli("verify", match)
    assert proved.code == 0
    assert "as it was published" in proved.out
    Match.objects.update(seed_hash="00" * 32)
    assert cli("verify", match).code == 1


def test_a_bad_bot_is_rejected_with_the_reason(cli: Cli, alice: None, work: None) -> None:
    done = cli("submit", "illegal.py", "-g", "lie")
    assert done.code == 1
    assert "rejected It failed its check match of LIE (garbled)" in done.out
    log = cli("logs", "illegal")
    assert "It had been asked:" in log.out
    assert '{"do": "fly"}' in log.out
    assert "(garbled)" in cli("matches", "illegal", "--faults").out


def test_a_bot_that_does_not_build_is_rejected_with_its_log(cli: Cli, alice: None, work: None) -> None:
    Path("broken.py").write_text("def (:\n")
    done = cli("submit", "broken.py", "--json")
    assert done.code == 1
    assert done.json()["status"] == "rejected"
    assert "SyntaxError" in cli("logs", "broken").out


def test_a_kit_is_sent_as_a_directory(cli: Cli, alice: None, work: None) -> None:
    cli("new", "python", "takethat", "--into", "mine")
    assert cli("submit", "mine").code == 0
    assert Bot.objects.get(name="mine").games == ["takethat"]


def test_no_verdict_in_time_is_our_fault(cli: Cli, alice: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "_POLL_S", 0.1)
    done = cli("submit", "steady.py", "-g", "lie", "--timeout-s", "1")
    assert done.code == 3
    assert "no verdict after 1 s" in done.err


def test_what_belongs_to_others_stays_theirs(
    cli: Cli, alice: None, work: None, log_in: Callable[[str], None]
) -> None:
    cli("submit", "steady.py", "--name", "steady", "-g", "lie")
    match = str(Match.objects.get(kind="check").pk)
    log_in("charlie")
    assert cli("submit", "illegal.py", "--name", "steady").code == 4
    assert "hello" not in cli("logs", "steady").out
    assert cli("logs", "steady", match).code == 4
    assert cli("replay", match).code == 4


def test_refusals_are_sentences(cli: Cli, alice: None, live_server: LiveServer) -> None:
    for arguments in (
        ["status", "nobody"],
        ["logs", "nobody"],
        ["matches", "nobody"],
        ["verify", "99999"],
        ["matches", "--result", "x"],
    ):
        done = cli(*arguments)
        assert done.code == 4, arguments
        assert done.err.startswith("arena: ")
    assert cli("login", live_server.url, "--token", "arena_nonsense").code == 4


def test_a_server_that_is_not_there(cli: Cli) -> None:
    done = cli("status", "--server", "http://127.0.0.1:9")
    assert done.code == 3
    assert "cannot be reached" in done.err
    assert cli("status").code == 2
    assert cli("status", "--server", "ftp://example.org").code == 2


def test_a_server_that_is_no_arena(cli: Cli, live_server: LiveServer) -> None:
    done = cli("status", "--server", f"{live_server.url}/nowhere")
    assert done.code in (3, 4)
    assert done.err.startswith("arena: ")
