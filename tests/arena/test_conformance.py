"""The conformance test accepts the built-in engine and detects each fault."""

import sys
import time

import pytest

from qttt.arena import ConformanceError, check_engine
from qttt.game import Rules
from tests.arena.bots import bot

GOFF = (Rules(),)
SOON, LATE = (0.2, 2.0, 20.0), 60.0
"""Timeouts in seconds; the longer ones of `SOON` are for machines that start a program late."""

SILENT = {
    "silent": "after 'qttt': no answer in time",
    "half a line": "after 'qttt': no answer in time",
    "another protocol": "after 'qttt': no answer in time; it wrote 'uciok'",
    "flood": "after 'qttt': no answer in time; it wrote 'good morning'",
}
WRONG = {
    "crashes at once": "after 'qttt': it ended with exit code 1 (no configuration file)",
    "line without an end": "after 'qttt': it wrote a line that is too long",
    "hangs up": "after 'qttt': it closed its standard streams",
    "empty range": "after 'qttt': malformed option 'seed number 0 0 -1': write NAME number ",
    "no protocol": "after 'qttt': no line 'id protocol …' before qtttok",
    "never reports errors": "after 'please': expected error unknown, got 'no error'",
    "wrong kind of error": "after 'position 12/1': expected error illegal, got 'wrong ",
    "moves when the game is over": "after 'go nodes 20': expected error state, got a move",
    "does not wait for stop": "after 'position 12': expected error busy, got 'no error'",
    "crashes in the middle": "after 'go nodes 20': it ended with exit code 3",
    "raises in the middle": "after 'go nodes 20': it ended with exit code 1 "
    "(ZeroDivisionError: a mistake)",
    "illegal move": "illegal move '99': 99 is not legal in ",
    "no move": "illegal move '': expected one move, not 0",
    "forgets the moves": "illegal move '",
    "plays goff only": "after 'newgame rules qubic3': it answered: error rules goff only",
}


@pytest.mark.parametrize("fault", ["", "babbles on stderr", "babbles on stdout", "no seed"])
def test_conforming_engine(fault: str) -> None:
    check_engine(bot(fault), rules=GOFF, answer_timeout_s=LATE)


def test_built_in_engine() -> None:
    check_engine([sys.executable, "-m", "qttt", "engine"], answer_timeout_s=LATE)


@pytest.mark.parametrize("fault", SILENT)
def test_engine_that_never_gets_ready(fault: str) -> None:
    for timeout in SOON:
        with pytest.raises(ConformanceError) as caught:
            check_engine(bot(fault), rules=GOFF, answer_timeout_s=timeout)
        if str(caught.value) == SILENT[fault]:
            return
    pytest.fail(str(caught.value))


@pytest.mark.parametrize("fault", WRONG)
def test_fault_is_detected(fault: str) -> None:
    with pytest.raises(ConformanceError) as caught:
        check_engine(bot(fault), answer_timeout_s=LATE)
    assert str(caught.value).startswith(WRONG[fault])


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("does not stop", "after 'stop': no answer in time"),
        ("does not quit", "after quit: it is still running"),
        ("does not leave", "after the end of its input: it is still running"),
    ],
)
def test_engine_that_does_not_stop_or_exit(fault: str, message: str) -> None:
    start = time.monotonic()
    with pytest.raises(ConformanceError) as caught:
        check_engine(bot(fault), rules=GOFF, answer_timeout_s=4.0)
    assert str(caught.value) == message
    assert time.monotonic() - start > 4


def test_missing_program() -> None:
    with pytest.raises(ConformanceError) as caught:
        check_engine(["there-is-none"])
    assert str(caught.value) == "there-is-none cannot be started: PATH has no such program"
