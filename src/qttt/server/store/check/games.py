"""Whether a store keeps games: their logs, exactly once and in order."""

import asyncio

from qttt.server.games import Append, Entry, Kind
from qttt.server.store.protocol import Store

from .common import CROWD, NOW, StoreFault, append, begin, entries_of, expect, move, terms_of


async def check_logs(store: Store) -> None:
    """A log is read as it was written, and a game is created once."""
    one, two = terms_of(), terms_of(x="")
    await begin(store, one, two)
    expect("a game of a known id", False, await store.games.create(terms_of(one.game, o="cleo")))
    expect("no game", None, await store.games.load("nosuchgame"))
    toss = Entry(2, Kind.TOSS, "", '{"bit":1,"source":"π"}', NOW + 5, 0, "")
    await append(store, "stored", one.game, move(1, "a"), toss)
    await append(store, "stored", one.game, move(3, "b", "@5"))
    logs = await store.games.load_all([two.game, "nosuchgame", one.game])
    expect("the terms", [two, one], [log.terms for log in logs])
    wanted = (move(1, "a"), toss, move(3, "b", "@5"))
    expect("the entries", [(), wanted], [log.entries for log in logs])
    await store.games.verify(one.game)


async def check_versions(store: Store) -> None:
    """What does not go on where the game stands is a conflict and changes nothing."""
    game = terms_of()
    await begin(store, game)
    await append(store, "conflict", game.game, move(2, "b"))
    await append(store, "stored", game.game, move(1, "a"))
    await append(store, "conflict", game.game, move(1, "b"))
    await append(store, "conflict", game.game, move(1, "c"), move(2, "d"))
    await append(store, "conflict", "nosuchgame", move(1, "a"))
    expect("after conflicts", (move(1, "a"),), await entries_of(store, game.game))
    await append(store, "stored", game.game, move(2, "b"))


async def check_duplicates(store: Store) -> None:
    """An id is stored once in a game, wherever its entry would go; others may use it too."""
    game, other = terms_of(), terms_of()
    await begin(store, game, other)
    await append(store, "stored", game.game, move(1, "a"))
    await append(store, "duplicate", game.game, move(1, "a"))
    await append(store, "duplicate", game.game, move(2, "a"))
    await append(store, "duplicate", game.game, move(2, "b"), move(3, "a"))
    await append(store, "duplicate", game.game, move(2, "c"), move(3, "c"))
    await append(store, "stored", game.game, move(2, ""), move(3, ""))
    await append(store, "stored", other.game, move(1, "a"))
    expect("after duplicates", (move(1, "a"), move(2), move(3)), await entries_of(store, game.game))


async def check_batches(store: Store) -> None:
    """In a batch each append is answered for itself, in order."""
    one, two = terms_of(), terms_of()
    await begin(store, one, two)
    await append(store, "stored", two.game, move(1, "z"))
    batch = [
        Append(one.game, (move(1, "a"), move(2))),
        Append(two.game, (move(1, "y"),)),
        Append(one.game, (move(3, "b"),)),
        Append(one.game, (move(1, "a"), move(2))),
        Append(two.game, (move(2, "z"), move(3))),
        Append(one.game, (move(3, "c"),)),
        Append(two.game, (move(2, "x"),)),
    ]
    wanted = ["stored", "conflict", "stored", "duplicate", "duplicate", "conflict", "stored"]
    expect("a batch", wanted, await store.games.append(batch))
    expect("one game", (move(1, "a"), move(2), move(3, "b")), await entries_of(store, one.game))
    expect("another game", (move(1, "z"), move(2, "x")), await entries_of(store, two.game))
    expect("an empty batch", [], await store.games.append([]))


async def check_rematches(store: Store) -> None:
    """The game that an append begins is there when the append is stored, and else is not."""
    game, again, never = terms_of(), terms_of(x="bert", o="anna"), terms_of()
    await begin(store, game)
    batch = [
        Append(game.game, (move(1),), begins=again),
        Append(game.game, (move(1),), begins=never),
    ]
    expect("two that begin a game", ["stored", "conflict"], await store.games.append(batch))
    there = await store.games.load_all([again.game, never.game])
    expect("the games that began", [again], [log.terms for log in there])
    playing = [each.terms.game for each in await store.games.playing("anna")]
    expect("the games of a player", {game.game, again.game}, set(playing))


async def check_gaps(store: Store) -> None:
    """Entries that do not follow one another are refused, with all that came with them."""
    game = terms_of()
    await begin(store, game)
    for wrong in ((), (move(1), move(3)), (move(1), move(1))):
        batch = [Append(game.game, (move(1, "a"),)), Append(game.game, wrong)]
        try:
            await store.games.append(batch)
        except ValueError:
            expect("after a gap", (), await entries_of(store, game.game))
        else:
            raise StoreFault(f"entries {wrong} were taken, which do not follow one another")


async def check_races(store: Store) -> None:
    """Of many that append at once to the same version, one does; with one id, it is there once."""
    game = terms_of()
    await begin(store, game)
    for version in range(1, 5):
        rivals = [Append(game.game, (move(version, f"{version}-{i}"),)) for i in range(CROWD)]
        answers = await asyncio.gather(*(store.games.append([each]) for each in rivals))
        told = sorted(answer for (answer,) in answers)
        expect("rivals at one version", ["conflict"] * (CROWD - 1) + ["stored"], told)
        winner = rivals[answers.index(["stored"])]
        expect("the stored one", winner.entries[0], (await entries_of(store, game.game))[-1])
    again = [store.games.append([Append(game.game, (move(5, "same"),))]) for _ in range(CROWD)]
    told = sorted(answer for (answer,) in await asyncio.gather(*again))
    expect("one move sent often", ["duplicate"] * (CROWD - 1) + ["stored"], told)
    expect("its log", 5, len(await entries_of(store, game.game)))
