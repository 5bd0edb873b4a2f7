"""Runs programs that nobody trusts: `Sandbox.open()`, then `sandbox.start(built, limits, name)`."""

from bots.sandbox.levels import Level
from bots.sandbox.limits import Limits
from bots.sandbox.sandbox import Sandbox

__all__ = ["Level", "Limits", "Sandbox"]
