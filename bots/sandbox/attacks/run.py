"""Runs the attacks that are named; the last part of the script."""

import json
import sys
from collections.abc import Callable
from typing import Any

from bots.sandbox.attacks.bystanders import ON_BYSTANDERS
from bots.sandbox.attacks.files import ON_FILES
from bots.sandbox.attacks.kernel import ON_THE_KERNEL

ATTACKS: tuple[Callable[[dict[str, Any]], str], ...] = (*ON_FILES, *ON_BYSTANDERS, *ON_THE_KERNEL)
NEED_WALLS = frozenset({"list_the_root", "list_local_software", "learn_the_host_name"})  # not held at `lite`


def main() -> None:
    """Run the attacks named, one line of result each; the last may be the end of this process."""
    settings = json.loads(sys.argv[1])
    for attack in ATTACKS:
        if attack.__name__ in settings["attacks"]:
            try:
                detail = attack(settings)
            except BaseException as error:  # noqa: BLE001 - an attack that breaks proves nothing, and says so
                detail = f"the attack itself failed: {error!r}"
            sys.stdout.write(json.dumps([attack.__name__, detail]) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
