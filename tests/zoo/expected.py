"""What comes of each bot of the zoo: the faults that may be recorded. None: it is held and plays on."""

_MEMORY = {"out_of_memory", "exited"}  # where only addresses are bounded an allocation fails instead
_PROCESSES = {"too_many_processes", "timeout", "exited"}

EXPECTED: dict[str, set[str] | None] = {
    "plain": None,
    "silent": {"timeout"},
    "slow": {"timeout"},
    "sleeping": {"timeout"},
    "spends_the_bank": {"timeout"},
    "chatty": {"unsolicited", "garbled"},  # garbled: the greeting came just after the question
    "answers_twice": {"unsolicited"},
    "answers_early": {"unsolicited"},
    "floods_stdout": {"garbled"},
    "floods_with_lines": {"garbled"},
    "floods_stderr": {"flooded"},
    "long_log": None,
    "never_reads": {"timeout"},
    "half_line": {"timeout"},
    "trickles": {"timeout"},
    "invalid_utf8": {"garbled"},
    "nul_bytes": {"garbled"},
    "huge_line": {"garbled"},
    "deep_json": {"garbled"},
    "deep_object": {"garbled"},
    "not_an_object": {"garbled"},
    "strange_numbers": {"garbled"},
    "strange_types": {"garbled"},
    "illegal": {"illegal"},
    "not_ready": {"garbled"},
    "long_note": {"garbled"},
    "exits": {"exited"},
    "raises": {"exited"},
    "segfaults": {"exited"},
    "aborts": {"exited"},
    "never_starts": {"exited"},
    "kills_itself": {"exited"},
    "stops_itself": {"timeout"},
    "closes_stdout": {"timeout", "exited"},  # exited: without namespaces nobody else holds the pipe
    "forks_without_end": _PROCESSES,
    "threads_without_end": _PROCESSES,
    "eats_memory": _MEMORY,
    "eats_memory_in_children": _MEMORY | {"timeout"},
    "fills_the_disk": None,
    "opens_sockets": None,
    "reads_others_files": None,
    "kills_neighbours": None,
    "ignores_sigterm": None,
    "daemonises": None,
    "thinks_out_of_turn": None,
    "shadows_the_library": None,
}
FULL: dict[str, set[str]] = {  # with cgroups the limit that was broken is always named
    "eats_memory": {"out_of_memory"},
    "eats_memory_in_children": {"out_of_memory"},
    "forks_without_end": {"too_many_processes"},
    "threads_without_end": {"too_many_processes"},
}
