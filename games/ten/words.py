"""The sentences of TEN's events, apart from its rules so that they can be translated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

SENTENCES: Final = {
    "turn": "It is {seat}'s turn.",
    "draw": "{seat} draws {card}: {total}.",
    "fiasco": "Fiasco for {seat}: {total}.",
    "token": "{seat} takes a fiasco token.",
    "buy_instead": "{seat} may buy instead of taking a fiasco token.",
    "take_numbers": "{seat} takes the numbers: {cards}.",
    "take_numbers_without_cards": "{seat} takes the numbers, of which there are none.",
    "take_currency": "{seat} takes the currency: {cards}.",
    "income": "{seat} gets {amount} currency.",
    "income_lost": "{seat} gets {amount} currency; {lost} more would be beyond the limit and are lost.",
    "auction": "{seat} reveals {card}: it is auctioned.",
    "bid": "{seat} bids {amount}.",
    "pass_bid": "{seat} does not bid.",
    "won": "{seat} gets {card} for {price}: {currency} currency, {fiasco} fiasco, cards: {cards}.",
    "won_without_cards": "{seat} gets {card} for {price}: {currency} currency, {fiasco} fiasco.",
    "unsold": "Nobody wants {card}: it is discarded.",
    "buy": "{seat} buys {card}: {currency} currency, {fiasco} fiasco, cards: {cards}.",
    "buy_without_cards": "{seat} buys {card}: {currency} currency, {fiasco} fiasco.",
    "pass_buy": "{seat} buys nothing.",
    "last_buys": "The deck is used up: everybody has one last buy.",
    "score": "{seat} scores {points}; cards in runs: {cards}.",
}
# What the automaton does; it has no seat to be named.
TEN_SENTENCES: Final = {
    "turn": "It is TEN's turn.",
    "draw": "TEN draws {card}: {total}.",
    "fiasco": "Fiasco for TEN: {total}.",
    "token": "TEN takes a fiasco token.",
    "take_numbers": "TEN takes the numbers: {cards}.",
    "take_numbers_without_cards": "TEN takes the numbers, of which there are none.",
    "income": "TEN gets {amount} currency.",
    "income_lost": "TEN gets {amount} currency; {lost} more would be beyond the limit and are lost.",
    "auction": "TEN reveals {card}: it is auctioned.",
    "bid": "TEN bids {amount}.",
    "pass_bid": "TEN does not bid.",
    "won": "TEN gets {card} for {price}: {currency} currency, {fiasco} fiasco, cards: {cards}.",
    "won_without_cards": "TEN gets {card} for {price}: {currency} currency, {fiasco} fiasco.",
    "score": "TEN scores {points}; cards in runs: {cards}.",
}


def describe(event: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Give an event's sentence and what fills it in; lists of cards become text."""
    kind = _kind(event)
    filling = {key: _text(value) for key, value in event.items() if key not in ("event", "runs")}
    if "seat" in event and event["seat"] is None:
        del filling["seat"]
        return TEN_SENTENCES[kind], filling
    return SENTENCES[kind], filling


def _kind(event: Mapping[str, Any]) -> str:
    """Name the sentence: some events have another one when a part of them is missing or not."""
    kind: str = event["event"]
    if event.get("lost"):
        return "income_lost"
    without = f"{kind}_without_cards"
    return without if without in SENTENCES and not event["cards"] else kind


def _text(value: Any) -> Any:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else value
