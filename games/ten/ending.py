"""Rules 7.3 to 7.5 and 8.9: the scores, and how the game ended."""

from __future__ import annotations

from games.core.game import Outcome
from games.ten.scoring import Score, ranks, score
from games.ten.state import BOT, FIASCO_WORTH, NOBODY, TEN, Draft, Player

Runs = dict[str, dict[str, object]]  # by colour


def finish(draft: Draft) -> None:
    """Rules 7.3 and 7.4: score everybody."""
    draft.ask("over", NOBODY)
    scores = tuple([score(player) for player in draft.players])
    runs = [_runs(found) for found in scores]
    for place, found in enumerate(scores):
        draft.tell(
            "score",
            {"seat": draft.name(place), "points": found.points, "cards": found.cards, "runs": runs[place]},
        )
    if draft.table.boundary:
        draft.result = _solo_outcome(scores, runs)
    else:
        draft.result = _outcome(tuple(draft.players), scores, runs)


def _outcome(players: tuple[Player, ...], scores: tuple[Score, ...], runs: list[Runs]) -> Outcome:
    detail = {
        "tokens": [player.currency + FIASCO_WORTH * player.fiasco for player in players],
        "cards": [found.cards for found in scores],
        "runs": runs,
    }
    return Outcome(ranks(players, scores), tuple(found.points for found in scores), "runs", detail)


def _solo_outcome(scores: tuple[Score, ...], runs: list[Runs]) -> Outcome:
    """Rule 8.9: the bot wins with more points than TEN."""
    ahead = scores[BOT].points - scores[TEN].points
    detail = {"points": scores[BOT].points, "ten": scores[TEN].points, "runs": runs}
    return Outcome((1 if ahead > 0 else 2,), (ahead,), "runs", detail)


def _runs(found: Score) -> Runs:
    return {
        colour: {"first": first, "length": length, "wilds": wilds}
        for colour, (first, length, wilds) in found.runs.items()
    }
