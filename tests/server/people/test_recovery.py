"""Codes for whoever has forgotten a password."""

import asyncio
import math

import pytest

from qttt.server.people import Passwords, reset_code, token_hash
from qttt.server.people.accounts import NAME_KEPT, RESET_KEPT
from qttt.server.people.recovery import HOW_MANY, LETTERS, code_hash, new_code
from qttt.server.store import PeopleStore

from .conftest import PASSWORD, House, by, refused

UNKNOWN = ("wrong-login", "there is nobody with this name and code")


def test_code_has_120_bits_and_comes_once() -> None:
    codes = {new_code() for _ in range(1_000)}
    assert len(codes) == 1_000
    assert {len(code.replace("-", "")) for code in codes} == {24}
    assert 24 * math.log2(len(LETTERS)) == 120
    assert {letter for code in codes for letter in code} == {*LETTERS, "-"}


@pytest.mark.parametrize("typed", ["{}", " {} ", "lower", "without", "o for 0, i and l for 1"])
def test_code_is_read_however_it_is_typed(typed: str) -> None:
    code = "0123-4567-89AB-CDEF-GHJK-MN11"
    spelled = {
        "lower": code.lower(),
        "without": code.replace("-", ""),
        "o for 0, i and l for 1": code.replace("0", "o").replace("1", "I", 1).replace("1", "l"),
    }
    assert code_hash(spelled.get(typed, typed.format(code))) == code_hash(code)


@pytest.mark.parametrize("text", ["", "0123", "é" * 24, "\ud800" * 24, "U" * 24])
def test_what_is_no_code_has_the_hash_of_none(text: str) -> None:
    assert code_hash(text) == code_hash("?")
    assert code_hash(text) != code_hash(new_code())


async def test_code_sets_a_new_password_once(house: House) -> None:
    anna = await house.account("Anna")
    codes = await house.accounts.new_codes(anna, by(PASSWORD))
    assert len(set(codes)) == HOW_MANY
    _, bot = await house.people.add_bot(anna, "a program")
    user, token = await house.accounts.recover("an-na", codes[3].lower(), "another horse")
    assert user == (await house.found(token)).user == anna.user
    assert await house.people.find(bot) is None
    assert (await house.people.login("Anna", "another horse"))[0] == user
    assert (await house.accounts.standing(anna)).codes == HOW_MANY - 1
    assert await refused(house.accounts.recover("Anna", codes[3], "a third horse")) == UNKNOWN


async def test_of_two_who_use_one_code_at_once_one_comes_in(house: House) -> None:
    anna = await house.account("Anna")
    (code, *_) = await house.accounts.new_codes(anna, by(PASSWORD))
    tries = (house.accounts.recover("Anna", code, f"horse number {n}") for n in range(4))
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(not isinstance(each, Exception) for each in results) == 1


@pytest.mark.parametrize("name", ["Anna", "Nikos", "Nobody0", "", "\x1b"])
async def test_wrong_name_and_wrong_code_are_told_alike_after_the_same_work(
    house: House, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await house.account("Anna")
    await house.account("Nikos")
    codes = await house.accounts.new_codes(anna, by(PASSWORD))
    hashed: list[str] = []
    make = Passwords.hash

    async def spy(self: Passwords, password: str) -> str:
        hashed.append(password)
        return await make(self, password)

    monkeypatch.setattr(Passwords, "hash", spy)
    code = new_code() if name == "Anna" else codes[0]
    assert await refused(house.accounts.recover(name, code, "another horse")) == UNKNOWN
    assert hashed == ["another horse"]


async def test_new_codes_replace_all_others(house: House) -> None:
    anna = await house.account("Anna")
    (old, *_) = await house.accounts.new_codes(anna, by(PASSWORD))
    _, operators, _ = await reset_code(house.store, "Anna", house.now)
    await house.accounts.new_codes(anna, by(PASSWORD))
    for code in (old, operators):
        assert await refused(house.accounts.recover("Anna", code, "another horse")) == UNKNOWN


async def test_store_holds_no_code(house: House) -> None:
    anna = await house.account("Anna")
    (code, *_) = await house.accounts.new_codes(anna, by(PASSWORD))
    async with house.store.database.read() as connection:
        rows = (await connection.exec_driver_sql("SELECT hash FROM recovery_codes")).all()
    assert code_hash(code) in {bytes(row[0]) for row in rows}
    assert code_hash(code) != token_hash(code)


async def test_who_may_have_no_codes(house: House) -> None:
    guest, _ = await house.guest()
    anna = await house.account("Anna")
    assert await refused(house.accounts.new_codes(guest, by(""))) == (
        "not-allowed",
        "a guest has no account: make one first",
    )
    wrong = await refused(house.accounts.new_codes(anna, by("a wrong one")))
    assert wrong == ("wrong-login", "the password is another")


async def test_password_that_is_set_by_a_code_has_to_be_a_good_one(house: House) -> None:
    anna = await house.account("Anna")
    (code, *_) = await house.accounts.new_codes(anna, by(PASSWORD))
    told = await refused(house.accounts.recover("Anna", code, "short"))
    assert told == ("bad-password", "a password has 8 to 128 characters")
    assert (await house.accounts.standing(anna)).codes == HOW_MANY


# --- the operator's ------------------------------------------------------------------------------


async def test_code_of_the_operator_lasts_a_day_and_works_once(house: House) -> None:
    anna = await house.account("Anna")
    own = await house.accounts.new_codes(anna, by(PASSWORD))
    user, code, expires = await reset_code(house.store, "ANNA", house.now)
    assert (user, expires) == (anna.user, house.now + RESET_KEPT)
    house.now = expires
    assert await refused(house.accounts.recover("Anna", code, "another horse")) == UNKNOWN
    house.now -= 1
    await house.accounts.recover("Anna", code, "another horse")
    assert await refused(house.accounts.recover("Anna", code, "a third horse")) == UNKNOWN
    assert (await house.accounts.standing(anna)).codes == len(own)
    told = await refused(reset_code(house.store, "Nobody0", house.now))
    assert told == ("not-found", "there is nobody called Nobody0")


# --- leaving for good ----------------------------------------------------------------------------


async def test_name_of_who_has_left_is_free_after_thirty_days(house: House) -> None:
    anna = await house.account("Anna")
    await house.accounts.leave(anna)
    assert NAME_KEPT == 30 * RESET_KEPT
    told = await refused(house.account("An-na"))
    assert told == ("name-taken", "An-na is taken, or looks like a name that is")
    house.now += NAME_KEPT - 1
    await house.accounts.sweep()
    assert (await refused(house.account("Anna")))[0] == "name-taken"
    house.now += 1
    await house.accounts.sweep()
    assert (await house.account("Anna")).user.id != anna.user.id


async def test_guest_has_nothing_to_delete(house: House) -> None:
    guest, _ = await house.guest()
    told = await refused(house.accounts.leave(guest))
    assert told == ("not-allowed", "a guest has no account: make one first")


async def test_nobody_is_called_as_those_are_who_have_left(house: House) -> None:
    told = await refused(house.account("Gone"))
    assert told == ("bad-name", "Gone is a name that the server keeps for itself")


async def test_all_that_is_known_of_somebody_is_deleted_but_the_games(house: House) -> None:
    anna = await house.account("Anna")
    await house.people.add_bot(anna, "a program")
    await house.accounts.new_codes(anna, by(PASSWORD))
    await house.accounts.leave(anna)
    await house.accounts.forget_names()
    people: PeopleStore = house.store.people
    left = await people.user(anna.user.id)
    assert left is not None
    assert (left.name, left.guest, left.listed) == ("Gone", True, False)
    assert await people.password(anna.user.id) is None
    for kind in ("session", "bot"):
        assert await people.tokens(anna.user.id, kind) == []
    assert await refused(house.people.login("Anna", PASSWORD)) == (
        "wrong-login",
        "there is nobody with this name and password",
    )


async def test_a_game_that_has_just_begun_keeps_an_account(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await house.account("Anna")

    async def plays(*_: object) -> bool:
        return False

    monkeypatch.setattr(house.store.accounts, "leave", plays)
    told = await refused(house.accounts.leave(anna))
    assert told == ("games-go-on", "a game of yours has just begun; try again")
