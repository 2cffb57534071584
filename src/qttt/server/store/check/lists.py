"""Whether a store finds games again: by deadline, by player, page by page."""

from qttt.server.games import Append, Terms, game_id
from qttt.server.store.protocol import Store
from qttt.server.store.values import Outage

from .common import NOW, begin, expect, move, terms_of


async def check_deadlines(store: Store) -> None:
    """Games are due from their deadline on, until it is moved or they end."""
    early, late, never, over = (terms_of() for _ in range(4))
    await begin(store, early, late, never, over)
    await store.games.append(
        [
            Append(early.game, (move(1),), NOW + 10),
            Append(late.game, (move(1),), NOW + 20),
            Append(never.game, (move(1),)),
            Append(over.game, (move(1),), None, "1-0", "resignation"),
        ]
    )
    expect("before any deadline", [], await store.games.due(NOW + 9, 9))
    expect("at the first", [early.game], await store.games.due(NOW + 10, 9))
    expect("after both", [early.game, late.game], await store.games.due(NOW + 99, 9))
    expect("no more than asked", [early.game], await store.games.due(NOW + 99, 1))
    await store.games.append([Append(early.game, (move(2),), NOW + 30)])
    expect("after one moved", [late.game, early.game], await store.games.due(NOW + 99, 9))


async def check_lists(store: Store) -> None:
    """A game is live until it ends and in the archive of both from then on."""
    first, second = terms_of(created=NOW + 1), terms_of(created=NOW + 2, o="")
    hidden = Terms(game_id(), "goff", "-", first.x, first.o, "none", False, NOW + 3, private=True)
    await begin(store, first, second, hidden)
    games = [each.terms.game for each in await store.games.live(9)]
    expect("live games", [second.game, first.game], games)
    expect("at most one", 1, len(await store.games.live(1)))
    playing = [each.terms.game for each in await store.games.playing("anna")]
    expect("games of X", [hidden.game, second.game, first.game], playing)
    end = Append(first.game, (move(1),), None, "1-0.5", "lines")
    await store.games.append([end, Append(hidden.game, (move(1),), None, "*", "aborted")])
    expect("live games after one ended", 1, len(await store.games.live(9)))
    expect("games of O", [], await store.games.playing("bert"))
    (told,) = await store.games.archive("bert", 9)
    expect("its summary", told, await store.games.summary(first.game))
    wanted = (first, 1, NOW + 1, None, "1-0.5", "lines")
    got = (told.terms, told.version, told.at, told.deadline, told.result, told.termination)
    expect("its end", wanted, got)
    own = await store.games.archive("bert", 9, private=True)
    expect("with private ones", [hidden.game, first.game], [each.terms.game for each in own])
    await store.games.append([Append(first.game, (move(2),))])
    again = await store.games.summary(first.game)
    expect("an ended game stays so", "1-0.5", again and again.result)


async def check_pages(store: Store) -> None:
    """The archive's pages together are all games, each once, though some began together."""
    games = [terms_of(created=NOW + i // 3) for i in range(10)]
    await begin(store, *games)
    await store.games.append(
        [Append(terms.game, (move(1),), None, "0-1", "lines") for terms in games]
    )
    seen: list[Terms] = []
    while page := await store.games.archive("anna", 4, seen[-1].game if seen else ""):
        seen += [each.terms for each in page]
    wanted = sorted(games, key=lambda terms: (terms.created, terms.game), reverse=True)
    expect("the archive", wanted, seen)


async def check_processes(store: Store) -> None:
    """There was an outage where no process was alive, and only there."""
    for process, now in (("a", 10), ("a", 20), ("b", 15), ("b", 40), ("c", 70), ("c", 80)):
        await store.processes.beat(process, now)
    await store.processes.beat("d", 90)
    expect("outages", [Outage(40, 70), Outage(80, 90)], await store.processes.outages(0))
    expect("later ones", [Outage(80, 90)], await store.processes.outages(70))
    await store.processes.beat("c", 91)
    expect("who beats was alive", [Outage(40, 70)], await store.processes.outages(0))
