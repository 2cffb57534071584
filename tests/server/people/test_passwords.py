"""Password hashing, its limits, and the rules for passwords."""

import asyncio
import re
import statistics
import threading
import time
from collections.abc import AsyncIterator

import pytest
from argon2 import extract_parameters

from qttt.server.errors import RequestError
from qttt.server.people.passwords import (
    DECOY,
    MAX_WAITING,
    THREADS,
    Passwords,
    validate_password,
)


@pytest.fixture
def cheap_passwords() -> None:
    """Hashes have their real cost in this module."""


@pytest.fixture
async def passwords() -> AsyncIterator[Passwords]:
    opened = Passwords()
    yield opened
    opened.close()


async def test_only_the_right_password_verifies(passwords: Passwords) -> None:
    hashed = await passwords.hash("correct horse")
    assert await passwords.verify(hashed, "correct horse")
    assert not await passwords.verify(hashed, "correct horsf")
    assert not await passwords.verify(None, "correct horse")


async def test_the_parameters_are_the_recommended_ones(passwords: Passwords) -> None:
    hashed = await passwords.hash("correct horse")
    assert re.match(r"\$argon2id\$v=19\$m=19456,t=2,p=1\$", hashed)
    assert hashed != await passwords.hash("correct horse")
    assert extract_parameters(DECOY) == extract_parameters(hashed)


async def test_unknown_users_cost_as_much_as_known_ones(passwords: Passwords) -> None:
    """Compares CPU time, not elapsed time."""
    hashed = await passwords.hash("correct horse")

    async def cost(stored: str | None) -> float:
        times = []
        for _ in range(5):
            start = time.thread_time() + time.process_time()
            await passwords.verify(stored, "wrong password")
            times.append(time.process_time() + time.thread_time() - start)
        return statistics.median(times)

    assert 0.2 < await cost(None) / await cost(hashed) < 5


async def test_hashing_runs_in_two_threads_outside_the_event_loop(
    passwords: Passwords, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, most, running = threading.get_ident(), 0, 0
    lock, two = threading.Lock(), threading.Barrier(2, timeout=60)

    def slow(self: Passwords, kept: str, password: str) -> bool:
        nonlocal most, running
        assert threading.get_ident() != here
        with lock:
            running += 1
            most = max(most, running)
        two.wait()
        with lock:
            running -= 1
        two.wait()
        return True

    monkeypatch.setattr(Passwords, "_compare", slow)
    await asyncio.gather(*(passwords.verify(None, "x") for _ in range(8)))
    assert most == THREADS == 2


async def test_requests_are_rejected_if_too_many_wait(
    passwords: Passwords, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    monkeypatch.setattr(Passwords, "_compare", lambda self, kept, password: gate.wait(60))
    waiting = [
        asyncio.create_task(passwords.verify(None, "x")) for _ in range(THREADS + MAX_WAITING)
    ]
    await asyncio.sleep(0)
    with pytest.raises(RequestError) as error:
        await passwords.verify(None, "x")
    gate.set()
    await asyncio.gather(*waiting)
    assert error.value.code == "busy"
    assert error.value.message == "too many logins at once; try again in a moment"


@pytest.mark.parametrize("password", ["1234567", "x" * 129])
def test_password_of_a_wrong_length(password: str) -> None:
    with pytest.raises(RequestError) as error:
        validate_password(password, "Anna")
    assert error.value.message == "a password must have 8 to 128 characters"


def test_passwords_are_normalized() -> None:
    composed = validate_password("caf\u00e9 noir", "Anna")
    assert validate_password("cafe\u0301 noir", "Anna") == composed


@pytest.mark.parametrize(
    "password",
    ["password", "PASSWORD1", "1234567890", "iloveyou1", "quantum-2026", "TicTacToe!", "annanna42"],
)
def test_common_passwords_are_rejected(password: str) -> None:
    with pytest.raises(RequestError) as error:
        validate_password(password, "Ann-Anna")
    assert (error.value.code, error.value.message) == (
        "bad-password",
        "this password is too easy to guess; choose another",
    )


@pytest.mark.parametrize(
    "password",
    [
        "correct horse",
        "καλημέρα κόσμε",
        "        x",
        "x" * 128,
    ],
)
def test_passwords_may_have_any_composition(password: str) -> None:
    assert validate_password(password, "Anna") == password
