"""Rule 1: the deck."""

from __future__ import annotations

from collections import Counter

from games.twinit.deck import CARDS, KIND, PICTURES
from games.twinit.makedeck import build, differences


def test_rule_1_1_and_1_2_the_deck_has_the_published_figures() -> None:
    copies = Counter(Counter(KIND).values())
    assert (CARDS, len(KIND), len(set(PICTURES))) == (135, 270, 119)
    assert copies == {1: 7, 2: 73, 3: 39}
    assert all(KIND[face] != KIND[face ^ 1] for face in range(270))


def test_rule_1_4_every_picture_has_a_look_alike() -> None:
    assert all(any(differences(one, other) == 1 for other in PICTURES) for one in PICTURES)


def test_rule_1_5_the_procedure_gives_the_table() -> None:
    made = build()
    assert tuple(map(tuple, made["pictures"])) == PICTURES
    assert tuple(kind for card in made["cards"] for kind in card) == KIND
