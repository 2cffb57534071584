"""Passkeys: made, used, and of no use to anybody else."""

from collections.abc import Callable
from typing import Any

import pytest

from qttt.server.people import Person, Proof, Site, passkey_name
from qttt.server.people.passkeys import MOST, PATIENCE
from tests.server.authenticator import PRESENT, Authenticator, encoded

from .conftest import HERE, PASSWORD, House, by, refused

UNKNOWN = ("wrong-login", "this passkey is not known here")
UNUSABLE = ("bad-passkey", "this passkey cannot be used: try again")


async def added(house: House, person: Person, device: Authenticator) -> None:
    made = device.make(await house.passkeys.offer(person, HERE))
    await house.passkeys.add(person, HERE, " my\u202e phone ", made)


@pytest.fixture
def device() -> Authenticator:
    return Authenticator(HERE.origin)


async def test_passkey_is_made_and_comes_in(house: House, device: Authenticator) -> None:
    anna = await house.account("Anna")
    await added(house, anna, device)
    (kept,) = await house.passkeys.of(anna)
    assert (kept.label, kept.user, kept.count) == ("my phone", anna.user.id, 0)
    house.now += 5
    user = await house.passkeys.signer(HERE, device.sign(await house.passkeys.ask(HERE)))
    assert user == anna.user
    (used,) = await house.passkeys.of(anna)
    assert (used.count, used.used) == (1, house.now)


@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize("flags", [PRESENT, PRESENT | 4])
async def test_devices_that_do_not_count_or_ask_who_it_is(
    house: House, counts: bool, flags: int
) -> None:
    device = Authenticator(HERE.origin, counts, flags)
    anna = await house.account("Anna")
    await added(house, anna, device)
    for _ in range(3):
        signed = device.sign(await house.passkeys.ask(HERE))
        assert await house.passkeys.signer(HERE, signed) == anna.user


async def test_what_was_signed_works_once_and_for_five_minutes(
    house: House, device: Authenticator
) -> None:
    await added(house, await house.account("Anna"), device)
    signed = device.sign(await house.passkeys.ask(HERE))
    await house.passkeys.signer(HERE, signed)
    assert await refused(house.passkeys.signer(HERE, signed)) == UNKNOWN
    late = device.sign(await house.passkeys.ask(HERE))
    house.now += PATIENCE
    assert await refused(house.passkeys.signer(HERE, late)) == UNKNOWN


async def test_copy_of_a_device_is_found_out(house: House, device: Authenticator) -> None:
    await added(house, await house.account("Anna"), device)
    for _ in range(2):
        await house.passkeys.signer(HERE, device.sign(await house.passkeys.ask(HERE)))
    next(iter(device.kept.values())).count = 0
    copied = device.sign(await house.passkeys.ask(HERE))
    assert await refused(house.passkeys.signer(HERE, copied)) == UNKNOWN


async def test_page_of_another_site_gets_nothing(house: House, device: Authenticator) -> None:
    """A page that passes on what was asked has its own origin signed."""
    anna = await house.account("Anna")
    await added(house, anna, device)
    device.origin = "https://play.example.evil"
    assert await refused(added(house, anna, device)) == UNUSABLE
    signed = device.sign(await house.passkeys.ask(HERE))
    assert await refused(house.passkeys.signer(HERE, signed)) == UNKNOWN


def _signature(told: dict[str, Any]) -> None:
    told["response"]["signature"] = encoded(b"x" * 70)


def _other(told: dict[str, Any]) -> None:
    told["id"] = told["rawId"] = encoded(b"another device's")


def _challenge(told: dict[str, Any]) -> None:
    told["response"]["clientDataJSON"] = encoded(b'{"type":"webauthn.get","challenge":"YQ"}')


def _kind(told: dict[str, Any]) -> None:
    told["response"]["clientDataJSON"] = told["response"]["clientDataJSON"][:-4]


def _empty(told: dict[str, Any]) -> None:
    told.clear()


@pytest.mark.parametrize("spoil", [_signature, _other, _challenge, _kind, _empty])
async def test_what_is_not_signed_as_asked(
    house: House, device: Authenticator, spoil: Callable[[dict[str, Any]], None]
) -> None:
    await added(house, await house.account("Anna"), device)
    signed = device.sign(await house.passkeys.ask(HERE))
    spoil(signed)
    assert await refused(house.passkeys.signer(HERE, signed)) == UNKNOWN


async def test_what_one_was_asked_is_for_that_one(house: House, device: Authenticator) -> None:
    anna, nikos = await house.account("Anna"), await house.account("Nikos")
    made = device.make(await house.passkeys.offer(anna, HERE))
    assert await refused(house.passkeys.add(nikos, HERE, "x", made)) == UNUSABLE
    await house.passkeys.add(anna, HERE, "x", made)
    assert await refused(house.passkeys.add(anna, HERE, "x", made)) == UNUSABLE
    proof = Proof("", device.sign(await house.passkeys.ask(HERE)), HERE)
    told = await refused(house.accounts.prove(nikos, proof))
    assert told == ("wrong-login", "this is a passkey of somebody else")


async def test_account_of_passkeys_only(house: House, device: Authenticator) -> None:
    anna = await house.account("Anna")

    async def signed() -> Proof:
        return Proof("", device.sign(await house.passkeys.ask(HERE)), HERE)

    told = await refused(house.accounts.drop_password(anna, by(PASSWORD)))
    assert told == ("not-allowed", "add a passkey first, or nobody could come in")
    await added(house, anna, device)
    _, bot = await house.people.add_bot(anna, "a program")
    await house.accounts.drop_password(anna, by(PASSWORD))
    assert await house.people.find(bot) is None
    assert not (await house.accounts.standing(anna)).has_password
    assert (await refused(house.people.login("Anna", PASSWORD)))[0] == "wrong-login"
    assert (await refused(house.accounts.prove(anna, by(""))))[0] == "wrong-login"
    (kept,) = await house.passkeys.of(anna)
    last = house.accounts.drop_passkey(anna, passkey_name(kept), await signed())
    assert await refused(last) == (
        "not-allowed",
        "choose a password first, or nobody could come in",
    )
    await house.accounts.change_password(anna, "another horse", await signed())
    await house.accounts.drop_passkey(anna, passkey_name(kept), by("another horse"))
    assert await house.passkeys.of(anna) == []


async def test_passkeys_that_there_may_not_be(
    house: House, device: Authenticator, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest, _ = await house.guest()
    anna = await house.account("Anna")
    assert await refused(house.passkeys.offer(guest, HERE)) == (
        "not-allowed",
        "a guest has no account: make one first",
    )
    assert await refused(house.passkeys.ask(Site("http://192.0.2.1:8000"))) == (
        "not-allowed",
        "passkeys need an address by name, which 192.0.2.1 is not",
    )
    made = device.make(await house.passkeys.offer(anna, HERE))
    assert await refused(house.passkeys.add(anna, HERE, "\u202e", made)) == (
        "bad-label",
        "a label has 1 to 40 characters",
    )
    assert await refused(house.accounts.drop_passkey(anna, "none", by(PASSWORD))) == (
        "not-found",
        "you have no such passkey",
    )
    assert MOST == 10
    monkeypatch.setattr("qttt.server.people.passkeys.MOST", 0)
    assert await refused(house.passkeys.offer(anna, HERE)) == (
        "too-many",
        "there are 0 passkeys; remove one first",
    )


async def test_passkey_that_is_known_is_not_another_s(house: House, device: Authenticator) -> None:
    anna, nikos = await house.account("Anna"), await house.account("Nikos")
    await added(house, anna, device)
    (id_,) = device.kept
    copied = device.make(await house.passkeys.offer(nikos, HERE), id_)
    told = await refused(house.passkeys.add(nikos, HERE, "x", copied))
    assert told == ("bad-passkey", "this passkey is known already")
    assert await house.passkeys.of(nikos) == []
