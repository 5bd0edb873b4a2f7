"""The dealer: the vectors and deals of docs/dealer.md, the code that is printed there, and fairness."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from games import GAMES
from games.core.dealer import Dealer
from tests.games.tables import dealer

DOCUMENT = (Path(__file__).parents[2] / "docs" / "dealer.md").read_text()
(PRINTED,) = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)
DEALS, VECTORS = map(json.loads, re.findall(r"```json\n(.*?)```", DOCUMENT, re.DOTALL))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['do']}-{vector['key'][:4]}")
def test_the_dealer_gives_the_documented_vectors(vector: dict[str, Any]) -> None:
    known, name = Dealer(bytes.fromhex(vector["key"])), vector["name"]
    found: dict[str, Any] = {
        "below": lambda: known.below(vector["n"], *name),
        "shuffle": lambda: list(known.shuffle(range(vector["items"]), *name)),
        "draw": lambda: list(known.draw(range(vector["items"]), vector["count"], *name)[0]),
        "child": lambda: known.child(*name).key.hex(),
    }
    assert found[vector["do"]]() == vector["result"]


def test_the_printed_code_gives_the_same() -> None:
    printed: dict[str, Any] = {}
    exec(PRINTED, printed)
    for vector in VECTORS:
        key, name = bytes.fromhex(vector["key"]), "/".join(map(str, vector["name"]))
        if vector["do"] == "below":
            assert printed["below"](printed["words"](key, name), vector["n"]) == vector["result"]
        elif vector["do"] == "shuffle":
            assert printed["shuffle"](key, name, range(vector["items"])) == vector["result"]
        elif vector["do"] == "draw":
            assert (
                printed["shuffle"](key, name, range(vector["items"]))[-vector["count"] :] == vector["result"]
            )


def test_a_draw_is_the_end_of_the_shuffle_and_the_rest_are_the_others() -> None:
    for count in range(31):
        drawn, rest = dealer(5).draw(range(30), count, "x")
        assert drawn == dealer(5).shuffle(range(30), "x")[30 - count :]
        assert sorted(drawn + rest) == list(range(30))
    assert dealer(5).shuffle([], "x") == ()


def test_names_and_keys_tell_draws_apart() -> None:
    one = dealer(1)
    draws = {one.below(2**32, *name) for name in (("a",), ("a", 1), ("a", 11), ("b",))}
    assert len(draws | {dealer(2).below(2**32, "a"), one.child("a").below(2**32, "a")}) == 6


def test_every_order_is_equally_likely() -> None:
    """Count all 24 orders of four items in 24,000 shuffles: a chi-square of 23 degrees, 1 in a million."""
    orders = Counter(dealer(1).shuffle("abcd", "n", number) for number in range(24_000))
    assert set(orders) == set(permutations("abcd"))
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 73


def test_a_shuffle_passes_over_words_that_would_favour_low_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """With three items left, 2^32 - 1 is the one word too many."""
    monkeypatch.setattr("games.core.dealer._words", lambda _prefix: iter((2**32 - 1, 3, 2**32 - 1)))
    assert dealer(1).shuffle("abc", "x") == ("c", "b", "a")


def test_numbers_are_not_biased_where_the_bound_does_not_divide_the_words() -> None:
    bound = 3 * 2**30  # a quarter of all words must be drawn again
    low = sum(dealer(1).below(bound, number) < 2**30 for number in range(9000))
    assert 2700 < low < 3300


def _ten(state: Any) -> dict[str, Any]:
    return {"starter": state.active, "top": state.table.deck[:8]}


def _lie(state: Any) -> dict[str, Any]:
    return {"starter": state.round.starter, "hands": state.round.hands}


def _takethat(state: Any) -> dict[str, Any]:
    return {"dealer": state.round.dealing, "hands": state.hands, "top": state.round.deck[state.drawn :][:5]}


def _sequence(state: Any) -> dict[str, Any]:
    return {"dealer": state.table.host, "hands": state.hands, "top": state.pile[:5]}


def _twinit(state: Any) -> dict[str, Any]:
    """Look below the tops; the starter has flipped already, so the first card is put back."""
    piles = [list(reversed(pile[-2:])) for pile in state.table.piles]
    flipped = state.table.loose[0][1] ^ 1
    piles[state.flipper] = [flipped, piles[state.flipper][0]]
    orders = Dealer(state.setup.eyes[1]).shuffle(list(permutations(range(6))), "orders")
    cards = [[divmod(face, 2) for face in pile] for pile in piles]
    return {"starter": state.flipper, "piles": cards, "orders_of_seat_1": orders[:2]}


SHOWN = {"ten": _ten, "lie": _lie, "takethat": _takethat, "sequence": _sequence, "twinit": _twinit}


@pytest.mark.parametrize("documented", DEALS, ids=lambda deal: f"{deal['game']}-{deal['seats']}")
def test_the_games_deal_as_documented(documented: dict[str, Any]) -> None:
    game, seats = GAMES[documented["game"]], documented["seats"]
    options = game.options().resolve(documented["options"], seats=seats)
    state = game.deal(seats=seats, options=options, dealer=Dealer(bytes.fromhex(documented["key"])))
    shown = json.loads(json.dumps(SHOWN[game.slug](state)))
    assert shown == {name: part for name, part in documented.items() if name in shown}
    assert {deal["game"] for deal in DEALS} == set(GAMES)
