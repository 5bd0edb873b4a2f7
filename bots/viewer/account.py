"""A leg told in words, for whoever cannot or would rather not look at pictures."""

from __future__ import annotations

from bots.frames import ENGLISH, Board, Voice
from bots.viewer.moments import fault_moment

Told = list[tuple[int, list[str]]]


def account(found: Board, voice: Voice = ENGLISH) -> Told:
    """Give the steps in which something happened, with their sentences; a forfeit before the rest."""
    told = {frame.step: [event["text"] for event in frame.events] for frame in found.frames(None, voice)}
    for fault in found.faults:
        moment = fault_moment(fault, found.names, len(told) - 1, voice)
        told[moment["step"]].insert(0, moment["text"])
    return [(step, sentences) for step, sentences in told.items() if sentences]
