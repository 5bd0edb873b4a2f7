"""The offline page: one file with everything in it."""

from __future__ import annotations

import base64
import json
import re
import zlib
from html import escape

import pytest

from bots.frames import board
from bots.viewer.account import account
from bots.viewer.page import legs_of, module_names, modules, offline_page, static_text
from tests.bots.viewer.records import TABLES, make_record


def _script(page: str, kind: str) -> str:
    found = re.search(rf'<script type="{kind}"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return found.group(1)


@pytest.mark.parametrize("name", ["lie-wild", "ten-solo", "takethat-pro", "sequence", "twinit-coop"])
def test_a_page_needs_nothing_from_elsewhere(name: str) -> None:
    page = offline_page(make_record(name))
    imports = json.loads(_script(page, "importmap"))["imports"]
    sources = {key: base64.b64decode(value.partition(",")[2]).decode() for key, value in imports.items()}
    wanted = {name for text in sources.values() for name in re.findall(r'from "(viewer/[a-z]+)"', text)}
    assert wanted <= set(sources)
    assert not re.findall(r'(?:src|href)="(?!#)', page)
    assert "url(" not in page


def test_a_page_holds_every_leg_through_all_eyes() -> None:
    page = offline_page(make_record("lie-wild", legs=3))
    config = json.loads(_script(page, "application/json"))
    pictures = json.loads(zlib.decompress(base64.b64decode(config["packed"])))
    assert set(pictures) == {f"{leg}.0.{seat}" for leg in range(3) for seat in ("", 0, 1, 2)}
    assert [leg["leg"] for leg in config["legs"]] == [0, 1, 2]


def test_a_page_tells_the_match_without_scripts() -> None:
    page = offline_page(make_record("takethat", legs=2))
    assert page.count("<summary>Leg") == 2
    assert "takes the row" in page


def test_a_forfeit_is_told_where_it_happened() -> None:
    record = make_record("lie", fault=True)
    told = [told for told in account(board(record, leg=0)) if "forfeits the leg" in told[1][0]]
    assert [step for step, _ in told] == [record["faults"][0]["step"]]
    assert told[0][1][0].startswith("ada forfeits the leg (")
    assert escape(told[0][1][0]) in offline_page(record)


def test_names_cannot_break_out_of_the_page() -> None:
    record = make_record("lie-wild")
    record["names"][0] = "</script><b>"
    page = offline_page(record)
    assert "</script><b>" not in page
    assert "&lt;/script&gt;&lt;b&gt;" in page


def test_tables_of_their_own_are_named_after_who_sits_there() -> None:
    legs = legs_of(make_record("twinit-coop", legs=2))
    assert [(leg["leg"], leg["who"]) for leg in legs] == [
        (0, "ada"),
        (0, "bertha"),
        (1, "ada"),
        (1, "bertha"),
    ]


@pytest.mark.parametrize("game", sorted({slug for slug, _, _ in TABLES.values()}))
def test_script_and_style_of_a_game_are_small(game: str) -> None:
    """A page of the site ships less than 150 KB, its own style and scripts included."""
    assert set(modules(game)) <= set(module_names())
    assert (
        sum(len(static_text(f"{name}.js")) for name in modules(game)) + len(static_text("viewer.css"))
        < 90_000
    )
