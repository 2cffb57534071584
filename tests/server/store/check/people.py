"""Checks of users: names, tokens and ratings."""

import asyncio
from dataclasses import replace

from qttt.server.games.game import AppendRequest
from qttt.server.store.entities import AuthToken, Ladder, Rating, Seek, User
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
from .lobby import open_seek

LADDER = Ladder("goff", "live")
DAY_MS = 24 * 60 * 60 * 1000


async def check_names(store: Store) -> None:
    """A name has one owner, even if several users claim it concurrently."""
    guests = [User(f"guest{i}", f"Guest {i}", NOW) for i in range(CALLERS)]
    for guest in guests:
        expect("adding a guest", True, await store.people.add_user(guest))
    taken = User("other", "anna", NOW, key="anna")
    expect("adding a user with a taken name", False, await store.people.add_user(taken))
    expect("that user", None, await store.people.user("other"))
    claims = (
        store.people.claim_name("Zoë", "zoe", each.id, make_session(each.id)) for each in guests
    )
    expect("successful claims of one name", 1, sum(await asyncio.gather(*claims)))
    owner = await store.people.user_by_name_key("zoe")
    if owner is None:
        raise StoreFault("a claimed name has no owner")
    expect("the owner", User(owner.id, "Zoë", NOW, key="zoe"), await store.people.user(owner.id))
    expect("the password", owner.id, await store.people.password(owner.id))
    again = replace(make_session(owner.id), hash=b"again")
    claimed = await store.people.claim_name("Eve", "eve", "hash", again)
    expect("claiming a second name", False, claimed)
    expect("the session", [make_session(owner.id)], await store.people.tokens(owner.id, "session"))
    loser = next(guest for guest in guests if guest.id != owner.id)
    expect("a loser", loser, await store.people.user(loser.id))
    expect("a loser's password", None, await store.people.password(loser.id))


async def check_tokens(store: Store) -> None:
    """A token is valid until it expires or is deleted; a new password deletes the others."""
    anna = await store.people.user("anna")
    tokens = [AuthToken(bytes([i]) * 32, "anna", "session", NOW + i, NOW + 100) for i in range(3)]
    bot = AuthToken(b"b" * 32, "anna", "bot", NOW, NOW + 100, "my bot")
    for token in (*tokens, bot):
        await store.people.add_token(token)
    expect("a token", (bot, anna), await store.people.token_and_user(bot.hash, NOW + 99))
    expect("an expired token", None, await store.people.token_and_user(bot.hash, NOW + 100))
    await store.people.renew_token(bot.hash, NOW + 200)
    expect(
        "a renewed token", True, await store.people.token_and_user(bot.hash, NOW + 199) is not None
    )
    expect("tokens of a kind", tokens, await store.people.tokens("anna", "session"))
    dropped = [await store.people.delete_token(tokens[0].hash) for _ in range(2)]
    expect("deleting a token twice", [True, False], dropped)
    new = make_session("anna")
    await store.people.set_password("new", new, tokens[1].hash)
    expect("the new password", "new", await store.people.password("anna"))
    held = [await store.people.token_and_user(each.hash, NOW) for each in (*tokens, bot, new)]
    expect("tokens after a new password", [None, None, None, None, (new, anna)], held)
    await store.people.delete_expired(NOW + 100)
    expect("tokens after a sweep", [], await store.people.tokens("anna", "session"))


async def check_unused_guests(store: Store) -> None:
    """Old guests without tokens, games or anything else are deleted."""
    names = ("idle", "new", "logged-in", "playing", "seeking")
    for name in names:
        await store.people.add_user(User(name, "Guest", NOW + 50 if name == "new" else NOW))
    await store.people.add_token(AuthToken(b"t" * 32, "logged-in", "session", NOW, NOW + 200))
    await create_games(store, make_terms(o="playing"))
    setup = ("goff", "none", False, "", NOW, NOW + 200)
    await open_seek(store, Seek("seek", "seeking", "Guest", *setup))
    await store.people.delete_unused_guests(NOW + 50)
    left = [name for name in names if await store.people.user(name)]
    expect("guests after a sweep", ["new", "logged-in", "playing", "seeking"], left)
    expect("an account", True, await store.people.user("anna") is not None)
    await store.people.delete_expired(NOW + 200)
    await store.people.delete_unused_guests(NOW + 200)
    left = [name for name in names if await store.people.user(name)]
    expect("guests after a later sweep", ["playing"], left)


async def check_ratings(store: Store) -> None:
    """A finished rated game updates both ratings once, even if processed concurrently."""
    game, level, unrated, broken = (
        make_terms(),
        make_terms(o=""),
        make_terms(rated=False),
        make_terms(x="cleo"),
    )
    await create_games(store, game, level, unrated, broken)
    expect("unrated games before the end", [], await store.ratings.unrated_games(9))
    for terms, result in ((game, "1-0"), (level, "1-0"), (unrated, "1-0"), (broken, "*")):
        await store.games.append(
            [AppendRequest(terms.game, (make_move(1),), None, result, "lines")]
        )
    (ended,) = await store.ratings.unrated_games(9)
    expect("the unrated game", (game, "1-0", "lines", NOW + 1, 0), tuple(ended))
    rates = (store.ratings.rate(game.game, LADDER, _count) for _ in range(CALLERS))
    expect("successful ratings of one game", 1, sum(await asyncio.gather(*rates)))
    expect("rating it again", False, await store.ratings.rate(game.game, LADDER, _count))
    expect("unrated games after rating", [], await store.ratings.unrated_games(9))
    ratings = [await store.ratings.by_user(user) for user in ("anna", "bert", "cleo")]
    won, lost = Rating(1600.5, 200, 0.06, 1, NOW), Rating(1399.5, 200, 0.06, 1, NOW)
    expect("ratings", [{LADDER: won}, {LADDER: lost}, {}], ratings)


async def check_earlier_games(store: Store) -> None:
    """Unrated games know how many rated games the same players began in the day before."""
    game = make_terms()
    before = [make_terms(created=NOW - age) for age in (1, DAY_MS)]
    before.append(make_terms(x="bert", o="anna", created=NOW - 2))
    others = [make_terms(created=NOW - age) for age in (-1, DAY_MS + 1)]
    others.append(make_terms(created=NOW - 3, rated=False))
    others.append(make_terms(created=NOW - 4, o="cleo"))
    aborted = make_terms(created=NOW - 5)
    await create_games(store, game, aborted, *before, *others)
    for terms, result in ((aborted, "*"), (before[0], "1-0"), (game, "1-0")):
        append = AppendRequest(terms.game, (make_move(1),), None, result, "lines")
        await store.games.append([append])
    found = {each.terms.game: each.earlier for each in await store.ratings.unrated_games(9)}
    expect("earlier games of a game", len(before), found[game.game])


async def check_busy_ratings(store: Store) -> None:
    """Concurrent ratings of the same players count every game."""
    games = [make_terms(x="anna", o="bert") for _ in range(CALLERS)]
    await create_games(store, *games)
    await store.games.append(
        [AppendRequest(game.game, (make_move(1),), None, "1-0", "lines") for game in games]
    )
    await asyncio.gather(*(store.ratings.rate(game.game, LADDER, _count) for game in games))
    rating = (await store.ratings.by_user("anna"))[LADDER]
    expect("rated games", CALLERS, rating.games)
    expect("leaders without listed users", [], await store.ratings.leaders(LADDER, 9, 300))
    await store.people.set_listed("anna", True)
    (leader,) = await store.ratings.leaders(LADDER, 9, 300)
    expect("the leader", ("anna", rating), (leader.user.id, leader.rating))
    expect("leaders with a low deviation", [], await store.ratings.leaders(LADDER, 9, 100))


def _count(x: Rating | None, o: Rating | None) -> tuple[Rating, Rating]:
    """Move 100½ points from O to X."""

    def after(rating: Rating | None, change: float) -> Rating:
        value, games = (rating.value, rating.games) if rating else (1500.0, 0)
        return Rating(value + change, 200.0, 0.06, games + 1, NOW)

    return after(x, 100.5), after(o, -100.5)
