"""A Celery worker whose matches are made up, and one process in a thousand matches is killed half way."""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Sequence
from unittest.mock import patch

DEADLY = 0.003


def main(arguments: Sequence[str]) -> None:
    """Run the worker with a runner that needs no sandbox."""
    import django

    django.setup()
    from arena.celery import app
    from arena.matches import runner
    from arena.matches.models import Match, MatchPlayer
    from bots.match import MatchReport
    from tests.chaos.madeup import play_made_up

    def play(match: Match, players: Sequence[MatchPlayer]) -> MatchReport:
        if random.random() < DEADLY:
            os.kill(os.getpid(), signal.SIGKILL)
        return play_made_up(match, players)

    with patch.object(runner, "play_match", play):
        app.worker_main(["worker", "--without-gossip", "--without-mingle", "-l", "ERROR", *arguments])


if __name__ == "__main__":
    main(sys.argv[1:])
