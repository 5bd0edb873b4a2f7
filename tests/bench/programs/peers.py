"""Random play in other people's engines: `python peers.py NAME SECONDS` prints decisions a CPU second.

It runs under whatever interpreter has them, so it imports nothing of ours.
"""

from __future__ import annotations

import random
import sys
import time
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

warnings.filterwarnings("ignore")
RNG = random.Random(1)
Play = Callable[[], int]  # one game; gives how many decisions it took


def chess_game() -> int:
    """Play at most 200 plies."""
    chess: Any = import_module("chess")

    board, plies = chess.Board(), 0
    while plies < 200:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[int(RNG.random() * len(moves))])
        plies += 1
    return plies


def open_spiel_game(name: str) -> Play:
    """Play a game of OpenSpiel; the games in Python register themselves."""
    pyspiel: Any = import_module("pyspiel")
    if name.startswith("python_"):
        import_module("open_spiel.python.games")
    game = pyspiel.load_game(name)

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(RNG.choices(outcomes, chances)[0])
                continue
            actions = state.legal_actions()
            state.apply_action(actions[int(RNG.random() * len(actions))])
            decisions += 1
        return decisions

    return play


def pettingzoo_game(module: str) -> Play:
    """Play a game of PettingZoo with its action mask."""
    env: Any = import_module(f"pettingzoo.classic.{module}").env()

    def play() -> int:
        env.reset(seed=RNG.randrange(1 << 30))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, done, cut, _ = env.last()
            if done or cut:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(RNG.random() * len(legal))]))
            decisions += 1
        return decisions

    return play


def rlcard_game(name: str) -> Play:
    """Play a game of RLCard."""
    rlcard: Any = import_module("rlcard")
    env = rlcard.make(name)

    def play() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(RNG.random() * len(legal))])
            decisions += 1
        return decisions

    return play


PEERS: dict[str, Callable[[], Play]] = {
    "python-chess": lambda: chess_game,
    "OpenSpiel python_kuhn_poker": lambda: open_spiel_game("python_kuhn_poker"),
    "OpenSpiel python_tic_tac_toe": lambda: open_spiel_game("python_tic_tac_toe"),
    "OpenSpiel python_liars_poker": lambda: open_spiel_game("python_liars_poker"),
    "OpenSpiel liars_dice (C++)": lambda: open_spiel_game("liars_dice"),
    "PettingZoo tictactoe_v3": lambda: pettingzoo_game("tictactoe_v3"),
    "PettingZoo connect_four_v3": lambda: pettingzoo_game("connect_four_v3"),
    "RLCard leduc-holdem": lambda: rlcard_game("leduc-holdem"),
    "RLCard uno": lambda: rlcard_game("uno"),
}


def main(name: str, seconds: float) -> None:
    """Measure one peer."""
    play = PEERS[name]()
    _rate(play, seconds)  # warm up
    sys.stdout.write(f"{_rate(play, seconds)}\n")


def _rate(play: Play, seconds: float) -> float:
    decisions, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        decisions += play()
    return decisions / (time.process_time() - begun)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
