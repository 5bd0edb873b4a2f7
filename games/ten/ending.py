"""Rules 7.3 to 7.5 and 8.9: the scores, and how the game ended."""

from __future__ import annotations

from games.core.game import Outcome
from games.ten.scoring import Score, ranks, score
from games.ten.state import BOT, FIASCO_WORTH, NOBODY, TEN, Draft, Player


def finish(draft: Draft) -> None:
    """Rules 7.3 and 7.4: score everybody."""
    draft.ask("over", NOBODY)
    scores = tuple([score(player) for player in draft.players])
    for place, found in enumerate(scores):
        draft.tell("score", seat=draft.name(place), points=found.points, cards=found.cards, runs=_runs(found))
    draft.result = _solo_outcome(scores) if draft.table.boundary else _outcome(tuple(draft.players), scores)


def _outcome(players: tuple[Player, ...], scores: tuple[Score, ...]) -> Outcome:
    detail = {
        "tokens": [player.currency + FIASCO_WORTH * player.fiasco for player in players],
        "cards": [found.cards for found in scores],
        "runs": [_runs(found) for found in scores],
    }
    return Outcome(ranks(players, scores), tuple(found.points for found in scores), "runs", detail)


def _solo_outcome(scores: tuple[Score, ...]) -> Outcome:
    """Rule 8.9: the bot wins with more points than TEN."""
    ahead = scores[BOT].points - scores[TEN].points
    detail = {
        "points": scores[BOT].points, "ten": scores[TEN].points, "runs": [_runs(found) for found in scores],
    }  # fmt: skip
    return Outcome((1 if ahead > 0 else 2,), (ahead,), "runs", detail)


def _runs(found: Score) -> dict[str, dict[str, object]]:
    return {colour: run._asdict() for colour, run in found.runs.items()}
