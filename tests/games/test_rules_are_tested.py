"""Every numbered sentence of a RULES.md has a test that is named for it; the code cites only such rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import games
from games import GAMES

SOURCE, TESTS = Path(games.__file__).parent, Path(__file__).parent
NUMBERED = re.compile(r"^(?:- )?(\d+)\.(\d+) ", re.MULTILINE)
NAMED = re.compile(r"def test_rule_(\d+)_(\d+)(?:_(and|to)_(\d+)_(\d+))?_")
CITED = re.compile(r"[Rr]ules? (\d+(?:\.\d+)?(?:(?:, | and | to )\d+\.\d+)*)")
Rule = tuple[int, int]


def rules_of(slug: str) -> set[Rule]:
    """List the numbers of a game's rules."""
    text = (SOURCE / slug / "RULES.md").read_text()
    return {(int(section), int(number)) for section, number in NUMBERED.findall(text)}


def covered(slug: str) -> set[Rule]:
    """List the rules that tests are named for."""
    found: set[Rule] = set()
    for path in (TESTS / slug).glob("test_*.py"):
        for section, first, joint, other, last in NAMED.findall(path.read_text()):
            found.add((int(section), int(first)))
            if joint == "and":
                found.add((int(other), int(last)))
            elif joint == "to":
                found.update((int(section), number) for number in range(int(first), int(last) + 1))
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_every_rule_has_an_example(slug: str) -> None:
    assert rules_of(slug)
    assert sorted(rules_of(slug) - covered(slug)) == []
    assert sorted(covered(slug) - rules_of(slug)) == []


@pytest.mark.parametrize("slug", GAMES)
def test_the_code_cites_rules_that_there_are(slug: str) -> None:
    known = {f"{section}.{number}" for section, number in rules_of(slug)}
    for path in sorted((SOURCE / slug).glob("*.py")):
        for cited in CITED.findall(path.read_text()):
            numbers = set(re.findall(r"\d+\.\d+", cited))
            assert numbers <= known, (path.name, numbers - known)
