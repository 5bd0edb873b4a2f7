"""The Polish texts: whole, compiled, and with the same gaps to fill in as the English ones."""

from __future__ import annotations

import re
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.conf import settings

MESSAGES = Path(settings.BASE_DIR) / "locale" / "pl" / "LC_MESSAGES"
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
    assert [one.id for one in written if compiled.gettext(str(one.id)) != one.string] == []


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
