"""Guests, registration, logins, sessions and bot tokens."""

import asyncio
from pathlib import Path

import pytest

from qttt.server.people.credentials import new_token
from qttt.server.people.names import name_key
from qttt.server.people.passwords import Passwords
from qttt.server.people.people import token_name

from .conftest import PASSWORD, Backend, rejection

DAY = 24 * 60 * 60 * 1000


async def test_a_guest_is_authenticated_by_the_token(backend: Backend) -> None:
    principal, token = await backend.guest()
    assert principal.user.guest
    assert principal.user.name.startswith("Guest ")
    assert principal.identity.user == principal.user.id
    assert await backend.people.authenticate(new_token()) is None
    assert await backend.people.authenticate("") is None
    assert (await backend.found(token)).user == principal.user


async def test_a_guest_can_be_stored_while_another_request_is_authenticated(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, token, _ = await backend.people.create_guest()
    read = backend.store.people.token_and_user
    principal = await backend.found(token)

    async def read_just_before(hashed: bytes, now: int) -> object:
        found = await read(hashed, now)
        await backend.people.admit(principal)
        return found

    monkeypatch.setattr(backend.store.people, "token_and_user", read_just_before)
    found = await backend.found(token)
    assert (found.user.id, found.is_stored) == (user.id, True)
    monkeypatch.undo()
    await backend.people.end_session(found)
    assert await backend.people.authenticate(token) is None


async def test_the_store_contains_only_hashes_of_tokens(backend: Backend, tmp_path: Path) -> None:
    _, token = await backend.guest()
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert token.encode() not in stored


async def test_a_session_expires_ninety_days_after_its_last_use(backend: Backend) -> None:
    _, token = await backend.guest()
    for _ in range(4):
        backend.now += 89 * DAY
        assert await backend.people.extend_session(await backend.found(token))
    backend.now += 90 * DAY
    assert await backend.people.authenticate(token) is None


async def test_registration_keeps_the_user_and_replaces_the_session(backend: Backend) -> None:
    principal, former = await backend.guest()
    user, token, _ = await backend.people.register(principal, " Anna ", PASSWORD)
    assert (user.id, user.name, user.guest) == (principal.user.id, "Anna", False)
    assert await backend.people.authenticate(former) is None
    assert (await backend.found(token)).user == user
    again = await rejection(backend.people.register(await backend.found(token), "Other", PASSWORD))
    assert again == ("not-allowed", "you have an account already; log out first")


@pytest.mark.parametrize("name", ["Anna", "aNNA", "An.na", "\u0410\u043f\u043f\u0430"])
async def test_similar_names_can_be_registered_once(backend: Backend, name: str) -> None:
    await backend.account("Anna")
    principal, _ = await backend.guest()
    code, message = await rejection(backend.people.register(principal, name, PASSWORD))
    assert (code, message) == ("name-taken", f"{name} or a similar name is taken")


async def test_concurrent_registrations_of_one_name_succeed_once(backend: Backend) -> None:
    people = [(await backend.guest())[0] for _ in range(4)]
    calls = (backend.people.register(person, "Anna", PASSWORD) for person in people)
    results = await asyncio.gather(*calls, return_exceptions=True)
    assert sum(not isinstance(result, Exception) for result in results) == 1


async def test_login_starts_another_session_of_the_user(backend: Backend) -> None:
    principal = await backend.account("Anna")
    user, token, _ = await backend.people.login("anna", PASSWORD)
    assert user == principal.user
    assert (await backend.found(token)).user == user


@pytest.mark.parametrize("name", ["Anna", "Nobody0", "", "Guest 4821", "\x1b[31m"])
async def test_wrong_names_and_wrong_passwords_raise_the_same_error(
    backend: Backend, name: str
) -> None:
    await backend.account("Anna")
    error = await rejection(backend.people.login(name, "wrong password"))
    assert error == ("wrong-login", "wrong name or password")


async def test_unknown_names_cost_as_much_as_known_ones(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against user enumeration by timing: as many comparisons, of hashes with the same cost."""
    await backend.account("Anna")
    compared: list[str] = []
    compare = Passwords._compare

    def spy(self: Passwords, kept: str, password: str) -> bool:
        compared.append(kept)
        return compare(self, kept, password)

    monkeypatch.setattr(Passwords, "_compare", spy)
    for name in ("Anna", "Nobody0"):
        await rejection(backend.people.login(name, "wrong password"))
    costs = [each.split("$")[1:4] for each in compared]
    assert len(costs) == 2
    assert costs[0] == costs[1]


async def test_guest_has_no_password(backend: Backend) -> None:
    principal, _ = await backend.guest()
    error = await rejection(backend.change_password(principal, "", "another horse"))
    assert error == ("wrong-login", "wrong password")


async def test_a_new_password_revokes_other_sessions_and_bot_tokens(backend: Backend) -> None:
    principal = await backend.account("Anna")
    other = (await backend.people.login("Anna", PASSWORD)).token
    _, bot = await backend.people.create_bot_token(principal, "a program")
    new = await backend.change_password(principal, PASSWORD, "another horse")
    assert await backend.people.authenticate(other) is None
    assert await backend.people.authenticate(bot) is None
    await rejection(backend.people.login("Anna", PASSWORD))
    await backend.people.login("Anna", "another horse")
    sessions = await backend.store.people.tokens(principal.user.id, "session")
    assert new.token in sessions
    assert principal.token not in sessions
    assert len(sessions) == 2


async def test_a_bot_token_is_valid_until_revoked(backend: Backend) -> None:
    principal = await backend.account("Anna")
    stored, token = await backend.people.create_bot_token(principal, " my\u202e program\x1b ")
    bot = await backend.found(token)
    assert stored.label == "my program"
    assert (bot.is_bot, bot.identity.bot, bot.user) == (True, True, principal.user)
    nikos = await backend.account("Nikos")
    assert not await backend.people.revoke_bot_token(nikos, token_name(stored))
    assert await backend.people.revoke_bot_token(principal, token_name(stored))
    assert await backend.people.authenticate(token) is None
    assert not await backend.people.revoke_bot_token(principal, token_name(stored))


async def test_errors_of_bot_tokens(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qttt.server.people.people.MAX_BOT_TOKENS", 1)
    guest, _ = await backend.guest()
    anna = await backend.account("Anna")
    assert await rejection(backend.people.create_bot_token(guest, "a")) == (
        "not-allowed",
        "guests have no account: register first",
    )
    assert await rejection(backend.people.create_bot_token(anna, "\u202e")) == (
        "bad-label",
        "a label must have 1 to 40 characters",
    )
    await backend.people.create_bot_token(anna, "a")
    assert await rejection(backend.people.create_bot_token(anna, "b")) == (
        "too-many",
        "you have 1 bot tokens; revoke one first",
    )


async def test_the_key_of_the_name_is_stored(backend: Backend) -> None:
    principal = await backend.account("Ζωή-1")
    assert principal.user.key == name_key("ΖΩΗ 1")
