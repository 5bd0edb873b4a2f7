"""One running bot: questions, answers, clocks, and the end."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bots.build import build
from bots.errors import BotFaultError, Fault, RunnerError
from bots.process import BotProcess
from bots.sandbox import Limits, Sandbox
from tests.bots.conftest import BotMaker
from tests.bots.test_archive import zipped

MEASURES = "import sys\nfor line in sys.stdin: print(len(line), flush=True)\n"
BURNS = """
import sys, time
for line in sys.stdin:
    end = time.process_time() + float(line)
    while time.process_time() < end: pass
    print("done", flush=True)
"""


def ask(process: BotProcess, line: bytes, *, cpu_ms: float = 5000, wall_ms: float = 20_000) -> bytes:
    return process.ask(line, cpu_ms=cpu_ms, wall_ms=wall_ms)


@pytest.mark.parametrize("size", [1, 4096, 65536, 300_000])
def test_a_question_of_any_size_arrives(size: int, sandbox: Sandbox, python_bot: BotMaker) -> None:
    with sandbox.start(python_bot(MEASURES)) as process:
        assert ask(process, b"x" * size) == str(size + 1).encode()
        assert ask(process, b"y") == b"2"


def test_a_question_that_is_not_read_runs_out_of_time(sandbox: Sandbox, zoo_bot: BotMaker) -> None:
    with sandbox.start(zoo_bot("never_reads")) as process:
        with pytest.raises(BotFaultError, match="the question was not read"):
            ask(process, b"x" * 1_000_000, wall_ms=500)
        assert process.fault is not None


def test_after_a_fault_every_question_gives_the_same(sandbox: Sandbox, zoo_bot: BotMaker) -> None:
    with sandbox.start(zoo_bot("never_starts")) as process:
        for _ in range(3):
            with pytest.raises(BotFaultError) as raised:
                ask(process, b"{}")
            assert raised.value.fault is Fault.EXITED
        assert "I cannot start" in process.log.text()


def test_a_closed_bot_is_asked_by_mistake(sandbox: Sandbox, python_bot: BotMaker) -> None:
    process = sandbox.start(python_bot(MEASURES))
    usage = process.close()
    assert process.close() is usage
    with pytest.raises(RunnerError, match="is closed"):
        process.send(b"x")


def test_the_clock_is_cpu_time(sandbox: Sandbox, python_bot: BotMaker) -> None:
    with sandbox.start(python_bot(BURNS)) as process:
        ask(process, b"0")
        ask(process, b"0.2")
        assert process.answer_cpu_ms >= 190
        with pytest.raises(BotFaultError, match="CPU time") as raised:
            ask(process, b"0.5", cpu_ms=100)
        assert raised.value.fault is Fault.TIMEOUT
        assert process.usage.cpu_ms >= 290


NAPS = """
import os, subprocess, sys, time
for line in sys.stdin:
    how = line.strip()
    if how == "sleep": time.sleep(0.7)
    elif how == "child": subprocess.run(["/usr/bin/sleep", "0.7"])
    else:
        end = time.process_time() + 0.3
        while time.process_time() < end: pass
    print("done", flush=True)
"""


def _ask_often(process: BotProcess, line: bytes) -> None:
    for _ in range(12):
        ask(process, line)


@pytest.mark.parametrize("how", [b"sleep", b"child"])
def test_a_bot_may_not_sleep_all_day_just_short_of_the_wall_clock(
    how: bytes, sandbox: Sandbox, python_bot: BotMaker
) -> None:
    with sandbox.start(python_bot(NAPS)) as process:
        process.allow_sleep(1000)
        with pytest.raises(BotFaultError, match="slept for more than 1 s of the leg") as raised:
            _ask_often(process, how)
        assert raised.value.fault is Fault.TIMEOUT
        assert process.usage.cpu_ms < 1000


def test_a_bot_that_waits_for_its_core_does_not_sleep(sandbox: Sandbox, python_bot: BotMaker) -> None:
    """Others fill the core: the answers take several times as long, and nothing of that is sleep."""
    core = min(os.sched_getaffinity(0))
    busy = ["taskset", "-c", str(core), sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(busy) for _ in range(4)]
    try:
        with sandbox.start(python_bot(NAPS), core=core) as process:
            process.allow_sleep(700)
            started = time.monotonic()
            for _ in range(6):
                assert ask(process, b"work", wall_ms=60_000) == b"done"
            assert time.monotonic() - started > 3
    finally:
        for other in others:
            other.kill()
            other.wait()


def test_quick_answers_are_counted_together_and_nothing_is_lost(
    sandbox: Sandbox, python_bot: BotMaker
) -> None:
    with sandbox.start(python_bot(BURNS)) as process:
        ask(process, b"0")
        before, charged = process.usage.cpu_ms, 0.0
        for _ in range(300):
            ask(process, b"0.00001")
            charged += process.answer_cpu_ms
        ask(process, b"0.01")  # long enough to be counted
        charged += process.answer_cpu_ms
        assert abs(process.usage.cpu_ms - before - charged) < 5


def test_a_bot_has_only_so_much_cpu_time_in_all(sandbox: Sandbox, python_bot: BotMaker) -> None:
    with sandbox.start(python_bot(BURNS), Limits(cpu_s=1)) as process:
        ask(process, b"0.7")
        with pytest.raises(BotFaultError, match="in all"):
            ask(process, b"0.7")


def test_lines_told_without_an_answer_stay_in_order(sandbox: Sandbox, python_bot: BotMaker) -> None:
    source = (
        "import sys\nread = sys.stdin.readline\nprint([len(read()) for _ in range(3)], flush=True)\nread()\n"
    )
    with sandbox.start(python_bot(source)) as process:
        process.tell(b"a" * 100_000)
        process.tell(b"b")
        assert ask(process, b"cc") == b"[100001, 2, 3]"


def test_an_early_word_is_refused_at_the_next_question(sandbox: Sandbox, python_bot: BotMaker) -> None:
    source = "import sys, time\nfor line in sys.stdin:\n print(1, flush=True); time.sleep(0.1); print(2)\n"
    with sandbox.start(python_bot(source)) as process:
        ask(process, b"x")
        time.sleep(0.5)  # somebody else's turn
        assert "without being asked: '2" in _refusal(process, b"x")


def test_a_second_answer_is_not_taken_for_that_to_the_next_question(
    sandbox: Sandbox, python_bot: BotMaker
) -> None:
    """It comes after the next question was sent, but before it was read."""
    source = (
        "import sys, time\nfor line in sys.stdin:\n print(1); time.sleep(0.05); print(2); time.sleep(2)\n"
    )
    for _ in range(5):
        with sandbox.start(python_bot(source)) as process:
            ask(process, b"x")
            assert "before it had read the question: '2'" in _refusal(process, b"x")


def test_what_comes_along_with_an_answer_is_refused_at_once(sandbox: Sandbox, python_bot: BotMaker) -> None:
    source = "import os, sys\nfor line in sys.stdin: os.write(1, b'1\\n2')\n"
    with sandbox.start(python_bot(source)) as process:
        assert "more than its answer: '2'" in _refusal(process, b"x")


def test_a_line_written_before_the_first_question_is_refused(sandbox: Sandbox, python_bot: BotMaker) -> None:
    source = "import sys, time\nprint('hello')\ntime.sleep(2)\nfor line in sys.stdin: print(1)\n"
    for pause in (0, 0.5):  # before it is written, and after
        with sandbox.start(python_bot(source)) as process:
            time.sleep(pause)
            assert "'hello" in _refusal(process, b"x")


def test_a_line_written_before_a_large_question_has_gone_out_is_refused(
    sandbox: Sandbox, python_bot: BotMaker
) -> None:
    source = "import sys, time\nsys.stdin.read(10)\nprint('yes')\ntime.sleep(9)\n"
    with sandbox.start(python_bot(source)) as process:
        assert "before it had read the question: 'yes'" in _refusal(process, b"x" * 300_000)


def test_an_old_answer_that_was_taken_is_found_out_at_the_next_question(
    sandbox: Sandbox, python_bot: BotMaker
) -> None:
    source = "import sys, time\nfor line in sys.stdin:\n print('old'); time.sleep(0.1); print(line.strip())\n"
    with sandbox.start(python_bot(source)) as process:
        assert ask(process, b"x") == b"old"
        assert _refusal(process, b"y")


def _refusal(process: BotProcess, line: bytes) -> str:
    with pytest.raises(BotFaultError) as raised:
        ask(process, line)
    assert raised.value.fault is Fault.UNSOLICITED
    return raised.value.detail


def test_modules_of_a_bot_do_not_shadow_the_library(sandbox: Sandbox, cache: Path) -> None:
    trap = b"raise SystemExit('shadowed')"
    main = b"import json, own, sys\nfor line in sys.stdin: print(json.dumps([own.name]), flush=True)\n"
    files = {
        "bot.toml": b'name = "x"\nlanguage = "python"\nentry = "main.py"\n', "main.py": main,
        "own.py": b"name = 'own'", "json.py": trap, "sitecustomize.py": trap, "usercustomize.py": trap,
        "random.py": trap, "site.py": trap,
    }  # fmt: skip
    built = build(zipped(files), "bot.zip", cache=cache, sandbox=sandbox)
    for _ in range(2):  # cold, then warm
        with sandbox.start(built) as process:
            assert ask(process, b"x") == b'["own"]'
        sandbox.pool.fill()
