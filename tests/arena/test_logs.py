"""The log: one line an event, for machines and for people, with the ids of what it is about."""

from __future__ import annotations

import json
import logging
import logging.config
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
import structlog
from django.conf import settings

from arena.logs import logging_config
from arena.matches import playing, runner
from arena.matches.leases import claim_match
from arena.supervisor.logfile import keep_short
from bots.errors import BuildError
from tests.factories import make_bot, make_ladder, make_match, report_of

log = structlog.get_logger("arena.tests")


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    """Log to a file as JSON; afterwards as before."""
    path = tmp_path / "arena.log"
    try:
        logging.config.dictConfig(logging_config(style="json", level="INFO", file=str(path)))
        yield path
    finally:
        logging.config.dictConfig(settings.LOGGING)


def lines(path: Path) -> list[dict[str, object]]:
    """Read what was logged."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_an_event_is_one_line_even_with_a_traceback(file: Path) -> None:
    log.error("it_failed", match=7, exc_info=ValueError("two\nlines"))
    logging.getLogger("elsewhere").warning("from %s", "a library")
    ours, others = lines(file)
    assert (ours["event"], ours["match"], ours["level"]) == ("it_failed", 7, "error")
    assert "two\nlines" in str(ours["exception"])
    assert (others["event"], others["logger"]) == ("from a library", "elsewhere")


def test_with_a_file_only_warnings_reach_the_terminal(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    logging.config.dictConfig(logging_config(style="text", level="INFO", file=str(file)))
    log.info("match_finished")
    log.warning("match_released", match=7)
    said = capfd.readouterr().err.splitlines()
    assert len(said) == 1
    assert "event=match_released match=7" in said[0]
    assert len(file.read_text().splitlines()) == 2


def test_what_strangers_ask_for_in_vain_is_not_on_the_terminal(
    file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    logging.config.dictConfig(logging_config(style="text", level="INFO", file=str(file)))
    logging.getLogger("django.request").warning("Not Found: /wp-login.php")
    logging.getLogger("django.security.DisallowedHost").error("Invalid HTTP_HOST header")
    logging.getLogger("django.request").error("Internal Server Error: /")
    said = capfd.readouterr().err.splitlines()
    assert len(said) == 1
    assert "Internal Server Error" in said[0]
    assert len(file.read_text().splitlines()) == 3


def test_a_long_file_is_moved_away_and_another_begun(file: Path) -> None:
    log.info("first")
    keep_short(file, most_bytes=1 << 20)
    log.info("second")
    keep_short(file, most_bytes=10)
    log.info("third")
    assert [line["event"] for line in lines(file.with_suffix(".log.1"))] == ["first", "second"]
    assert [line["event"] for line in lines(file)] == ["third"]


@pytest.mark.django_db
def test_a_match_is_logged_with_its_bots_and_its_worker(file: Path) -> None:
    match = make_match(make_ladder(), [make_bot(name="ann"), make_bot(name="bob")])
    attempt = claim_match(match_id=match.pk, worker="play@here/1")
    assert attempt
    with patch.object(runner, "play_match", return_value=report_of(match, [1, 2], faults=["", "timeout"])):
        playing.play_claimed(match_id=match.pk, attempt=attempt)
    (line,) = (line for line in lines(file) if line["event"] == "match_finished")
    assert line["match"] == match.pk
    assert line["bots"] == ["ann", "bob"]
    assert line["worker"] == "play@here/1"
    assert line["faults"] == ["timeout"]


@pytest.mark.django_db
def test_a_match_that_we_failed_says_why(file: Path) -> None:
    match = make_match(make_ladder(), [make_bot(), make_bot()])
    attempt = claim_match(match_id=match.pk, worker="play@here/1")
    assert attempt
    failed = BuildError("The build failed; its log says why.", "SyntaxError: line 3")
    with patch.object(runner, "play_match", side_effect=failed):
        assert playing.play_claimed(match_id=match.pk, attempt=attempt) is False
    match.refresh_from_db()
    assert match.failure.endswith("its log says why. SyntaxError: line 3")
    events = {line["event"]: line for line in lines(file)}
    assert events["match_failed"]["worker"] == events["match_released"]["worker"] == "play@here/1"
