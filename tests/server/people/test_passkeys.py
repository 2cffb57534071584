"""Passkeys: registration, authentication and attacks."""

from collections.abc import Callable
from typing import Any

import pytest

from qttt.server.people.accounts import Reauthentication
from qttt.server.people.passkeys import CHALLENGE_MS, MAX_PASSKEYS, RelyingParty, passkey_name
from qttt.server.people.people import Principal
from tests.server.authenticator import PRESENT, Authenticator, encoded

from .conftest import HERE, PASSWORD, Backend, password_proof, rejection

UNKNOWN = ("wrong-login", "unknown or invalid passkey")
UNUSABLE = ("bad-passkey", "the passkey could not be registered; try again")


async def register(backend: Backend, principal: Principal, device: Authenticator) -> None:
    credential = device.make(await backend.passkeys.registration_options(principal, HERE))
    await backend.passkeys.add(principal, HERE, " my\u202e phone ", credential)


@pytest.fixture
def device() -> Authenticator:
    return Authenticator(HERE.origin)


async def test_a_registered_passkey_logs_in(backend: Backend, device: Authenticator) -> None:
    anna = await backend.account("Anna")
    await register(backend, anna, device)
    (passkey,) = await backend.passkeys.list_for(anna)
    assert (passkey.label, passkey.user, passkey.count) == ("my phone", anna.user.id, 0)
    backend.now += 5
    _, user = await backend.passkeys.verify(
        HERE, device.sign(await backend.passkeys.login_options(HERE))
    )
    assert user == anna.user
    (used,) = await backend.passkeys.list_for(anna)
    assert (used.count, used.used) == (1, backend.now)


@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize("flags", [PRESENT, PRESENT | 4])
async def test_devices_without_counter_or_user_verification(
    backend: Backend, counts: bool, flags: int
) -> None:
    device = Authenticator(HERE.origin, counts, flags)
    anna = await backend.account("Anna")
    await register(backend, anna, device)
    for _ in range(3):
        signed = device.sign(await backend.passkeys.login_options(HERE))
        assert (await backend.passkeys.verify(HERE, signed))[1] == anna.user


async def test_a_signed_challenge_works_once_and_for_five_minutes(
    backend: Backend, device: Authenticator
) -> None:
    await register(backend, await backend.account("Anna"), device)
    signed = device.sign(await backend.passkeys.login_options(HERE))
    await backend.passkeys.verify(HERE, signed)
    assert await rejection(backend.passkeys.verify(HERE, signed)) == UNKNOWN
    late = device.sign(await backend.passkeys.login_options(HERE))
    backend.now += CHALLENGE_MS
    assert await rejection(backend.passkeys.verify(HERE, late)) == UNKNOWN


async def test_a_cloned_device_is_rejected(backend: Backend, device: Authenticator) -> None:
    await register(backend, await backend.account("Anna"), device)
    for _ in range(2):
        await backend.passkeys.verify(HERE, device.sign(await backend.passkeys.login_options(HERE)))
    next(iter(device.credentials.values())).count = 0
    cloned = device.sign(await backend.passkeys.login_options(HERE))
    assert await rejection(backend.passkeys.verify(HERE, cloned)) == UNKNOWN


async def test_another_site_cannot_relay_challenges(
    backend: Backend, device: Authenticator
) -> None:
    """The signature covers the origin of the relaying page."""
    anna = await backend.account("Anna")
    await register(backend, anna, device)
    device.origin = "https://play.example.evil"
    assert await rejection(register(backend, anna, device)) == UNUSABLE
    signed = device.sign(await backend.passkeys.login_options(HERE))
    assert await rejection(backend.passkeys.verify(HERE, signed)) == UNKNOWN


def _signature(credential: dict[str, Any]) -> None:
    credential["response"]["signature"] = encoded(b"x" * 70)


def _other_id(credential: dict[str, Any]) -> None:
    credential["id"] = credential["rawId"] = encoded(b"another device's")


def _challenge(credential: dict[str, Any]) -> None:
    data = b'{"type":"webauthn.get","challenge":"YQ"}'
    credential["response"]["clientDataJSON"] = encoded(data)


def _truncated(credential: dict[str, Any]) -> None:
    response = credential["response"]
    response["clientDataJSON"] = response["clientDataJSON"][:-4]


def _empty(credential: dict[str, Any]) -> None:
    credential.clear()


@pytest.mark.parametrize("corrupt", [_signature, _other_id, _challenge, _truncated, _empty])
async def test_corrupted_credentials(
    backend: Backend, device: Authenticator, corrupt: Callable[[dict[str, Any]], None]
) -> None:
    await register(backend, await backend.account("Anna"), device)
    signed = device.sign(await backend.passkeys.login_options(HERE))
    corrupt(signed)
    assert await rejection(backend.passkeys.verify(HERE, signed)) == UNKNOWN


async def test_a_challenge_is_valid_for_its_user_only(
    backend: Backend, device: Authenticator
) -> None:
    anna, nikos = await backend.account("Anna"), await backend.account("Nikos")
    credential = device.make(await backend.passkeys.registration_options(anna, HERE))
    assert await rejection(backend.passkeys.add(nikos, HERE, "x", credential)) == UNUSABLE
    await backend.passkeys.add(anna, HERE, "x", credential)
    assert await rejection(backend.passkeys.add(anna, HERE, "x", credential)) == UNUSABLE
    proof = Reauthentication("", device.sign(await backend.passkeys.login_options(HERE)), HERE)
    error = await rejection(backend.accounts.reauthenticate(nikos, proof))
    assert error == ("wrong-login", "this passkey belongs to another account")


async def test_account_without_password(backend: Backend, device: Authenticator) -> None:
    anna = await backend.account("Anna")

    async def signed() -> Reauthentication:
        return Reauthentication("", device.sign(await backend.passkeys.login_options(HERE)), HERE)

    error = await rejection(backend.accounts.delete_password(anna, password_proof(PASSWORD)))
    assert error == ("not-allowed", "add a passkey first: it would be the only login")
    await register(backend, anna, device)
    _, bot = await backend.people.create_bot_token(anna, "a program")
    new = await backend.accounts.delete_password(anna, password_proof(PASSWORD))
    anna = await backend.found(new.token)
    assert await backend.people.authenticate(bot) is None
    assert await backend.store.people.password(anna.user.id) is None
    assert (await rejection(backend.people.login("Anna", PASSWORD)))[0] == "wrong-login"
    assert (await rejection(backend.accounts.reauthenticate(anna, password_proof(""))))[
        0
    ] == "wrong-login"
    (passkey,) = await backend.passkeys.list_for(anna)
    last = backend.accounts.delete_passkey(anna, passkey_name(passkey), await signed())
    assert await rejection(last) == (
        "not-allowed",
        "set a password first: this is your only login",
    )
    new = await backend.accounts.change_password(anna, "another horse", await signed())
    anna = await backend.found(new.token)
    await backend.accounts.delete_passkey(
        anna, passkey_name(passkey), password_proof("another horse")
    )
    assert await backend.passkeys.list_for(anna) == []


async def test_errors_of_passkeys(
    backend: Backend, device: Authenticator, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest, _ = await backend.guest()
    anna = await backend.account("Anna")
    assert await rejection(backend.passkeys.registration_options(guest, HERE)) == (
        "not-allowed",
        "guests have no account: register first",
    )
    assert await rejection(
        backend.passkeys.login_options(RelyingParty("http://192.0.2.1:8000"))
    ) == (
        "not-allowed",
        "passkeys need a domain name; 192.0.2.1 is an IP address",
    )
    credential = device.make(await backend.passkeys.registration_options(anna, HERE))
    assert await rejection(backend.passkeys.add(anna, HERE, "\u202e", credential)) == (
        "bad-label",
        "a label must have 1 to 40 characters",
    )
    assert await rejection(
        backend.accounts.delete_passkey(anna, "none", password_proof(PASSWORD))
    ) == (
        "not-found",
        "you have no such passkey",
    )
    assert MAX_PASSKEYS == 10
    monkeypatch.setattr("qttt.server.people.passkeys.MAX_PASSKEYS", 0)
    assert await rejection(backend.passkeys.registration_options(anna, HERE)) == (
        "too-many",
        "you have 0 passkeys; remove one first",
    )


async def test_a_passkey_cannot_be_registered_by_two_users(
    backend: Backend, device: Authenticator
) -> None:
    anna, nikos = await backend.account("Anna"), await backend.account("Nikos")
    await register(backend, anna, device)
    (id_,) = device.credentials
    credential = device.make(await backend.passkeys.registration_options(nikos, HERE), id_)
    error = await rejection(backend.passkeys.add(nikos, HERE, "x", credential))
    assert error == ("bad-passkey", "this passkey is already registered")
    assert await backend.passkeys.list_for(nikos) == []
