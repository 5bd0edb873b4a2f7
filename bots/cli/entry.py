"""Starts the `arena` command: asked to end, it ends, also while it is loading."""

from __future__ import annotations

import sys

from bots.cli import ending


def main() -> None:
    """Run the command line and leave with its exit code."""
    ending.heed()
    from bots.cli.main import run

    sys.exit(run(sys.argv[1:]))
