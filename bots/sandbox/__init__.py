"""Runs programs that nobody trusts: `Sandbox.open()`, then `sandbox.start(built, limits, name)`."""

from bots.sandbox.levels import Level
from bots.sandbox.limits import Limits
from bots.sandbox.sandbox import Sandbox, sweep

__all__ = ["Level", "Limits", "Sandbox", "sweep"]
