"""Checks of recovery codes, passkeys and account deletion."""

import asyncio
from collections.abc import Awaitable
from dataclasses import replace

from qttt.server.errors import RequestError
from qttt.server.games.game import AppendRequest
from qttt.server.games.terms import DELETED_NAME, Identity, Terms, new_game_id
from qttt.server.store.calling_off import ClosedRooms
from qttt.server.store.entities import AuthToken, Challenge, Ladder, Passkey, Rating, Seek, User
from qttt.server.store.people import Credential
from qttt.server.store.rooms import Member, Room
from qttt.server.store.schema import passwords
from qttt.server.store.store import Store

from .common import (
    CALLERS,
    NOW,
    StoreFault,
    create_games,
    expect,
    make_move,
    make_session,
    make_terms,
)
from .homework import PUPILS, SET
from .lobby import NEVER, open_seek

LADDER = Ladder("goff", "live")


async def check_codes(store: Store) -> None:
    """A code works once, for its owner, until it expires; new ones replace all others."""
    accounts, people = store.accounts, store.people
    session = AuthToken(b"s" * 32, "anna", "session", NOW, NOW + 100)
    await people.add_token(session)
    await accounts.set_codes("anna", [b"old"], NOW)
    await accounts.set_codes("anna", [b"one", b"two"], NOW)
    await accounts.add_reset_code("anna", b"short", NOW, NOW + 10)
    expect("codes that do not expire", 2, await accounts.count_codes("anna"))
    for key, code, now in (
        ("anna", b"old", NOW),
        ("bert", b"one", NOW),
        ("anna", b"short", NOW + 10),
    ):
        recovered = await accounts.recover(key, code, "hash", now, make_session)
        expect("an invalid code", None, recovered)
    expect(
        "the session before", {session.hash}, await people.valid_tokens([session.hash, b"x"], NOW)
    )
    expect(
        "the session after it expires", set(), await people.valid_tokens([session.hash], NOW + 100)
    )
    other = make_session("bert")
    await people.add_token(other)
    guest = User("new", "a guest", NOW)
    calls = (
        accounts.recover("anna", b"one", f"hash {n}", NOW, make_session, [other.hash], [guest])
        for n in range(CALLERS)
    )
    results = await asyncio.gather(*calls)
    winner = next((n for n, user in enumerate(results) if user), 0)
    expect("successful uses of one code", 1, sum(user is not None for user in results))
    again = await accounts.recover("anna", b"one", "again", NOW, make_session)
    expect("the same code again", None, again)
    expect("the recovered user", await people.user("anna"), results[winner])
    expect("the new password", f"hash {winner}", await people.password("anna"))
    new = make_session("anna").hash
    held = await people.valid_tokens([session.hash, other.hash, new], NOW)
    expect("sessions after recovery", {new}, held)
    expect("a guest whose session ended", guest, await people.user(guest.id))
    expect("remaining codes", 1, await accounts.count_codes("anna"))
    await accounts.delete_expired(NOW + 10)
    expect("codes after a sweep", 1, await accounts.count_codes("anna"))


async def check_passkeys(store: Store) -> None:
    """A challenge is consumed once; a user cannot delete their last way to log in."""
    accounts, people = store.accounts, store.people
    for challenge, user in ((b"own", "anna"), (b"free", None), (b"late", None)):
        await accounts.add_passkey_challenge(challenge, user, NOW + 10)
    expect(
        "another user's challenge",
        False,
        await accounts.consume_passkey_challenge(b"own", "bert", NOW),
    )
    expect("it without a user", False, await accounts.consume_passkey_challenge(b"own", None, NOW))
    expect(
        "an expired challenge",
        False,
        await accounts.consume_passkey_challenge(b"late", None, NOW + 10),
    )
    takes = (accounts.consume_passkey_challenge(b"free", None, NOW) for _ in range(CALLERS))
    expect("callers that took one challenge", 1, sum(await asyncio.gather(*takes)))
    expect(
        "one's own challenge", True, await accounts.consume_passkey_challenge(b"own", "anna", NOW)
    )
    first = Passkey(b"first", "anna", b"key", 5, NOW, NOW, "a phone")
    second = replace(first, id=b"second", count=0, created=NOW + 1)
    added = [await accounts.add_passkey(passkey) for passkey in (first, second, first)]
    expect("adding two passkeys, one twice", [True, True, False], added)
    expect("a passkey", (first, await people.user("anna")), await accounts.passkey(b"first"))
    used = [await accounts.use_passkey(b"first", count, NOW + 2) for count in (5, 6, 6, 0)]
    expect("increasing counters", [False, True, False, False], used)
    expect("a device without counter", True, await accounts.use_passkey(b"second", 0, NOW + 3))
    first, second = replace(first, count=6, used=NOW + 2), replace(second, used=NOW + 3)
    expect("the passkeys", [first, second], await accounts.passkeys("anna"))
    anna, bert = make_session("anna"), make_session("bert")
    await people.set_password("hash", anna)
    dropped = [await accounts.delete_password(anna) for _ in range(2)]
    expect("deleting a password twice", [True, False], dropped)
    expect("another user's passkey", False, await accounts.delete_passkey(b"first", bert))
    drops = await asyncio.gather(
        *(accounts.delete_passkey(x, replace(anna, hash=x)) for x in (b"first", b"second"))
    )
    expect("deleting both passkeys", [False, True], sorted(drops))
    kept, sessions = await accounts.passkeys("anna"), await people.tokens("anna", "session")
    ends = {b"first": b"second", b"second": b"first"}
    expect("the session that began", [ends[kept[0].id]], [each.hash for each in sessions])
    expect("deleting the only password", False, await accounts.delete_password(bert))
    expect("another user's sessions", [], await people.tokens("bert", "session"))


async def check_account_deletion(store: Store) -> None:
    """The user's data is deleted, games stay valid, and the name stays reserved."""
    people, accounts = store.people, store.accounts
    game, unfinished = make_terms(rated=False), make_terms(x="bert", o="anna")
    await create_games(store, game, unfinished)
    await store.games.append(
        [AppendRequest(game.game, (make_move(1), make_move(2)), None, "1-0", "lines")]
    )
    before = await store.games.load(game.game)
    await _fill_account(store)
    expect("leaving during a game", None, await accounts.delete_user("anna", NOW, NOW + 100))
    expect("the password after that", "hash", await people.password("anna"))
    await store.games.append(
        [AppendRequest(unfinished.game, (make_move(1),), None, "0-1", "lines")]
    )
    expect("leaving", ClosedRooms(("ROOM22",)), await accounts.delete_user("anna", NOW, NOW + 100))
    await _check_deleted(store)
    expect("anonymized games before rating", 1, await accounts.anonymize_games(9))
    rated = await store.ratings.rate(unfinished.game, LADDER, lambda x, o: (_RATING, _RATING))
    expect("rating the game", True, rated)
    counts = [await accounts.anonymize_games(9) for _ in range(2)]
    expect("anonymized games after rating", [1, 0], counts)
    expect("ratings of the deleted user", {}, await store.ratings.by_user("anna"))
    expect("ratings of the opponent", {LADDER: _RATING}, await store.ratings.by_user("bert"))
    after = await store.games.load(game.game)
    wanted = before and before._replace(terms=replace(game, x=Identity("", DELETED_NAME)))
    expect("the anonymized game", wanted, after)
    await store.games.verify(game.game)
    await store.games.verify(unfinished.game)
    archive = [each.terms.game for each in await store.games.archive("bert", 9)]
    expect("the opponent's games", {game.game, unfinished.game}, set(archive))
    await accounts.delete_expired(NOW + 100)
    guest = make_session("guest")
    expect("the expired name", True, await people.claim_name("Anna", "anna", "hash", guest))


_RATING = Rating(1600.5, 200, 0.06, 1, NOW)


async def _fill_account(store: Store) -> None:
    """Give Anna one of everything that an account can have."""
    await store.people.set_password("hash", make_session("anna"))
    await store.people.set_listed("anna", True)
    await store.people.add_token(AuthToken(b"s" * 32, "anna", "session", NOW, NOW + 100))
    await store.accounts.set_codes("anna", [b"code"], NOW)
    await store.accounts.add_passkey(Passkey(b"k", "anna", b"key", 0, NOW, NOW, ""))
    await store.accounts.add_passkey_challenge(b"own", "anna", NOW + 10)
    seek = Seek("s1", "anna", "Anna", "goff", "300+5", True, "", NOW, NOW + 30)
    await open_seek(store, seek)
    details = ("goff", "-", "300+5", True, "", NOW, NOW + 30)
    await store.lobby.add_challenge(Challenge("c1", "anna", "Anna", *details))
    taught = Room("ROOM22", "Anna's", "anna", "arena", "goff", "none", NOW, NOW + 9)
    joined = Room("ROOM33", "", "bert", "arena", "goff", "none", NOW, NOW + 9)
    for room in (taught, joined):
        await store.rooms.add(room)
    member = (Member(1, "anna", "Ann", NOW),)
    await store.rooms.update(replace(joined, version=2, members=member), ())


async def _check_deleted(store: Store) -> None:
    people, accounts = store.people, store.accounts
    guest = User("guest", "Guest", NOW)
    await people.add_user(guest)
    remaining = [
        await people.user_by_name_key("anna"),
        await people.password("anna"),
        await people.token_and_user(b"s" * 32, NOW),
        await accounts.count_codes("anna") or None,
        await accounts.passkey(b"k"),
        await accounts.recover("anna", b"code", "hash", NOW, make_session),
        await store.lobby.challenge("c1", NOW),
        await store.lobby.seek("s1", NOW),
    ]
    expect("remaining data of a deleted user", [None] * 8, remaining)
    expect(
        "their WebAuthn challenge",
        False,
        await accounts.consume_passkey_challenge(b"own", "anna", NOW),
    )
    expect("leaders", [], await store.ratings.leaders(LADDER, 9, 500))
    claimed = await people.claim_name("Anna", "anna", "hash", make_session("guest"))
    expect("the reserved name", False, claimed)
    new = replace(guest, id="x", key="anna")
    expect("the reserved name for a new user", False, await people.add_user(new))
    taught, joined = [await store.rooms.room(code) for code in ("ROOM22", "ROOM33")]
    state = taught and (taught.stage, taught.title, taught.version)
    expect("the room that they taught", ("over", "", 2), state)
    members = (Member(1, "anna", DELETED_NAME, NOW, "removed"),)
    expect("the room that they joined", (members, 3), joined and (joined.members, joined.version))


async def check_repeated_account_deletion(store: Store) -> None:
    """Games of two deleted users are anonymized in several batches."""
    games: list[Terms] = [make_terms(new_game_id(), rated=False) for _ in range(5)]
    await create_games(store, *games)
    ends = [AppendRequest(terms.game, (make_move(1),), None, "1-0", "lines") for terms in games]
    await store.games.append(ends)
    for user in ("anna", "bert"):
        expect("leaving", ClosedRooms(), await store.accounts.delete_user(user, NOW, NOW + 100))
    batches = 0
    while await store.accounts.anonymize_games(3):
        batches += 1
    expect("at least three batches", True, batches >= 3)
    names = {
        who.name
        for log in await store.games.load_all([terms.game for terms in games])
        for who in (log.terms.x, log.terms.o)
    }
    expect("names", {DELETED_NAME}, names)
    for terms in games:
        await store.games.verify(terms.game)


async def check_deleted_users_write_nothing(store: Store) -> None:
    """A request that arrives after the user's deletion changes nothing."""
    people, accounts, lobby = store.people, store.accounts, store.lobby
    expect("leaving", ClosedRooms(), await accounts.delete_user("anna", NOW, NOW + 100))
    seek = Seek("s1", "anna", "Anna", "goff", "300+5", True, "", NOW, NOW + 30)
    setup = ("goff", "-", "300+5", True, "", NOW, NOW + 30)
    room = Room("ROOM22", "", "bert", "arena", "goff", "none", NOW, NOW + 9)
    await store.rooms.add(room)
    joined = replace(room, version=2, members=(Member(1, "anna", "Ann", NOW),))
    token = AuthToken(b"s" * 32, "anna", "session", NOW, NOW + 100)
    passkey = Passkey(b"k", "anna", b"key", 0, NOW, NOW, "")
    writes: dict[str, Awaitable[object]] = {
        "password": people.set_password("hash", token),
        "name": people.claim_name("Again", "again", "hash", token),
        "listed": people.set_listed("anna", True),
        "token": people.add_token(token),
        "codes": accounts.set_codes("anna", [b"code"], NOW),
        "operator's code": accounts.add_reset_code("anna", b"code", NOW, NOW + 9),
        "passkey": accounts.add_passkey(passkey),
        "passkey challenge": accounts.add_passkey_challenge(b"own", "anna", NOW + 10),
        "progress": accounts.update_progress("anna", lambda stored: b"{}"),
        "deletion": accounts.delete_user("anna", NOW, NOW + 100),
        "seek": lobby.place_seek(seek, NEVER, NOW),
        "challenge": lobby.add_challenge(Challenge("c1", "anna", "Anna", *setup)),
        "game": store.games.create(make_terms()),
        "room": store.rooms.add(replace(room, code="ROOM33", teacher="anna")),
        "member": store.rooms.update(joined, (), "anna"),
        "homework": store.homework.add(SET, PUPILS, 9),
    }
    for what, write in writes.items():
        try:
            await write
        except RequestError as error:
            expect(f"the code of {what}", "no-session", error.code)
        else:
            raise StoreFault(f"{what} of a deleted user is stored")
    expect("data of the deleted user", [], await accounts.users_to_delete_again())


async def check_credentials_that_end(store: Store) -> None:
    """A session that has ended, a changed password and a deleted passkey entitle to nothing."""
    people, accounts = store.people, store.accounts
    old, new = (AuthToken(each * 32, "anna", "session", NOW, NOW + 100) for each in (b"o", b"n"))
    await people.set_password("before", make_session("anna"))
    await people.add_token(old, Credential(password="before"))
    await people.set_password("hash", new, old.hash)
    passkey = Passkey(b"k", "anna", b"key", 0, NOW, NOW, "")
    third = replace(new, hash=b"t" * 32)
    ended: dict[str, tuple[str, Awaitable[object]]] = {
        "a token by an ended session": (
            "no-session",
            people.add_token(third, Credential(session=old.hash)),
        ),
        "codes": ("no-session", accounts.set_codes("anna", [b"code"], NOW, old.hash)),
        "a passkey": ("no-session", accounts.add_passkey(passkey, old.hash)),
        "a password": ("no-session", people.set_password("other", third, old.hash)),
        "a name": ("no-session", people.claim_name("Zoe", "zoe", "hash", third, old.hash)),
        "no password": ("no-session", accounts.delete_password(third, old.hash)),
        "no passkey": ("no-session", accounts.delete_passkey(b"k", third, old.hash)),
        "deletion": ("no-session", accounts.delete_user("anna", NOW, NOW, old.hash)),
        "an old password": ("wrong-login", people.add_token(third, Credential(password="old"))),
        "a passkey that is gone": (
            "wrong-login",
            people.add_token(third, Credential(passkey=b"k")),
        ),
    }
    for what, (code, write) in ended.items():
        try:
            await write
        except RequestError as error:
            expect(f"the code of {what}", code, error.code)
        else:
            raise StoreFault(f"{what} is accepted")
    expect("the sessions", [new], await people.tokens("anna", "session"))


async def check_ghosts(store: Store) -> None:
    """What was stored after a deletion by earlier versions, and a rematch then, is found."""
    accounts = store.accounts
    over, rematch = make_terms(rated=False), make_terms(x="bert", o="anna", rated=False)
    await create_games(store, over)
    end = AppendRequest(over.game, (make_move(1),), None, "1-0", "lines")
    await store.games.append([end])
    expect("leaving", ClosedRooms(), await accounts.delete_user("anna", NOW, NOW + 100))
    while await accounts.anonymize_games(9):
        pass
    expect("users to delete again", [], await accounts.users_to_delete_again())
    await store.games.append([AppendRequest(over.game, (make_move(2),), rematch=rematch)])
    played = [("anna", rematch.game)]
    expect("games of deleted users", played, await accounts.games_of_deleted_users())
    row = {"user": "anna", "hash": "hash"}
    await store.database.write(lambda each: each.execute(passwords.insert(), row))
    expect("users to delete again", ["anna"], await accounts.users_to_delete_again())
    await accounts.delete_again("anna", NOW)
    expect("users after that", [], await accounts.users_to_delete_again())
    expect("the password after that", None, await store.people.password("anna"))
