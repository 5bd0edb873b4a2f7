"""Which control groups a process has left."""

from __future__ import annotations

import os

from bots.sandbox.guard import group_names


def groups_of(pid: int) -> list[str]:
    """List the control groups of a worker's bots; os.walk passes over those that others remove meanwhile."""
    names = [name for _, names, _ in os.walk("/sys/fs/cgroup") for name in names]
    return [name for name in names if name.startswith(group_names(pid))]
