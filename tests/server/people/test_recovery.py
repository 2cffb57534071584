"""Recovery codes and account deletion."""

import asyncio
import math

import pytest
from sqlalchemy import select

from qttt.server.people.accounts import NAME_RESERVED_MS, RESET_CODE_MS, new_reset_code
from qttt.server.people.credentials import (
    CODES_PER_SET,
    LETTERS,
    code_hash,
    new_recovery_code,
    token_hash,
)
from qttt.server.people.passwords import Passwords
from qttt.server.store.entities import User
from qttt.server.store.people import PeopleStore
from qttt.server.store.schema import recovery_codes

from .conftest import PASSWORD, Backend, password_proof, rejection

UNKNOWN = ("wrong-login", "wrong name or recovery code")


def test_codes_have_120_bits_and_are_unique() -> None:
    codes = {new_recovery_code() for _ in range(1_000)}
    assert len(codes) == 1_000
    assert {len(code.replace("-", "")) for code in codes} == {24}
    assert 24 * math.log2(len(LETTERS)) == 120
    assert {letter for code in codes for letter in code} == {*LETTERS, "-"}


@pytest.mark.parametrize("typed", ["{}", " {} ", "lower", "without", "o for 0, i and l for 1"])
def test_codes_are_read_in_any_spelling(typed: str) -> None:
    code = "0123-4567-89AB-CDEF-GHJK-MN11"
    spelled = {
        "lower": code.lower(),
        "without": code.replace("-", ""),
        "o for 0, i and l for 1": code.replace("0", "o").replace("1", "I", 1).replace("1", "l"),
    }
    assert code_hash(spelled.get(typed, typed.format(code))) == code_hash(code)


@pytest.mark.parametrize("text", ["", "0123", "é" * 24, "\ud800" * 24, "U" * 24])
def test_text_that_is_not_a_code_matches_no_code(text: str) -> None:
    assert code_hash(text) == code_hash("?")
    assert code_hash(text) != code_hash(new_recovery_code())


async def reset_code(backend: Backend, name: str) -> tuple[User, str, int]:
    """Create a code as the operator does."""
    return await new_reset_code(backend.store.accounts, backend.store.people, name, backend.now)


async def test_code_sets_a_new_password_once(backend: Backend) -> None:
    anna = await backend.account("Anna")
    codes = await backend.accounts.new_codes(anna, password_proof(PASSWORD))
    assert len(set(codes)) == CODES_PER_SET
    _, bot = await backend.people.create_bot_token(anna, "a program")
    user, token, _ = await backend.accounts.recover("an-na", codes[3].lower(), "another horse")
    assert user == (await backend.found(token)).user == anna.user
    assert await backend.people.authenticate(bot) is None
    assert (await backend.people.login("Anna", "another horse"))[0] == user
    assert await backend.store.accounts.count_codes(anna.user.id) == CODES_PER_SET - 1
    assert await rejection(backend.accounts.recover("Anna", codes[3], "a third horse")) == UNKNOWN


async def test_concurrent_uses_of_one_code_succeed_once(backend: Backend) -> None:
    anna = await backend.account("Anna")
    (code, *_) = await backend.accounts.new_codes(anna, password_proof(PASSWORD))
    calls = (backend.accounts.recover("Anna", code, f"horse number {n}") for n in range(4))
    results = await asyncio.gather(*calls, return_exceptions=True)
    assert sum(not isinstance(result, Exception) for result in results) == 1


@pytest.mark.parametrize("name", ["Anna", "Nikos", "Nobody0", "", "\x1b"])
async def test_wrong_names_and_wrong_codes_raise_the_same_error_after_the_same_work(
    backend: Backend, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await backend.account("Anna")
    await backend.account("Nikos")
    codes = await backend.accounts.new_codes(anna, password_proof(PASSWORD))
    hashed: list[str] = []
    original = Passwords.hash

    async def spy(self: Passwords, password: str) -> str:
        hashed.append(password)
        return await original(self, password)

    monkeypatch.setattr(Passwords, "hash", spy)
    code = new_recovery_code() if name == "Anna" else codes[0]
    assert await rejection(backend.accounts.recover(name, code, "another horse")) == UNKNOWN
    assert hashed == ["another horse"]


async def test_new_codes_replace_all_others(backend: Backend) -> None:
    anna = await backend.account("Anna")
    (old, *_) = await backend.accounts.new_codes(anna, password_proof(PASSWORD))
    _, reset, _ = await reset_code(backend, "Anna")
    await backend.accounts.new_codes(anna, password_proof(PASSWORD))
    for code in (old, reset):
        assert await rejection(backend.accounts.recover("Anna", code, "another horse")) == UNKNOWN


async def test_the_store_contains_only_hashes_of_codes(backend: Backend) -> None:
    anna = await backend.account("Anna")
    (code, *_) = await backend.accounts.new_codes(anna, password_proof(PASSWORD))
    rows = await backend.store.database.read(
        lambda connection: connection.execute(select(recovery_codes.c.hash)).all()
    )
    assert code_hash(code) in {bytes(row[0]) for row in rows}
    assert code_hash(code) != token_hash(code)


async def test_errors_of_creating_codes(backend: Backend) -> None:
    guest, _ = await backend.guest()
    anna = await backend.account("Anna")
    assert await rejection(backend.accounts.new_codes(guest, password_proof(""))) == (
        "not-allowed",
        "guests have no account: register first",
    )
    wrong = await rejection(backend.accounts.new_codes(anna, password_proof("a wrong one")))
    assert wrong == ("wrong-login", "wrong password")


async def test_recovery_requires_an_acceptable_password(backend: Backend) -> None:
    anna = await backend.account("Anna")
    (code, *_) = await backend.accounts.new_codes(anna, password_proof(PASSWORD))
    error = await rejection(backend.accounts.recover("Anna", code, "short"))
    assert error == ("bad-password", "a password must have 8 to 128 characters")
    assert await backend.store.accounts.count_codes(anna.user.id) == CODES_PER_SET


# --- codes of the operator -----------------------------------------------------------------------


async def test_a_code_of_the_operator_is_valid_for_one_day_and_works_once(backend: Backend) -> None:
    anna = await backend.account("Anna")
    own = await backend.accounts.new_codes(anna, password_proof(PASSWORD))
    user, code, expires = await reset_code(backend, "ANNA")
    assert (user, expires) == (anna.user, backend.now + RESET_CODE_MS)
    backend.now = expires
    assert await rejection(backend.accounts.recover("Anna", code, "another horse")) == UNKNOWN
    backend.now -= 1
    await backend.accounts.recover("Anna", code, "another horse")
    assert await rejection(backend.accounts.recover("Anna", code, "a third horse")) == UNKNOWN
    assert await backend.store.accounts.count_codes(anna.user.id) == len(own)
    error = await rejection(reset_code(backend, "Nobody0"))
    assert error == ("not-found", "no user is named Nobody0")


# --- account deletion ----------------------------------------------------------------------------


async def test_the_name_of_a_deleted_account_is_free_after_thirty_days(backend: Backend) -> None:
    anna = await backend.account("Anna")
    await backend.accounts.delete(anna)
    assert NAME_RESERVED_MS == 30 * RESET_CODE_MS
    error = await rejection(backend.account("An-na"))
    assert error == ("name-taken", "An-na or a similar name is taken")
    backend.now += NAME_RESERVED_MS - 1
    await backend.store.accounts.delete_expired(backend.now)
    assert (await rejection(backend.account("Anna")))[0] == "name-taken"
    backend.now += 1
    await backend.store.accounts.delete_expired(backend.now)
    assert (await backend.account("Anna")).user.id != anna.user.id


async def test_guests_cannot_delete_their_account(backend: Backend) -> None:
    guest, _ = await backend.guest()
    error = await rejection(backend.accounts.delete(guest))
    assert error == ("not-allowed", "guests have no account: register first")


async def test_the_name_shown_for_deleted_users_is_reserved(backend: Backend) -> None:
    error = await rejection(backend.account("Gone"))
    assert error == ("bad-name", "Gone is reserved")


async def test_deleting_an_account_deletes_all_its_data_except_games(backend: Backend) -> None:
    anna = await backend.account("Anna")
    await backend.people.create_bot_token(anna, "a program")
    await backend.accounts.new_codes(anna, password_proof(PASSWORD))
    await backend.accounts.delete(anna)
    await backend.accounts.anonymize_games()
    people: PeopleStore = backend.store.people
    left = await people.user(anna.user.id)
    assert left is not None
    assert (left.name, left.guest, left.listed) == ("Gone", True, False)
    assert await people.password(anna.user.id) is None
    for kind in ("session", "bot"):
        assert await people.tokens(anna.user.id, kind) == []
    assert await rejection(backend.people.login("Anna", PASSWORD)) == (
        "wrong-login",
        "wrong name or password",
    )


async def test_an_account_cannot_be_deleted_if_a_game_has_just_started(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await backend.account("Anna")

    async def plays(*_: object) -> None:
        """Refuse, as if a game had begun."""

    monkeypatch.setattr(backend.store.accounts, "delete_user", plays)
    error = await rejection(backend.accounts.delete(anna))
    assert error == ("games-go-on", "one of your games has just started; try again")
