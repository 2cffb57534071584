"""Checks of seeks and challenges, which are accepted exactly once."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from qttt.server.games.terms import Terms
from qttt.server.store.entities import Challenge, Ladder, Seek
from qttt.server.store.lobby import Matching
from qttt.server.store.store import Store

from .common import CALLERS, NOW, expect, make_terms


def _seek(id: str, user: str, created: int = NOW) -> Seek:
    return Seek(id, user, user.title(), "goff", "300+5", True, "", created, created + 30)


NEVER = Matching(Ladder("goff", "live"), lambda candidates: [], lambda seek: make_terms())
"""Matches nobody."""


def taking(seek: str, terms: Terms) -> Matching:
    """Match only the seek with that id."""

    def rank(candidates: Sequence[tuple[Seek, float | None]]) -> list[Seek]:
        return [each for each, _ in candidates if each.id == seek]

    return Matching(Ladder("goff", "live"), rank, lambda seek: terms)


async def open_seek(store: Store, seek: Seek) -> None:
    expect("opening a seek", None, await store.lobby.place_seek(seek, NEVER, seek.created))


async def check_seeks(store: Store) -> None:
    """A user has one open seek until it is withdrawn or expires."""
    lobby = store.lobby
    anna, bert = _seek("s1", "anna", NOW + 1), _seek("s2", "bert", NOW)
    for seek in (_seek("s0", "anna"), anna, bert):
        await open_seek(store, seek)
    expect("open seeks", [bert, anna], await lobby.seeks(NOW, 9))
    expect("at most one open seek", [bert], await lobby.seeks(NOW, 1))
    expect("seeks for another clock", [], await lobby.seeks(NOW, 9, rules="goff", clock="3d"))
    expect("one's own seeks", [anna], await lobby.seeks_by_user("anna", NOW))
    expect("a seek by id", anna, await lobby.seek("s1", NOW))
    expect("seeks after one expired", [anna], await lobby.seeks(NOW + 30, 9))
    later = replace(anna, expires=NOW + 50)
    renewed = [
        await lobby.renew_seek(later, NEVER, NOW + 9),
        await lobby.renew_seek(replace(later, user="bert"), NEVER, NOW + 9),
        await lobby.renew_seek(replace(bert, expires=NOW + 60), NEVER, NOW + 30),
    ]
    expect("renewing own, another's, an expired seek", [True, False, False], renewed)
    expect("the end of the renewed seek", NOW + 50, (await lobby.seeks(NOW + 40, 9))[0].expires)
    drops = [await lobby.withdraw_seek("s1", user) for user in ("bert", "anna", "anna")]
    expect("withdrawing another's, own, own again", [False, True, False], drops)


async def check_accepting_seeks(store: Store) -> None:
    """One of several users is matched with a seek, and no user is matched twice at once."""
    lobby, others = store.lobby, ("bert", "cleo")
    await open_seek(store, _seek("s1", "anna"))
    games = {user: make_terms(o=user) for user in others}
    places = [
        lobby.place_seek(_seek(f"of-{user}", user), taking("s1", games[user]), NOW)
        for user in others
    ]
    results = await asyncio.gather(*places)
    expect("users matched with one seek", 1, len(results) - results.count(None))
    logs = await store.games.load_all([terms.game for terms in games.values()])
    expect("the games", [each for each in results if each], [log.terms for log in logs])
    waiting = [user for user, result in zip(others, results, strict=True) if not result]
    expect("open seeks after that", waiting, [each.user for each in await lobby.seeks(NOW, 9)])
    expired = replace(_seek("s2", "anna"), clock="3d")
    await open_seek(store, expired)
    late = replace(expired, id="s3", user="bert", created=NOW + 30, expires=NOW + 60)
    placed = await lobby.place_seek(late, taking("s2", make_terms()), NOW + 30)
    expect("matching an expired seek", None, placed)


async def check_renewing_seeks(store: Store) -> None:
    """Of two users who renew at the same time, one is matched, and the other's seek is over."""
    lobby = store.lobby
    anna, bert = _seek("s1", "anna"), _seek("s2", "bert")
    for seek in (anna, bert):
        await open_seek(store, seek)
    terms = make_terms()
    both = [
        lobby.renew_seek(anna, taking("s2", terms), NOW),
        lobby.renew_seek(bert, taking("s1", terms), NOW),
    ]
    results = await asyncio.gather(*both)
    expect("results of both", {terms, False}, set(results))
    expect("open seeks after that", [], await lobby.seeks(NOW, 9))
    expect("renewing a matched seek", False, await lobby.renew_seek(anna, NEVER, NOW))


async def check_seeks_that_stay(store: Store) -> None:
    """A seek that stays is accepted once, and its game is returned once."""
    lobby, terms = store.lobby, make_terms(o="bert")
    stays = replace(_seek("s1", "anna"), clock="3d", stays=True)
    online = _seek("s2", "anna", NOW + 1)
    for seek in (stays, online):
        await open_seek(store, seek)
    expect("seeks, online users first", [online, stays], await lobby.seeks(NOW + 1, 9))
    expect("seeks for 3d", [stays], await lobby.seeks(NOW + 1, 9, rules="goff", clock="3d"))
    expect("a user's seeks", [online, stays], await lobby.seeks_by_user("anna", NOW + 1))
    expect("games before a seek is taken", [], await lobby.collect_matches(["anna", "bert"]))
    own = replace(stays, id="s3", user="bert")
    placed = await lobby.place_seek(own, taking("s1", terms), NOW)
    expect("matching a seek that stays", terms, placed)
    again = [
        await lobby.renew_seek(stays, NEVER, NOW),
        await lobby.withdraw_seek("s1", "anna"),
        await lobby.seek("s1", NOW) is not None,
    ]
    expect("operations on a taken seek", [False] * 3, again)
    expect("open seeks after that", [online], await lobby.seeks(NOW + 1, 9))
    found = [await lobby.collect_matches(users) for users in (["bert"], ["bert", "anna"], ["anna"])]
    expect("the game, returned once", [[], [("anna", terms.game)], []], found)


async def check_challenges(store: Store) -> None:
    """A challenge is accepted once, and then refers to its game."""
    lobby = store.lobby
    offered = Challenge("c1", "anna", "Anna", "goff", "-", "3d", False, "X", NOW, NOW + 30)
    added = [await lobby.add_challenge(offered) for _ in range(2)]
    expect("adding a challenge twice", [True, False], added)
    expect("a challenge", offered, await lobby.challenge("c1", NOW))
    expect("an expired challenge", None, await lobby.challenge("c1", NOW + 30))
    later = replace(offered, code="c0", created=NOW + 1, alias="Jo")
    await lobby.add_challenge(later)
    expect("a user's challenges", [offered, later], await lobby.challenges_by_user("anna", NOW))
    expect("another user's challenges", [], await lobby.challenges_by_user("bert", NOW))
    taken = [await lobby.is_taken(key) for key in ("anna", "jo")]
    expect("whether a name and an alias are taken", [True, False], taken)
    expect(
        "withdrawing another user's challenge", False, await lobby.withdraw_challenge("c1", "bert")
    )
    games = [make_terms() for _ in range(CALLERS)]
    takes = (lobby.accept_challenge("c1", terms, NOW) for terms in games)
    results = await asyncio.gather(*takes)
    expect("callers that accepted", 1, sum(results))
    accepted = await lobby.challenge("c1", NOW)
    expect("its game", games[results.index(True)].game, accepted and accepted.game)
    expect("open challenges after that", [later], await lobby.challenges_by_user("anna", NOW))
    expect("withdrawing an accepted one", False, await lobby.withdraw_challenge("c1", "anna"))
    await lobby.add_challenge(replace(offered, code="c2"))
    expect("withdrawing an open one", True, await lobby.withdraw_challenge("c2", "anna"))
    expect("accepting it", False, await lobby.accept_challenge("c2", make_terms(), NOW))
