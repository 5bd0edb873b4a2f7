"""Whole games of the engine beside the reference: after every step both show the same table."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from games.twinit import GAME
from tests.games.tables import dealer
from tests.games.twinit.reference import Reference

GAMES_A_MODE = 6


@pytest.mark.parametrize("seed", range(GAMES_A_MODE))
@pytest.mark.parametrize(("mode", "least"), [("rivalry", 2), ("ring", 2), ("teams", 4)])
def test_the_engine_plays_as_the_reference_does(mode: str, least: int, seed: int) -> None:
    rng = Random(f"{mode}-{seed}")
    seats, haste = rng.randint(least, 6), rng.choice((0.05, 0.2, 0.5, 0.9))
    state = GAME.deal(seats=seats, options={"mode": mode}, dealer=dealer(seed))
    reference = Reference(mode, seats, dealer(seed))
    while True:
        shown = open_table(state)
        assert shown == reference.view()
        assert list(GAME.to_act(state)) == reference.awake
        if reference.ending:
            break
        check_sights(state, reference)
        acts = {seat: act(shown, haste, rng) for seat in reference.awake}
        state = GAME.apply(state, {seat: GAME.parse(data) for seat, data in acts.items()}).state
        reference.step(acts)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.ending, outcome.ranks) == (reference.ending, reference.ranks())
    assert outcome.scores == tuple(map(reference.count, range(seats)))


def open_table(state: Any) -> dict[str, Any]:
    """Show everything, in an order to compare by."""
    shown: dict[str, Any] = json.loads(json.dumps(GAME.observe(state, None)))
    del shown["sights"]
    return {**shown, "known": sorted(shown["known"]), "fresh": sorted(shown["fresh"])}


def check_sights(state: Any, reference: Reference) -> None:
    """Rules 2.2 and 2.3: a feature a tick, one less of what the seat holds away, and no wrong one."""
    pictures = dict(reference.view()["fresh"])
    for seat in range(reference.seats):
        for place, sight in GAME.observe(state, seat)["fresh"]:
            held = seat == reference.flipper and place == reference.held
            perceived = {i: value for i, value in enumerate(sight) if value is not None}
            assert len(perceived) == min(6, reference.tick - held)
            assert all(pictures[place][i] == value for i, value in perceived.items())


def act(shown: dict[str, Any], haste: float, rng: Random) -> dict[str, Any]:
    """Slap often what is right and sometimes what is not, in any form."""
    mode = shown["mode"]
    if not shown["tick"]:
        return {"do": "flip", "pile": rng.choice([n for n, size in enumerate(shown["piles"]) if size])}
    faces = [*shown["known"], *shown["fresh"], *([won["place"], won["picture"]] for won in shown["sets"])]
    places = [place for place, _ in faces]
    equal = [[place for place, other in faces if other == picture] for _, picture in shown["fresh"]]
    pairs = [group for group in equal if len(group) > 1]
    if pairs and rng.random() < haste:
        cards = rng.sample(rng.choice(pairs), 2)
    elif rng.random() < 0.03:
        cards = [rng.choice(places), rng.choice((*places, "t999", "s998"))]
    else:
        return {"do": rng.choice(("wait", "rest"))}
    if mode == "teams":
        return {"do": "hand", "card": cards[0], "say": rng.choice(("", "here"))}
    slap: dict[str, Any] = {"do": "slap", "cards": cards}
    if mode == "ring":
        loose = all(place[0] == "t" for place in cards)
        slap |= {"middle": loose == (rng.random() < 0.05)}
        slap |= {"pile": rng.randrange(5)} if rng.random() < 0.5 else {}
    return slap
