"""Generates the golden logs of games on the server.

python -m tests.golden.logs
"""

from collections.abc import Iterator
from random import Random

from qttt.game import Player
from qttt.play import Toss
from qttt.play.log import ANSWERS, EntryKind, LogEntry, chain_digest
from qttt.server.errors import CommandRejected
from qttt.server.games.commands import (
    CLAIMS,
    Downtime,
    GameCommand,
    decide,
    refund_entries,
    timeout_entries,
    toss_entries,
)
from qttt.server.games.game import GameState
from qttt.server.games.terms import Identity, Terms
from tests.golden.tables import GOLDEN

LOGS = """\
# Logs of games on the server, and the game's state after each entry (spec/protocol.md, P20 to P27).
# One row each, that of the terms first; columns are separated by one tab.
#
# game      its id, the same in all its rows
# entry     the terms, or an entry, as hashed (P24)
# digest    of the log so far
# position  the position
# decider   X, O or chance; - if the game is over
# offers    open offers as their seat and kind, separated by a comma; - if there are none
# times     the time left of X and O in milliseconds, the running clock, and the deadline;
#           - for each that there is not
# result    result and termination; - during the game
#
# game	entry	digest	position	decider	offers	times	result
"""

ANN, BOB = Identity("annannannann", "Ann"), Identity("bobbobbobbob", "Bob")
GAMES = (
    *(("goff", "60+1"), ("goff chooser=chance", "30+0"), ("krist", "1d"), ("qubic4", "none")),
    *(("goff chooser=chance", "none"), ("no-pair-loops", "5+2"), ("goff", "10+0"), ("goff", "3d")),
    *(("goff", "300+5"), ("qubic3", "20+1")),
    *(("classic3", "60+0"), ("closer", "60+0"), ("krist rows=2 cols=5", "2+1")),
)
OTHERS: list[EntryKind] = [
    kind for kind in EntryKind if kind not in (EntryKind.MOVE, EntryKind.ABORT, *CLAIMS)
]
OTHERS += [EntryKind.OFFER_TAKEBACK, EntryKind.OFFER_DRAW] * 3
MOST_ENTRIES = 30


def logs_text() -> str:
    """Random games with commands of all kinds, and games that are claimed."""
    rows: list[str] = []
    for number, (rules, clock) in enumerate(GAMES, 1):
        game = GameState(terms(f"golden{number:04}", rules, clock))
        rows.append(row_of(game, game.terms.to_json()))
        rows += (row_of(game, entry.text) for entry in _played(game, Random(number)))
    for number, kind in enumerate(CLAIMS, len(GAMES) + 1):
        game = GameState(terms(f"golden{number:04}", "goff", "60+1"))
        rows.append(row_of(game, game.terms.to_json()))
        rows += (row_of(game, entry.text) for entry in _claimed(game, kind))
    return LOGS + "".join(rows)


def terms(name: str, rules: str, clock: str) -> Terms:
    """Terms of a game between two people."""
    return Terms(name, rules, "-", ANN, BOB, clock, rated=False, created=1_000_000)


def row_of(game: GameState, entry: str) -> str:
    """The row after the last entry."""
    clock, now = game.clock, game.updated_at
    offers = sorted(f"{offer.seat} {kind}" for kind, offer in game.offers.items())
    decider = "chance" if game.chance_decides else game.decider
    times: tuple[object, ...] = ("-",) * 4
    if clock.control.has_clock:
        left = (clock.remaining(player, now) for player in Player)
        times = (*left, clock.running or "-", clock.deadline or "-")
    state = (
        *(chain_digest(game.terms.digest, game.entries).hex(), game.position, decider or "-"),
        *(", ".join(offers) or "-", " ".join(map(str, times))),
        f"{game.result} {game.termination}" if game.is_over else "-",
    )
    return "\t".join((game.terms.game, entry, *map(str, state))) + "\n"


def _played(game: GameState, rng: Random) -> Iterator[LogEntry]:
    """Play a game, and yield each entry after it is applied; most commands are moves."""
    now, idle = game.terms.created, 0
    while game.version < MOST_ENTRIES and idle < 60:
        now += rng.choice((0, 10, 900, 900, 2_500, 2_500, 12_000 if game.version > 12 else 20))
        idle += 1
        for entry in _next(game, rng, now):
            game.advance([entry])
            idle = 0
            yield entry


def _claimed(game: GameState, claim: EntryKind) -> Iterator[LogEntry]:
    """Play three moves, after which X claims the game; yield each entry after it is applied."""
    decisions = [
        (EntryKind.MOVE, "12"),
        (EntryKind.MOVE, "23"),
        (EntryKind.MOVE, "45"),
        (claim, ""),
    ]
    for kind, body in decisions:
        seat = Player.X if kind is claim else game.decider
        assert seat
        command = GameCommand(kind, body, at=game.version)
        for entry in decide(game, seat, command, game.updated_at + 1_000):
            game.advance([entry])
            yield entry


def _next(game: GameState, rng: Random, now: int) -> tuple[LogEntry, ...]:
    toss = Toss(rng.getrandbits(1), "golden coin")
    downtimes = [Downtime(now - 400, now)] if rng.random() < 0.05 else []
    if server := (
        refund_entries(game, downtimes, now)
        or timeout_entries(game, now)
        or toss_entries(game, toss, now)
    ):
        return server
    moves = game.position.legal_moves
    kind = EntryKind.MOVE if moves and rng.random() < 0.45 else rng.choice(OTHERS)
    if game.offers and rng.random() < 0.5:
        kind = rng.choice([kind for kind in ANSWERS if ANSWERS[kind] in game.offers])
    elif kind is EntryKind.RESIGN and rng.random() < 0.9:
        return ()
    body = game.position.name(rng.choice(moves)) if kind is EntryKind.MOVE else ""
    if kind is EntryKind.ACCEPT_REMATCH:
        body = "nextgame01"
    seat = game.decider or rng.choice(tuple(Player))
    if kind in ANSWERS:
        seat = game.offers[ANSWERS[kind]].seat.other if ANSWERS[kind] in game.offers else seat
    elif kind is not EntryKind.MOVE:
        seat = rng.choice(tuple(Player))
    command = GameCommand(kind, body, f"id-{game.version}", game.version, rng.choice((0, 0, 150)))
    try:
        return decide(game, seat, command, now)
    except CommandRejected:
        return ()


if __name__ == "__main__":
    (GOLDEN / "logs.tsv").write_text(logs_text(), encoding="utf-8", newline="\n")
