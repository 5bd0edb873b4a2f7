"""The Polish texts: whole, compiled, and with the same gaps to fill in as the English ones."""

from __future__ import annotations

import ast
import re
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils import translation
from django.utils.translation.template import templatize

from arena.tournaments.pairing.formats import FORMATS
from arena.tournaments.pairing.plan import Result, Settings
from arena.tournaments.pairing.scoring import TIE_BREAK_RULES
from arena.web import optionwords
from arena.web.tournamentwords import note
from arena.web.viewerwords import sentences
from games import GAMES
from tests.arena.tournaments.pairing.simulation import Tournament, entrants

MESSAGES = Path(settings.BASE_DIR) / "locale" / "pl" / "LC_MESSAGES"
_KEYWORDS = {
    "_": None, "gettext": None, "gettext_lazy": None, "gettext_noop": None, "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
}  # fmt: skip
_IN_TEMPLATE = re.compile(r"\b(?:n?gettext|_)\((?P<text>u?'(?:\\.|[^'\\])*'|u?\"(?:\\.|[^\"\\])*\")")
_GAP = re.compile(r"%\(\w+\)s|<\w+>")


@pytest.fixture(scope="module")
def polish() -> Catalog:
    """Read the texts as people write them."""
    with (MESSAGES / "django.po").open("rb") as file:
        return read_po(file, locale="pl")


def test_what_is_compiled_is_what_is_written(polish: Catalog) -> None:
    """`pybabel compile -d locale -D django` was run after the last change."""
    with (MESSAGES / "django.mo").open("rb") as file:
        compiled = GNUTranslations(file)
    written = [message for message in polish if isinstance(message.id, str) and message.id and message.string]
    assert len(written) > 400
    assert [one.id for one in written if _translated(compiled, one) != one.string] == []


def test_every_text_of_code_and_templates_is_translated(polish: Catalog) -> None:
    """A new text comes with its Polish one; `pybabel compile -d locale -D django` after it."""
    known = {
        _first(message.id).replace("%%", "%") for message in polish if message.string and not message.fuzzy
    }
    asked = _asked_by_code() | _asked_by_templates()
    assert len(asked) > 600
    assert sorted(asked - known) == []


def _first(text: str | tuple[str, ...] | list[str]) -> str:
    """Give the text that a message is looked up by: of plurals the singular."""
    return text if isinstance(text, str) else text[0]


def _asked_by_code() -> set[str]:
    files = (Path(settings.BASE_DIR) / "arena").rglob("*.py")
    return {
        _first(text)
        for file in files
        if "migrations" not in file.parts
        for _line, text, _comments, _context in extract_from_file("python", file, keywords=_KEYWORDS)
    }


def _asked_by_templates() -> set[str]:
    found = set()
    for file in (Path(settings.BASE_DIR) / "templates").rglob("*.html"):
        code = templatize(file.read_text())
        found |= {ast.literal_eval(match["text"]).replace("%%", "%") for match in _IN_TEMPLATE.finditer(code)}
    return found


def _translated(compiled: GNUTranslations, message: Message) -> str:
    text = str(message.id)
    return compiled.pgettext(message.context, text) if message.context else compiled.gettext(text)


def test_translations_fill_in_the_same_gaps(polish: Catalog) -> None:
    for message in polish:
        if message.id and isinstance(message.id, str) and message.string:
            wanted = sorted(set(_GAP.findall(message.id)))
            assert sorted(set(_GAP.findall(str(message.string)))) == wanted, message.id


def test_plurals_have_every_form(polish: Catalog) -> None:
    plurals = [message for message in polish if isinstance(message.id, tuple)]
    assert plurals
    for one in plurals:
        assert isinstance(one.string, tuple | list)
        assert len(one.string) == polish.num_plurals == 3
        assert all(one.string)


def test_formats_and_tie_breaks_can_be_said_in_polish(polish: Catalog) -> None:
    texts = [text for one in FORMATS.values() for text in (one.name, one.sentence)]
    texts += [text for rule in TIE_BREAK_RULES.items() for text in rule]
    untranslated = [text for text in texts if (found := polish.get(text)) is None or not found.string]
    assert untranslated == []


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_a_game_can_be_chosen_in_polish(polish: Catalog, game: str) -> None:
    options = GAMES[game].options().options
    with translation.override(None):
        texts = [text for one in options for text in (optionwords.title(one.name), one.help)]
        texts += [optionwords.value(one.name, value) for one in options for value in one.values]
    wanted = {text for text in texts if not text.isdigit()}
    assert {text for text in wanted if (found := polish.get(text)) is None or not found.string} == set()


@pytest.mark.parametrize("name", FORMATS)
def test_every_note_of_a_tournament_is_said_in_polish(name: str) -> None:
    tournament = Tournament(Settings(format=name, rounds=9, table_size=2, advance_per_table=1), entrants(5))
    tournament.withdraw(4)
    tournament.withdraw(5, is_disqualified=True)
    while (current := tournament.plan()).ready:
        tournament.results += [Result(one.key, dict.fromkeys(one.present, 1)) for one in current.ready]
    notes = {*current.notes, *(line.note for line in current.standings)} - {""}
    assert notes
    with translation.override("pl"):
        assert [text for text in notes if note(text) == text] == []
    with translation.override("en"):
        assert {note(text) for text in notes} == notes
    assert note("Something new.") == "Something new."


def gaps(template: str) -> set[str]:
    """Name what is filled in."""
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("game", GAMES)
def test_the_account_of_every_game_is_told_in_polish(polish: Catalog, game: str) -> None:
    templates = list(sentences(game))
    assert len(templates) > 10
    for template in templates:
        message = polish.get(template)
        assert message is not None, template
        assert message.string, template
        assert gaps(str(message.string)) == gaps(template)
