"""Helpers to create games and play moves."""

from qttt.game import Player
from qttt.play import Toss
from qttt.play.log import EntryKind, LogEntry
from qttt.server.games.commands import GameCommand, decide, toss_entries
from qttt.server.games.game import GameState
from qttt.server.games.terms import Identity, Terms

ANN, BOB = Identity("annannannann", "Ann"), Identity("bobbobbobbob", "Bob")
X, O = Player  # noqa: E741
COIN = Toss(1, "test")


def terms(
    rules: str = "goff",
    clock: str = "60+1",
    *,
    x: Identity = ANN,
    o: Identity = BOB,
    start: str = "-",
) -> Terms:
    return Terms("game000001", rules, start, x, o, clock, True, 1_000)


def do(
    game: GameState, seat: Player, kind: EntryKind, body: str = "", now: int = 2_000
) -> LogEntry:
    """Execute one command of ``seat``."""
    (entry,) = decide(game, seat, GameCommand(kind, body, f"id-{game.version}", game.version), now)
    game.advance([entry])
    return entry


def play(game: GameState, *moves: str, now: int = 2_000) -> GameState:
    """Play ``moves`` for the player to decide, with a coin toss when one is due."""
    for move in moves:
        assert game.decider is not None
        do(game, game.decider, EntryKind.MOVE, move, now)
        if entries := toss_entries(game, COIN, now):
            game.advance(entries)
    return game
