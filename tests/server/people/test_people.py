"""Coming in, accounts, sessions, and programs' tokens."""

import asyncio
from pathlib import Path

import pytest

from qttt.server.people import Passwords, name_key, new_token, token_name

from .conftest import PASSWORD, House, refused

DAY = 24 * 60 * 60 * 1000


async def test_guest_is_found_again_by_the_token_only(house: House) -> None:
    person, token = await house.guest()
    assert person.user.guest
    assert person.user.name.startswith("Guest ")
    assert person.who.user == person.user.id
    assert await house.people.find(new_token()) is None
    assert await house.people.find("") is None
    assert (await house.found(token)).user == person.user


async def test_store_holds_no_token(house: House, tmp_path: Path) -> None:
    _, token = await house.guest()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert token.encode() not in kept


async def test_session_lasts_ninety_days_after_its_last_use(house: House) -> None:
    _, token = await house.guest()
    for _ in range(4):
        house.now += 89 * DAY
        await house.found(token)
    house.now += 90 * DAY
    assert await house.people.find(token) is None


async def test_guest_becomes_an_account_and_stays_the_same(house: House) -> None:
    person, token = await house.guest()
    user = await house.people.register(person, " Anna ", PASSWORD)
    assert (user.id, user.name, user.guest) == (person.user.id, "Anna", False)
    assert (await house.found(token)).user == user
    again = await refused(house.people.register(await house.found(token), "Other", PASSWORD))
    assert again == ("not-allowed", "this account has a name already; log out first")


@pytest.mark.parametrize("name", ["Anna", "aNNA", "An.na", "\u0410\u043f\u043f\u0430"])
async def test_name_is_taken_by_whoever_is_first(house: House, name: str) -> None:
    await house.account("Anna")
    person, _ = await house.guest()
    code, message = await refused(house.people.register(person, name, PASSWORD))
    assert (code, message) == ("name-taken", f"{name} is taken, or looks like a name that is")


async def test_of_two_who_want_a_name_at_once_one_gets_it(house: House) -> None:
    people = [(await house.guest())[0] for _ in range(4)]
    tries = (house.people.register(each, "Anna", PASSWORD) for each in people)
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(not isinstance(each, Exception) for each in results) == 1


async def test_login_begins_another_session_of_the_same(house: House) -> None:
    person = await house.account("Anna")
    user, token = await house.people.login("anna", PASSWORD)
    assert user == person.user
    assert (await house.found(token)).user == user


@pytest.mark.parametrize("name", ["Anna", "Nobody0", "", "Guest 4821", "\x1b[31m"])
async def test_wrong_name_and_wrong_password_are_told_alike(house: House, name: str) -> None:
    await house.account("Anna")
    told = await refused(house.people.login(name, "wrong password"))
    assert told == ("wrong-login", "there is nobody with this name and password")


async def test_nobody_is_compared_as_anybody_is(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Enumeration by time: as many comparisons, with hashes of the same cost."""
    await house.account("Anna")
    compared: list[str] = []
    compare = Passwords._compare

    def spy(self: Passwords, kept: str, password: str) -> bool:
        compared.append(kept)
        return compare(self, kept, password)

    monkeypatch.setattr(Passwords, "_compare", spy)
    for name in ("Anna", "Nobody0"):
        await refused(house.people.login(name, "wrong password"))
    costs = [each.split("$")[1:4] for each in compared]
    assert len(costs) == 2
    assert costs[0] == costs[1]


async def test_guest_has_no_password(house: House) -> None:
    person, _ = await house.guest()
    told = await refused(house.change_password(person, "", "another horse"))
    assert told == ("wrong-login", "the password is another")


async def test_new_password_ends_every_other_session_and_program(house: House) -> None:
    person = await house.account("Anna")
    _, other = await house.people.login("Anna", PASSWORD)
    _, bot = await house.people.add_bot(person, "a program")
    await house.change_password(person, PASSWORD, "another horse")
    assert await house.people.find(other) is None
    assert await house.people.find(bot) is None
    await refused(house.people.login("Anna", PASSWORD))
    await house.people.login("Anna", "another horse")
    sessions = await house.store.people.tokens(person.user.id, "session")
    assert person.token in sessions
    assert len(sessions) == 2


async def test_program_plays_for_its_account_until_it_is_revoked(house: House) -> None:
    person = await house.account("Anna")
    kept, token = await house.people.add_bot(person, " my\u202e program\x1b ")
    bot = await house.found(token)
    assert kept.label == "my program"
    assert (bot.is_bot, bot.who.bot, bot.user) == (True, True, person.user)
    nikos = await house.account("Nikos")
    assert not await house.people.revoke_bot(nikos, token_name(kept))
    assert await house.people.revoke_bot(person, token_name(kept))
    assert await house.people.find(token) is None
    assert not await house.people.revoke_bot(person, token_name(kept))


async def test_programs_that_there_may_not_be(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qttt.server.people.people.MOST_BOTS", 1)
    guest, _ = await house.guest()
    anna = await house.account("Anna")
    assert await refused(house.people.add_bot(guest, "a")) == (
        "not-allowed",
        "only an account can let a program play: make one",
    )
    assert await refused(house.people.add_bot(anna, "\u202e")) == (
        "bad-label",
        "a label has 1 to 40 characters",
    )
    await house.people.add_bot(anna, "a")
    assert await refused(house.people.add_bot(anna, "b")) == (
        "too-many",
        "there are 1 tokens; revoke one first",
    )


async def test_key_of_the_name_is_what_is_kept(house: House) -> None:
    person = await house.account("Ζωή-1")
    assert person.user.key == name_key("ΖΩΗ 1")
