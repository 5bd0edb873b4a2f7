"""Positions for the tests, built from what matters to each of them."""

from __future__ import annotations

from typing import Any

from games.core.dealer import Dealer
from games.core.game import Event, Json
from games.ten import GAME
from games.ten.components import WORTH
from games.ten.state import Auction, Player, State


def start(seats: int = 3, key: int = 1, **options: Any) -> State:
    """Deal a game."""
    resolved = GAME.options().resolve(options, seats=seats)
    return GAME.deal(seats=seats, options=resolved, dealer=Dealer(key.to_bytes(32, "big")))


def owns(cards: str = "", currency: int = 5, fiasco: int = 0) -> Player:
    """Give a player cards, numbers and wilds alike, and tokens."""
    held = sorted(cards.split())
    numbers = tuple(card for card in held if card in WORTH)
    return Player(numbers, tuple(card for card in held if card not in WORTH), currency, fiasco)


def at(
    deck: str = "B1 B2 B3",
    *players: Player,
    area: str = "",
    market: str = "",
    active: int = 0,
    **options: Any,
) -> State:
    """Set a table: the deck from its top, what lies in the play area and in the market, and who owns what."""
    solo = options.get("solo") is not None
    held = players or (owns(), owns(), owns())
    state = start(1 if solo else len(held), **options)
    lying = area.split()
    numbers = tuple(card for card in lying if card[0] != "$")
    currency = tuple(card for card in lying if card[0] == "$")
    return state._replace(
        table=state.table._replace(deck=tuple(deck.split())),
        active=active,
        actor=active,
        players=held,
        numbers=numbers,
        currency=currency,
        sum=sum(WORTH[card] for card in numbers),
        coins=sum(WORTH[card] for card in currency),
        market=tuple(sorted(market.split())),
    )


def buying(player: Player, market: str, **options: Any) -> State:
    """Let seat 0 buy."""
    return at("B1 B2", player, owns(), market=market, **options)._replace(phase="buy")


def paying(player: Player, price: int, **options: Any) -> State:
    """Let seat 0 pay for a wild."""
    state = at("B1 B2", player, owns(), **options)
    return state._replace(phase="pay", auction=Auction("*5", ((0, price),), price, 0))


def play(state: State, *actions: Json) -> tuple[State, list[Event]]:
    """Let the seats that must act do these, one after the other; give all that happened."""
    told: list[Event] = []
    for action in actions:
        (seat,) = GAME.to_act(state)
        state, events = GAME.apply(state, {seat: GAME.parse(action)})
        told += events
    return state, told


DRAW = {"do": "draw"}
PASS = {"do": "pass"}
NUMBERS = {"do": "take", "what": "numbers"}
CURRENCY = {"do": "take", "what": "currency"}


def bid(amount: int) -> dict[str, Json]:
    """Write a bid."""
    return {"do": "bid", "amount": amount}


def pay(currency: int = 0, fiasco: int = 0, cards: str = "") -> dict[str, Json]:
    """Write a payment for a wild."""
    return {"do": "pay", "currency": currency, "fiasco": fiasco, "cards": cards.split()}


def buy(card: str, currency: int = 0, fiasco: int = 0, cards: str = "") -> dict[str, Json]:
    """Write a buy."""
    return {**pay(currency, fiasco, cards), "do": "buy", "card": card}


def listed(state: State) -> list[dict[str, Json]]:
    """Write down the legal actions."""
    return [GAME.dump(action) for action in GAME.legal(state, state.actor)]


def kinds(events: list[Event]) -> list[str]:
    """Name what happened."""
    return [event.kind for event in events]
