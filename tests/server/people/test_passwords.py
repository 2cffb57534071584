"""Passwords are kept so that they can be compared and not read."""

import asyncio
import re
import statistics
import threading
import time
from collections.abc import AsyncIterator

import pytest

from qttt.server.people import Passwords, PersonError, read_password
from qttt.server.people.passwords import AT_ONCE, WAITING


@pytest.fixture
async def passwords() -> AsyncIterator[Passwords]:
    made = Passwords()
    yield made
    made.close()


async def test_password_fits_itself_and_nothing_else(passwords: Passwords) -> None:
    kept = await passwords.hash("correct horse")
    assert await passwords.fits(kept, "correct horse")
    assert not await passwords.fits(kept, "correct horsf")
    assert not await passwords.fits(None, "correct horse")


async def test_cost_is_the_recommended_one(passwords: Passwords) -> None:
    kept = await passwords.hash("correct horse")
    assert re.match(r"\$argon2id\$v=19\$m=19456,t=2,p=1\$", kept)
    assert kept != await passwords.hash("correct horse")


async def test_nobody_costs_as_much_as_somebody(passwords: Passwords) -> None:
    """By what is done, not by a clock: the same function with the same parameters."""
    kept = await passwords.hash("correct horse")

    async def cost(what: str | None) -> float:
        times = []
        for _ in range(5):
            start = time.thread_time() + time.process_time()
            await passwords.fits(what, "wrong password")
            times.append(time.process_time() + time.thread_time() - start)
        return statistics.median(times)

    assert 0.2 < await cost(None) / await cost(kept) < 5


async def test_two_at_a_time_and_off_the_loop(
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
    await asyncio.gather(*(passwords.fits(None, "x") for _ in range(8)))
    assert most == AT_ONCE == 2


async def test_whoever_comes_when_too_many_wait_is_sent_away(
    passwords: Passwords, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    monkeypatch.setattr(Passwords, "_compare", lambda self, kept, password: gate.wait(10))
    waiting = [asyncio.create_task(passwords.fits(None, "x")) for _ in range(AT_ONCE + WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(PersonError) as error:
        await passwords.fits(None, "x")
    gate.set()
    await asyncio.gather(*waiting)
    assert error.value.code == "busy"
    assert error.value.message == "too many are coming in at once; try again in a moment"


@pytest.mark.parametrize("password", ["1234567", "x" * 129])
def test_password_of_a_wrong_length(password: str) -> None:
    with pytest.raises(PersonError) as error:
        read_password(password, "Anna")
    assert error.value.message == "a password has 8 to 128 characters"


def test_password_is_the_same_on_every_keyboard() -> None:
    composed = read_password("caf\u00e9 noir", "Anna")
    assert read_password("cafe\u0301 noir", "Anna") == composed


@pytest.mark.parametrize(
    "password",
    ["password", "PASSWORD1", "1234567890", "iloveyou1", "quantum-2026", "TicTacToe!", "annanna42"],
)
def test_password_that_anybody_would_try(password: str) -> None:
    with pytest.raises(PersonError) as error:
        read_password(password, "Ann-Anna")
    assert (error.value.code, error.value.message) == (
        "bad-password",
        "this is among the first that anybody would try",
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
def test_password_of_any_composition(password: str) -> None:
    assert read_password(password, "Anna") == password
