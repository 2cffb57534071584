"""Checks of lists of games, by deadline, player and page, and of outages."""

from qttt.server.games.commands import Downtime
from qttt.server.games.game import AppendRequest
from qttt.server.games.terms import Terms, new_game_id
from qttt.server.store.entities import FIRST_CHECK, GameSummary
from qttt.server.store.store import Store

from .common import NOW, create_games, expect, make_move, make_terms


async def check_deadlines(store: Store) -> None:
    """A game is due from its deadline until the deadline moves or the game ends."""
    early, late, never, over = (make_terms() for _ in range(4))
    await create_games(store, early, late, never, over)
    await store.games.append(
        [
            AppendRequest(early.game, (make_move(1),), NOW + 10),
            AppendRequest(late.game, (make_move(1),), NOW + 20),
            AppendRequest(never.game, (make_move(1),)),
            AppendRequest(over.game, (make_move(1),), None, "1-0", "resignation"),
        ]
    )
    none, first, both = [await store.games.overdue_games(NOW + at, 9) for at in (9, 10, 99)]
    expect("games due before any deadline", [], none.games)
    expect("games due at the first", [early.game], first.games)
    expect("games due after both", ([early.game, late.game], FIRST_CHECK), both)
    one = await store.games.overdue_games(NOW + 99, 1)
    other = await store.games.overdue_games(NOW + 99, 1, one.last)
    end = await store.games.overdue_games(NOW + 99, 1, other.last)
    pages = [[early.game], [late.game], []]
    expect("due games one by one", pages, [page.games for page in (one, other, end)])
    expect("the end of due games", FIRST_CHECK, end.last)
    await store.games.append([AppendRequest(early.game, (make_move(2),), NOW + 30)])
    due = await store.games.overdue_games(NOW + 99, 9)
    expect("games due after a deadline moved", [late.game, early.game], due.games)


async def check_lists(store: Store) -> None:
    """A game is live until it ends, and then in both players' archives."""
    first, second = make_terms(created=NOW + 1), make_terms(created=NOW + 2, o="")
    hidden = Terms(
        new_game_id(), "goff", "-", first.x, first.o, "none", False, NOW + 3, private=True
    )
    await create_games(store, first, second, hidden)
    games = [each.terms.game for each in await store.games.live_games(9)]
    expect("live games", [second.game, first.game], games)
    expect("at most one live game", 1, len(await store.games.live_games(1)))
    playing = [each.terms.game for each in await store.games.current_games("anna")]
    expect("games of X", [hidden.game, second.game, first.game], playing)
    end = AppendRequest(first.game, (make_move(1),), None, "1-0.5", "lines")
    await store.games.append(
        [end, AppendRequest(hidden.game, (make_move(1),), None, "*", "aborted")]
    )
    expect("live games after one ended", 1, len(await store.games.live_games(9)))
    expect("games of O", [], await store.games.current_games("bert"))
    (ended,) = await store.games.archive("bert", 9)
    expect("its summary", ended, await store.games.summary(first.game))
    wanted = GameSummary(first, 1, NOW + 1, None, "1-0.5", "lines")
    expect("the summary of a finished game", wanted, ended)
    archive = await store.games.archive("bert", 9, private=True)
    ids = [each.terms.game for each in archive]
    expect("the archive with private games", [hidden.game, first.game], ids)
    await store.games.append([AppendRequest(first.game, (make_move(2),))])
    again = await store.games.summary(first.game)
    expect("the result after another entry", "1-0.5", again and again.result)


async def check_pages(store: Store) -> None:
    """The pages of the archive contain each game once, even if some began together."""
    games = [make_terms(created=NOW + i // 3) for i in range(10)]
    await create_games(store, *games)
    await store.games.append(
        [AppendRequest(terms.game, (make_move(1),), None, "0-1", "lines") for terms in games]
    )
    seen: list[Terms] = []
    while page := await store.games.archive("anna", 4, seen[-1].game if seen else ""):
        seen += [each.terms for each in page]
    wanted = sorted(games, key=lambda terms: (terms.created, terms.game), reverse=True)
    expect("the archive", wanted, seen)


async def check_processes(store: Store) -> None:
    """Downtimes are exactly the spans without a running process."""
    for process, now in (("a", 10), ("a", 20), ("b", 15), ("b", 40), ("c", 70), ("c", 80)):
        await store.processes.record_heartbeat(process, now)
    await store.processes.record_heartbeat("d", 90)
    expect("outages", [Downtime(40, 70), Downtime(80, 90)], await store.processes.outages(0))
    expect("later outages", [Downtime(80, 90)], await store.processes.outages(70))
    beats = {"a": 20, "b": 40, "c": 80, "d": 90}
    expect("heartbeats", beats, await store.processes.beats())
    await store.processes.record_heartbeat("c", 91)
    expect("later heartbeats", {**beats, "c": 91}, await store.processes.beats())
    await store.processes.record_heartbeat("c2", 92, 91)
    expect("outages after late heartbeats", [Downtime(40, 70)], await store.processes.outages(0))
    await store.processes.delete_old(50)
    expect("outages after a sweep", [Downtime(40, 70)], await store.processes.outages(0))
    await store.processes.delete_old(95)
    expect("outages after a later sweep", [], await store.processes.outages(0))
