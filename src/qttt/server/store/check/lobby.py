"""Whether a store lets two find each other, exactly once."""

import asyncio
from dataclasses import replace

from qttt.server.store.protocol import Store
from qttt.server.store.values import Challenge, Seek

from .common import CROWD, NOW, expect, terms_of


def _seek(id: str, user: str, created: int = NOW) -> Seek:
    return Seek(id, user, user.title(), "goff", "300+5", True, "", created, created + 30)


async def check_seeks(store: Store) -> None:
    """Who waits is seen until they stop, and has one seek."""
    lobby = store.lobby
    anna, bert = _seek("s1", "anna", NOW + 1), _seek("s2", "bert", NOW)
    for seek in (_seek("s0", "anna"), anna, bert):
        await lobby.add_seek(seek)
    expect("who waits", [bert, anna], await lobby.seeks(NOW, 9))
    expect("one of those who wait", [bert], await lobby.seeks(NOW, 1))
    expect("for something else", [], await lobby.seeks(NOW, 9, rules="goff", clock="3d"))
    expect("one's own seeks", [anna], await lobby.seeks_of("anna", NOW))
    expect("one of them", anna, await lobby.seek("s1", NOW))
    expect("after they expired", [anna], await lobby.seeks(NOW + 30, 9))
    renewed = [
        await lobby.renew_seek("s1", "anna", NOW + 9, NOW + 50),
        await lobby.renew_seek("s1", "bert", NOW + 9, NOW + 50),
        await lobby.renew_seek("s2", "bert", NOW + 30, NOW + 60),
    ]
    expect("one's own, another's, an expired one renewed", [True, False, False], renewed)
    expect("the renewed one", NOW + 50, (await lobby.seeks(NOW + 40, 9))[0].expires)
    drops = [await lobby.drop_seek("s1", user) for user in ("bert", "anna", "anna")]
    expect("dropped by another, oneself, again", [False, True, False], drops)


async def check_taking_seeks(store: Store) -> None:
    """One taker gets the seek, and then the game is there; nobody is taken while taking."""
    lobby = store.lobby
    await lobby.add_seek(_seek("s1", "anna"))
    games = [terms_of(o="bert" if i % 2 else "cleo") for i in range(CROWD)]
    takes = [lobby.take_seek("s1", terms, NOW) for terms in games]
    told = await asyncio.gather(*takes)
    expect("how many took one seek", 1, sum(told))
    there = await store.games.load_all([terms.game for terms in games])
    expect("the games", [games[told.index(True)]], [log.terms for log in there])
    await lobby.add_seek(_seek("s2", "anna"))
    expect("after it expired", False, await lobby.take_seek("s2", terms_of(), NOW + 30))
    await lobby.add_seek(_seek("s3", "bert"))
    both = [
        lobby.take_seek("s2", terms_of(o="bert"), NOW, own="s3"),
        lobby.take_seek("s3", terms_of(x="bert", o="anna"), NOW, own="s2"),
    ]
    expect("two that take each other", 1, sum(await asyncio.gather(*both)))
    expect("who waits then", [], await lobby.seeks(NOW, 9))
    await lobby.add_seek(_seek("s4", "anna"))
    expect("without one's own", False, await lobby.take_seek("s4", terms_of(), NOW, own="s3"))
    expect("what it left", 1, len(await lobby.seeks(NOW, 9)))


async def check_seeks_that_stay(store: Store) -> None:
    """Who need not be there is taken once, and told once which game it became."""
    lobby, terms = store.lobby, terms_of(o="bert")
    stays = replace(_seek("s1", "anna"), clock="3d", stays=True)
    there = _seek("s2", "anna", NOW + 1)
    for seek in (stays, there):
        await lobby.add_seek(seek)
    expect("those who are there come first", [there, stays], await lobby.seeks(NOW + 1, 9))
    expect("for 3d", [stays], await lobby.seeks(NOW + 1, 9, rules="goff", clock="3d"))
    expect("both kinds", [there, stays], await lobby.seeks_of("anna", NOW + 1))
    expect("before anything was found", [], await lobby.found(["anna", "bert"]))
    own = replace(_seek("s3", "bert"), stays=True)
    await lobby.add_seek(own)
    expect("one that stays is taken", True, await lobby.take_seek("s1", terms, NOW, own="s3"))
    again = [
        await lobby.take_seek("s1", terms_of(o="cleo"), NOW),
        await lobby.renew_seek("s1", "anna", NOW, NOW + 50),
        await lobby.drop_seek("s1", "anna"),
        await lobby.seek("s1", NOW) is not None,
    ]
    expect("what can still be done with it", [False] * 4, again)
    expect("who still waits", [there], await lobby.seeks(NOW + 1, 9))
    told = [await lobby.found(users) for users in (["bert"], ["bert", "anna"], ["anna"])]
    expect("who is told, once", [[], [("anna", terms.game)], []], told)


async def check_challenges(store: Store) -> None:
    """An invitation is accepted once, and tells then which game it became."""
    lobby = store.lobby
    invitation = Challenge("c1", "anna", "Anna", "goff", "-", "3d", False, "X", NOW, NOW + 30)
    added = [await lobby.add_challenge(invitation) for _ in range(2)]
    expect("added twice", [True, False], added)
    expect("an invitation", invitation, await lobby.challenge("c1", NOW))
    expect("an expired one", None, await lobby.challenge("c1", NOW + 30))
    later = replace(invitation, code="c0", created=NOW + 1)
    await lobby.add_challenge(later)
    expect("one's own", [invitation, later], await lobby.challenges("anna", NOW))
    expect("another's", [], await lobby.challenges("bert", NOW))
    expect("withdrawn by another", False, await lobby.drop_challenge("c1", "bert"))
    games = [terms_of() for _ in range(CROWD)]
    takes = (lobby.take_challenge("c1", terms, NOW) for terms in games)
    told = await asyncio.gather(*takes)
    expect("how many accepted", 1, sum(told))
    accepted = await lobby.challenge("c1", NOW)
    expect("its game", games[told.index(True)].game, accepted and accepted.game)
    expect("one's own then", [later], await lobby.challenges("anna", NOW))
    expect("withdrawn too late", False, await lobby.drop_challenge("c1", "anna"))
    await lobby.add_challenge(replace(invitation, code="c2"))
    expect("withdrawn", True, await lobby.drop_challenge("c2", "anna"))
    expect("after that", False, await lobby.take_challenge("c2", terms_of(), NOW))
