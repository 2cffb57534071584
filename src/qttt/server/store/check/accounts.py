"""Whether a store keeps what accounts have beside a password, and forgets who leaves."""

import asyncio
from dataclasses import replace

from qttt.server.games import Append, Terms, Who, game_id
from qttt.server.games.terms import GONE
from qttt.server.store.class_rooms import Member, Room
from qttt.server.store.protocol import Store
from qttt.server.store.values import Challenge, Ladder, Passkey, Rating, Seek, Token, User

from .common import CROWD, NOW, begin, expect, move, terms_of

LADDER = Ladder("goff", "live")


async def check_codes(store: Store) -> None:
    """A code works once, for its owner, until it expires; new ones replace all others."""
    accounts, people = store.accounts, store.people
    session = Token(b"s" * 32, "anna", "session", NOW, NOW + 100)
    await people.add_token(session)
    await accounts.set_codes("anna", [b"old"], NOW)
    await accounts.set_codes("anna", [b"one", b"two"], NOW)
    await accounts.add_code("anna", b"short", NOW, NOW + 10)
    expect("codes that do not expire", 2, await accounts.codes("anna"))
    for key, code, now in (
        ("anna", b"old", NOW),
        ("bert", b"one", NOW),
        ("anna", b"short", NOW + 10),
    ):
        expect("what is no code", None, await accounts.recover(key, code, "hash", now))
    expect("the session meanwhile", {session.hash}, await people.held([session.hash, b"x"], NOW))
    expect("its end", set(), await people.held([session.hash], NOW + 100))
    tries = (accounts.recover("anna", b"one", f"hash {n}", NOW) for n in range(CROWD))
    told = await asyncio.gather(*tries)
    winner = next((n for n, user in enumerate(told) if user), 0)
    expect("how often one code worked", 1, sum(user is not None for user in told))
    again = await accounts.recover("anna", b"one", "again", NOW)
    expect("the same code again", None, again)
    expect("whose it was", await people.user("anna"), told[winner])
    expect("the new password", f"hash {winner}", await people.password("anna"))
    expect("the session then", set(), await people.held([session.hash], NOW))
    expect("codes that are left", 1, await accounts.codes("anna"))
    await accounts.sweep(NOW + 10)
    expect("codes after a sweep", 1, await accounts.codes("anna"))


async def check_passkeys(store: Store) -> None:
    """A challenge is taken once; somebody always keeps something to come in with."""
    accounts, people = store.accounts, store.people
    for challenge, user in ((b"own", "anna"), (b"free", None), (b"late", None)):
        await accounts.add_challenge(challenge, user, NOW + 10)
    expect("another's challenge", False, await accounts.take_challenge(b"own", "bert", NOW))
    expect("one of nobody", False, await accounts.take_challenge(b"own", None, NOW))
    expect("a late one", False, await accounts.take_challenge(b"late", None, NOW + 10))
    takes = (accounts.take_challenge(b"free", None, NOW) for _ in range(CROWD))
    expect("how many took one challenge", 1, sum(await asyncio.gather(*takes)))
    expect("one's own", True, await accounts.take_challenge(b"own", "anna", NOW))
    first = Passkey(b"first", "anna", b"key", 5, NOW, NOW, "a phone")
    second = replace(first, id=b"second", count=0, created=NOW + 1)
    added = [await accounts.add_passkey(each) for each in (first, second, first)]
    expect("added, and again", [True, True, False], added)
    expect("whose it is", (first, await people.user("anna")), await accounts.passkey(b"first"))
    used = [await accounts.use_passkey(b"first", count, NOW + 2) for count in (5, 6, 6, 0)]
    expect("counts that go up", [False, True, False, False], used)
    expect("a device that counts not", True, await accounts.use_passkey(b"second", 0, NOW + 3))
    first, second = replace(first, count=6, used=NOW + 2), replace(second, used=NOW + 3)
    expect("the passkeys", [first, second], await accounts.passkeys("anna"))
    await people.set_password("anna", "hash")
    expect("no password", [True, False], [await accounts.drop_password("anna") for _ in range(2)])
    expect("another's", False, await accounts.drop_passkey("bert", b"first"))
    drops = await asyncio.gather(*(accounts.drop_passkey("anna", x) for x in (b"first", b"second")))
    expect("the last way in", [False, True], sorted(drops))
    expect("no passkey", False, await accounts.drop_password("bert"))


async def check_leaving(store: Store) -> None:
    """Who leaves is forgotten, the others' games stay sound, and the name waits."""
    people, accounts = store.people, store.accounts
    game, goes_on = terms_of(rated=False), terms_of(x="bert", o="anna")
    await begin(store, game, goes_on)
    await store.games.append([Append(game.game, (move(1), move(2)), None, "1-0", "lines")])
    before = await store.games.load(game.game)
    await _own_something(store)
    expect("leaving while a game goes on", False, await accounts.leave("anna", NOW + 100))
    expect("the password then", "hash", await people.password("anna"))
    await store.games.append([Append(goes_on.game, (move(1),), None, "0-1", "lines")])
    expect("leaving", True, await accounts.leave("anna", NOW + 100))
    await _nothing_is_left(store)
    expect("a rated game waits for its rating", 1, await accounts.forget_names(9))
    rated = await people.rate(goes_on.game, LADDER, lambda x, o: (_RATING, _RATING))
    expect("it is rated", True, rated)
    names = [await accounts.forget_names(9) for _ in range(2)]
    expect("games that had the name, and then", [1, 0], names)
    expect("her rating", {}, await people.ratings("anna"))
    expect("the other's rating", {LADDER: _RATING}, await people.ratings("bert"))
    after = await store.games.load(game.game)
    wanted = before and before._replace(terms=replace(game, x=Who("", GONE)))
    expect("the game without her", wanted, after)
    await store.games.verify(game.game)
    await store.games.verify(goes_on.game)
    theirs = [each.terms.game for each in await store.games.archive("bert", 9)]
    expect("the other's games", {game.game, goes_on.game}, set(theirs))
    await accounts.sweep(NOW + 100)
    expect("the name later", True, await people.claim_name("guest", "Anna", "anna", "hash"))


_RATING = Rating(1600.5, 200, 0.06, 1, NOW)


async def _own_something(store: Store) -> None:
    """Anna has one of everything that an account can have."""
    await store.people.set_password("anna", "hash")
    await store.people.set_listed("anna", True)
    await store.people.add_token(Token(b"s" * 32, "anna", "session", NOW, NOW + 100))
    await store.accounts.set_codes("anna", [b"code"], NOW)
    await store.accounts.add_passkey(Passkey(b"k", "anna", b"key", 0, NOW, NOW, ""))
    await store.accounts.add_challenge(b"own", "anna", NOW + 10)
    seek = Seek("s1", "anna", "Anna", "goff", "300+5", True, "", NOW, NOW + 30)
    await store.lobby.add_seek(seek)
    of_hers = ("goff", "-", "300+5", True, "", NOW, NOW + 30)
    await store.lobby.add_challenge(Challenge("c1", "anna", "Anna", *of_hers))
    taught = Room("ROOM22", "Anna's", "anna", "arena", "goff", "none", NOW)
    joined = Room("ROOM33", "", "bert", "arena", "goff", "none", NOW)
    for room in (taught, joined):
        await store.rooms.add(room)
    member = (Member(1, "anna", "Ann", NOW),)
    await store.rooms.change(replace(joined, version=2, members=member), ())


async def _nothing_is_left(store: Store) -> None:
    people, accounts = store.people, store.accounts
    guest = User("guest", "Guest", NOW)
    await people.add_user(guest)
    left = [
        await people.user_by_key("anna"),
        await people.password("anna"),
        await people.holder(b"s" * 32, NOW),
        await accounts.codes("anna") or None,
        await accounts.passkey(b"k"),
        await accounts.recover("anna", b"code", "hash", NOW),
        await store.lobby.challenge("c1", NOW),
        await store.lobby.seek("s1", NOW),
    ]
    expect("what is left of who left", [None] * 8, left)
    expect("their challenge", False, await accounts.take_challenge(b"own", "anna", NOW))
    expect("leaders", [], await people.leaders(LADDER, 9, 500))
    expect("the name at once", False, await people.claim_name("guest", "Anna", "anna", "hash"))
    expect("and for others", False, await people.add_user(replace(guest, id="x", key="anna")))
    taught, joined = [await store.rooms.room(code) for code in ("ROOM22", "ROOM33")]
    told = taught and (taught.stage, taught.title, taught.version)
    expect("the room that they taught", ("over", "", 2), told)
    gone = (Member(1, "anna", GONE, NOW, "removed"),)
    expect("the room that they were in", (gone, 3), joined and (joined.members, joined.version))


async def check_leaving_often(store: Store) -> None:
    """Games in which both have left, and many at a time, lose all names."""
    both: list[Terms] = [terms_of(game_id(), rated=False) for _ in range(5)]
    await begin(store, *both)
    ends = [Append(each.game, (move(1),), None, "1-0", "lines") for each in both]
    await store.games.append(ends)
    for user in ("anna", "bert"):
        expect("leaving", True, await store.accounts.leave(user, NOW + 100))
    turns = 0
    while await store.accounts.forget_names(3):
        turns += 1
    expect("three seats at a time", True, turns >= 3)
    names = {
        who.name
        for log in await store.games.load_all([each.game for each in both])
        for who in (log.terms.x, log.terms.o)
    }
    expect("names", {GONE}, names)
    for each in both:
        await store.games.verify(each.game)
