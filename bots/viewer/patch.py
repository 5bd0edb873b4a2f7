"""The difference of two pieces of JSON data, small enough that a whole leg of states goes over the wire.

A patch is None (nothing changed) or a list whose first item says what it is:

    [0, value]                     put this in its place
    [1, {key: patch}, [key, ...]]  an object: change some keys, then drop some
    [2, {index: patch}]            a list of the same length: change some items
    [3, start, gone, [item, ...]]  a list: from `start` on take `gone` items out and put these in
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Patch = list[Any] | None


def diff(old: Any, new: Any) -> Patch:
    """Give the patch that makes `new` of `old`; tuples count as lists."""
    if isinstance(old, dict) and isinstance(new, dict):
        return _objects(old, new)
    if isinstance(old, list | tuple) and isinstance(new, list | tuple):
        return _lists(old, new)
    return None if old == new and type(old) is type(new) else [0, new]


def apply(old: Any, patch: Patch) -> Any:
    """Make the new value of an old one; the viewer does the same in JavaScript."""
    if patch is None:
        return old
    if patch[0] == 0:
        return patch[1]
    if patch[0] == 1:
        kept = {key: value for key, value in old.items() if key not in patch[2]}
        return kept | {key: apply(old.get(key), part) for key, part in patch[1].items()}
    if patch[0] == 2:
        return [apply(item, patch[1].get(str(index))) for index, item in enumerate(old)]
    start, gone = patch[1], patch[2]
    return [*old[:start], *patch[3], *old[start + gone :]]


def _objects(old: dict[str, Any], new: dict[str, Any]) -> Patch:
    changed = {}
    for key, value in new.items():
        part = diff(old[key], value) if key in old else [0, value]
        if part is not None:
            changed[key] = part
    gone = [key for key in old if key not in new]
    return [1, changed, gone] if changed or gone else None


def _lists(old: Sequence[Any], new: Sequence[Any]) -> Patch:
    if len(old) == len(new):
        parts = {str(i): p for i, (a, b) in enumerate(zip(old, new, strict=True)) if (p := diff(a, b))}
        if not parts:
            return None
        if len(parts) <= len(new) // 2 + 1:
            return [2, parts]
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])
    return [3, start, len(old) - start - end, list(new[start : len(new) - end])]


def _common(old: Sequence[Any], new: Sequence[Any]) -> int:
    """Count how many items the two begin with alike."""
    alike = 0
    for one, other in zip(old, new, strict=False):
        if diff(one, other) is not None:
            break
        alike += 1
    return alike
