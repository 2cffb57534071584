"""Checks of seeks and challenges, which are accepted exactly once."""

import asyncio
from dataclasses import replace

from qttt.server.store.store import Store
from qttt.server.store.values import Challenge, Seek

from .common import CALLERS, NOW, expect, make_terms


def _seek(id: str, user: str, created: int = NOW) -> Seek:
    return Seek(id, user, user.title(), "goff", "300+5", True, "", created, created + 30)


async def check_seeks(store: Store) -> None:
    """A user has one open seek until it is withdrawn or expires."""
    lobby = store.lobby
    anna, bert = _seek("s1", "anna", NOW + 1), _seek("s2", "bert", NOW)
    for seek in (_seek("s0", "anna"), anna, bert):
        await lobby.add_seek(seek)
    expect("open seeks", [bert, anna], await lobby.seeks(NOW, 9))
    expect("at most one open seek", [bert], await lobby.seeks(NOW, 1))
    expect("seeks for another clock", [], await lobby.seeks(NOW, 9, rules="goff", clock="3d"))
    expect("one's own seeks", [anna], await lobby.seeks_by_user("anna", NOW))
    expect("a seek by id", anna, await lobby.seek("s1", NOW))
    expect("seeks after one expired", [anna], await lobby.seeks(NOW + 30, 9))
    renewed = [
        await lobby.renew_seek("s1", "anna", NOW + 9, NOW + 50),
        await lobby.renew_seek("s1", "bert", NOW + 9, NOW + 50),
        await lobby.renew_seek("s2", "bert", NOW + 30, NOW + 60),
    ]
    expect("renewing own, another's, an expired seek", [True, False, False], renewed)
    expect("the end of the renewed seek", NOW + 50, (await lobby.seeks(NOW + 40, 9))[0].expires)
    drops = [await lobby.withdraw_seek("s1", user) for user in ("bert", "anna", "anna")]
    expect("withdrawing another's, own, own again", [False, True, False], drops)


async def check_accepting_seeks(store: Store) -> None:
    """One caller accepts a seek and creates its game; that caller's own seek is deleted."""
    lobby = store.lobby
    await lobby.add_seek(_seek("s1", "anna"))
    games = [make_terms(o="bert" if i % 2 else "cleo") for i in range(CALLERS)]
    takes = [lobby.accept_seek("s1", terms, NOW) for terms in games]
    results = await asyncio.gather(*takes)
    expect("callers that took one seek", 1, sum(results))
    logs = await store.games.load_all([terms.game for terms in games])
    expect("the games", [games[results.index(True)]], [log.terms for log in logs])
    await lobby.add_seek(_seek("s2", "anna"))
    expect("taking an expired seek", False, await lobby.accept_seek("s2", make_terms(), NOW + 30))
    await lobby.add_seek(_seek("s3", "bert"))
    both = [
        lobby.accept_seek("s2", make_terms(o="bert"), NOW, own="s3"),
        lobby.accept_seek("s3", make_terms(x="bert", o="anna"), NOW, own="s2"),
    ]
    expect("two users who take each other's seek", 1, sum(await asyncio.gather(*both)))
    expect("open seeks after that", [], await lobby.seeks(NOW, 9))
    await lobby.add_seek(_seek("s4", "anna"))
    taken = await lobby.accept_seek("s4", make_terms(), NOW, own="s3")
    expect("taking a seek without the own one", False, taken)
    expect("open seeks after a failure", 1, len(await lobby.seeks(NOW, 9)))


async def check_seeks_that_stay(store: Store) -> None:
    """A seek that stays is accepted once, and its game is returned once."""
    lobby, terms = store.lobby, make_terms(o="bert")
    stays = replace(_seek("s1", "anna"), clock="3d", stays=True)
    online = _seek("s2", "anna", NOW + 1)
    for seek in (stays, online):
        await lobby.add_seek(seek)
    expect("seeks, online users first", [online, stays], await lobby.seeks(NOW + 1, 9))
    expect("seeks for 3d", [stays], await lobby.seeks(NOW + 1, 9, rules="goff", clock="3d"))
    expect("a user's seeks", [online, stays], await lobby.seeks_by_user("anna", NOW + 1))
    expect("games before a seek is taken", [], await lobby.collect_matches(["anna", "bert"]))
    own = replace(_seek("s3", "bert"), stays=True)
    await lobby.add_seek(own)
    expect("taking a seek that stays", True, await lobby.accept_seek("s1", terms, NOW, own="s3"))
    again = [
        await lobby.accept_seek("s1", make_terms(o="cleo"), NOW),
        await lobby.renew_seek("s1", "anna", NOW, NOW + 50),
        await lobby.withdraw_seek("s1", "anna"),
        await lobby.seek("s1", NOW) is not None,
    ]
    expect("operations on a taken seek", [False] * 4, again)
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
    later = replace(offered, code="c0", created=NOW + 1)
    await lobby.add_challenge(later)
    expect("a user's challenges", [offered, later], await lobby.challenges_by_user("anna", NOW))
    expect("another user's challenges", [], await lobby.challenges_by_user("bert", NOW))
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
