"""Checks of logs: entries are stored exactly once and in order."""

import asyncio

from qttt.play.log import EntryKind, LogEntry
from qttt.server.games.game import AppendRequest
from qttt.server.store.store import Store

from .common import (
    CALLERS,
    NOW,
    StoreFault,
    append,
    create_games,
    expect,
    make_move,
    make_terms,
    verified_entries,
)


async def check_logs(store: Store) -> None:
    """A log is read as written, and a game is created once."""
    one, two = make_terms(), make_terms(x="")
    await create_games(store, one, two)
    expect(
        "creating a game with a known id",
        False,
        await store.games.create(make_terms(one.game, o="cleo")),
    )
    expect("an unknown game", None, await store.games.load("nosuchgame"))
    toss = LogEntry(2, EntryKind.TOSS, "", '{"bit":1,"source":"π"}', NOW + 5, 0, "")
    await append(store, "stored", one.game, make_move(1, "a"), toss)
    await append(store, "stored", one.game, make_move(3, "b", "@5"))
    logs = await store.games.load_all([two.game, "nosuchgame", one.game])
    expect("the terms", [two, one], [log.terms for log in logs])
    wanted = (make_move(1, "a"), toss, make_move(3, "b", "@5"))
    expect("the entries", [(), wanted], [log.entries for log in logs])
    await store.games.verify(one.game)


async def check_versions(store: Store) -> None:
    """An append that does not continue the log is a conflict and changes nothing."""
    game = make_terms()
    await create_games(store, game)
    await append(store, "conflict", game.game, make_move(2, "b"))
    await append(store, "stored", game.game, make_move(1, "a"))
    await append(store, "conflict", game.game, make_move(1, "b"))
    await append(store, "conflict", game.game, make_move(1, "c"), make_move(2, "d"))
    await append(store, "conflict", "nosuchgame", make_move(1, "a"))
    expect(
        "entries after conflicts", (make_move(1, "a"),), await verified_entries(store, game.game)
    )
    await append(store, "stored", game.game, make_move(2, "b"))


async def check_duplicates(store: Store) -> None:
    """An id is stored once per game, whatever the version; other games may use it too."""
    game, other = make_terms(), make_terms()
    await create_games(store, game, other)
    await append(store, "stored", game.game, make_move(1, "a"))
    await append(store, "duplicate", game.game, make_move(1, "a"))
    await append(store, "duplicate", game.game, make_move(2, "a"))
    await append(store, "duplicate", game.game, make_move(2, "b"), make_move(3, "a"))
    await append(store, "duplicate", game.game, make_move(2, "c"), make_move(3, "c"))
    await append(store, "stored", game.game, make_move(2, ""), make_move(3, ""))
    await append(store, "stored", other.game, make_move(1, "a"))
    entries = await verified_entries(store, game.game)
    expect("entries after duplicates", (make_move(1, "a"), make_move(2), make_move(3)), entries)


async def check_batches(store: Store) -> None:
    """The appends of a batch succeed or fail independently, in order."""
    one, two = make_terms(), make_terms()
    await create_games(store, one, two)
    await append(store, "stored", two.game, make_move(1, "z"))
    batch = [
        AppendRequest(one.game, (make_move(1, "a"), make_move(2))),
        AppendRequest(two.game, (make_move(1, "y"),)),
        AppendRequest(one.game, (make_move(3, "b"),)),
        AppendRequest(one.game, (make_move(1, "a"), make_move(2))),
        AppendRequest(two.game, (make_move(2, "z"), make_move(3))),
        AppendRequest(one.game, (make_move(3, "c"),)),
        AppendRequest(two.game, (make_move(2, "x"),)),
    ]
    wanted = ["stored", "conflict", "stored", "duplicate", "duplicate", "conflict", "stored"]
    expect("results of a batch", wanted, await store.games.append(batch))
    entries = await verified_entries(store, one.game)
    expect("one game", (make_move(1, "a"), make_move(2), make_move(3, "b")), entries)
    expect(
        "another game",
        (make_move(1, "z"), make_move(2, "x")),
        await verified_entries(store, two.game),
    )
    expect("results of an empty batch", [], await store.games.append([]))


async def check_rematches(store: Store) -> None:
    """The game that an append begins is created exactly if the append is stored."""
    game, again, never = make_terms(), make_terms(x="bert", o="anna"), make_terms()
    await create_games(store, game)
    batch = [
        AppendRequest(game.game, (make_move(1),), rematch=again),
        AppendRequest(game.game, (make_move(1),), rematch=never),
    ]
    expect("two appends with a rematch", ["stored", "conflict"], await store.games.append(batch))
    logs = await store.games.load_all([again.game, never.game])
    expect("the rematches", [again], [log.terms for log in logs])
    playing = [each.terms.game for each in await store.games.current_games("anna")]
    expect("the games of a player", {game.game, again.game}, set(playing))


async def check_gaps(store: Store) -> None:
    """Entries without consecutive versions are rejected, with the rest of the batch."""
    game = make_terms()
    await create_games(store, game)
    for wrong in ((), (make_move(1), make_move(3)), (make_move(1), make_move(1))):
        batch = [AppendRequest(game.game, (make_move(1, "a"),)), AppendRequest(game.game, wrong)]
        try:
            await store.games.append(batch)
        except ValueError:
            expect("entries after a gap", (), await verified_entries(store, game.game))
        else:
            raise StoreFault(f"entries {wrong} were stored although not consecutive")


async def check_races(store: Store) -> None:
    """Of concurrent appends at one version one succeeds; an id sent often is stored once."""
    game = make_terms()
    await create_games(store, game)
    for version in range(1, 5):
        rivals = [
            AppendRequest(game.game, (make_move(version, f"{version}-{i}"),))
            for i in range(CALLERS)
        ]
        answers = await asyncio.gather(*(store.games.append([rival]) for rival in rivals))
        results = sorted(answer for (answer,) in answers)
        expect("rivals at one version", ["conflict"] * (CALLERS - 1) + ["stored"], results)
        winner = rivals[answers.index(["stored"])]
        expect("the stored one", winner.entries[0], (await verified_entries(store, game.game))[-1])
    again = [
        store.games.append([AppendRequest(game.game, (make_move(5, "same"),))])
        for _ in range(CALLERS)
    ]
    results = sorted(answer for (answer,) in await asyncio.gather(*again))
    expect("one move sent often", ["duplicate"] * (CALLERS - 1) + ["stored"], results)
    expect("the length of the log", 5, len(await verified_entries(store, game.game)))
