"""Run tests repeatedly, in random order, while their processes stall.

``make flaky ARGS="--rounds 20 tests/browser"`` runs a selection of tests 20 times, each time in
another order. Meanwhile random processes of the tests, sometimes all of them, are suspended for up
to two seconds, as on a busy machine. Failures are printed with their messages and the seed of their
round; the exit code is 1 if there were any.
"""

import argparse
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from threading import Event, Thread

import psutil

STALL_S = (0.05, 2.0)
"""The shortest and the longest stall."""
GAP_S = (0.0, 0.5)
"""The time between two stalls."""
ALL_AT_ONCE = 0.1
"""The share of stalls that suspend every process of the tests."""
IN_PARALLEL = (
    *("--numprocesses", "auto", "--dist", "loadfile", "--no-loadscope-reorder"),
    *("--max-worker-restart", "0"),
)
DETAILS = re.compile(r"^=+ (?:ERRORS|FAILURES) =+$", re.MULTILINE)
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+)$", re.MULTILINE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Return 0 if every round passed, otherwise 1."""
    parser = argparse.ArgumentParser(prog="make flaky", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often (default: 5)")
    parser.add_argument("--seed", type=int, help="the first round's seed; one more for each round")
    parser.add_argument("--no-stalls", action="store_true", help="random order only")
    options, selection = parser.parse_known_args(arguments)
    first = random.randrange(10**6) if options.seed is None else options.seed
    failures: Counter[str] = Counter()
    for seed in range(first, first + options.rounds):
        start = time.monotonic()
        output, code = run_round(selection, seed, stalls=not options.no_stalls)
        failed = FAILED.findall(output)
        if code:
            details = DETAILS.search(output)
            print(output[details.start() if details else 0 :])
            failed = failed or [f"pytest ended with exit code {code}"]
        failures.update(failed)
        summary = output.rstrip().rpartition("\n")[2].strip("= ")
        print(f"seed {seed}: {summary} ({time.monotonic() - start:.0f} s)", flush=True)
        for test in failed:
            print(f"  {test}", flush=True)
    for test, count in failures.most_common():
        print(f"failed {count} of {options.rounds} times: {test}")
    return 1 if failures else 0


def run_round(selection: Sequence[str], seed: int, *, stalls: bool) -> tuple[str, int]:
    """Run the selected tests once; return what pytest printed, and its exit code."""
    command = [sys.executable, "-m", "pytest", *IN_PARALLEL]
    command += ["-p", "randomly", f"--randomly-seed={seed}"]
    with subprocess.Popen(
        [*command, *selection], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    ) as process:
        ended = Event()
        stalling = Thread(target=stall, args=(process.pid, random.Random(seed), ended))
        if stalls:
            stalling.start()
        output, _ = process.communicate()
        ended.set()
        if stalls:
            stalling.join()
    return output, process.returncode


def stall(pid: int, dice: random.Random, ended: Event) -> None:
    """Suspend descendants of a process, one after another or all, until the event is set."""
    parent = psutil.Process(pid)
    while not ended.wait(dice.uniform(*GAP_S)):
        try:
            running = parent.children(recursive=True)
        except psutil.NoSuchProcess:
            return
        if running:
            stops_all = dice.random() < ALL_AT_ONCE
            _stop(running if stops_all else [dice.choice(running)], dice.uniform(*STALL_S), ended)


def _stop(processes: Sequence[psutil.Process], seconds: float, ended: Event) -> None:
    try:
        for process in processes:
            _signal(process, signal.SIGSTOP)
        ended.wait(seconds)
    finally:
        for process in processes:
            _signal(process, signal.SIGCONT)


def _signal(process: psutil.Process, number: int) -> None:
    try:
        process.send_signal(number)
    except psutil.NoSuchProcess:
        return  # it ended meanwhile


if __name__ == "__main__":
    sys.exit(main())
