"""`./run bench NAME ...`: run measurements by name; without a name, list them."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path


def names() -> list[str]:
    """List what can be measured."""
    return sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))


def main(wanted: list[str]) -> None:
    """Run each measurement, or list them all with what they are about."""
    if unknown := [name for name in wanted if name not in names()]:
        sys.exit(f"There is no measurement {unknown[0]!r}; there are: {', '.join(names())}.")
    for name in wanted or names():
        module = import_module(f"tests.bench.{name}")
        if not wanted:
            sys.stdout.write(f"{name:12} {(module.__doc__ or '').splitlines()[0]}\n")
        else:
            module.main()


if __name__ == "__main__":
    main(sys.argv[1:])
