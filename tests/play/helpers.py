"""Random matches, and snapshots of their state."""

import random
from collections.abc import Callable

from qttt.game import Node, Player, Position, Rules
from qttt.play import Coin, Match, MatchError, Seat, Series, Toss

ANN, BOB = Seat("Ann"), Seat("Bob")

CHANCE = "qubic3"
TINY = "goff rows=2 cols=2 line=2 scoring=winner"


def always(bit: int, source: str = "test") -> Coin:
    return lambda position: Toss(bit, source)


def never(position: Position) -> Toss:
    raise AssertionError("the coin was tossed again")


def tree(root: Node) -> list[tuple[object, ...]]:
    return [(*node.moves, node.comment) for node in root.walk()]


def snapshot(match: Match) -> tuple[object, ...]:
    """The state of a match without the journal."""
    return (
        match.root.position,
        tree(match.root),
        match.node.moves,
        dict(match.seats),
        sorted((node.moves, toss.bit, toss.source) for node, toss in match.tosses.items()),
        match.end_off_board,
        match.draw_offer,
        match.series,
        match.outcome,
        match.to_move,
    )


def random_request(match: Match, rng: random.Random) -> None:
    """Make one request, which usually succeeds."""
    player = rng.choice(list(Player))
    requests: list[tuple[int, Callable[[], object]]] = [
        (12, lambda: match.play(rng.choice(match.legal_moves or match.position.legal_moves))),
        (12, lambda: match.toss(always(rng.getrandbits(1), rng.choice(SOURCES)))),
        (2, lambda: match.undo(rng.randint(1, 4))),
        (1, lambda: match.undo_decision(player)),
        (1, lambda: match.redo(rng.randint(1, 3))),
        (1, lambda: match.go_to(rng.choice(list(match.root.walk())))),
        (1, lambda: match.offer_draw(player)),
        (1, lambda: match.decline_draw(player)),
    ]
    weights, calls = zip(*requests, strict=True)
    if match.outcome and not match.end_off_board and rng.random() < 0.3:
        match.undo(min(2, len(match.node.moves)))
        return
    rng.choices(calls, weights)[0]()


SOURCES = ("simulator", 'job "a\\b" [7]} {', "ξ")


def random_match(rules: Rules, seed: int, requests: int = 40) -> Match:
    """A match with branches, comments and perhaps an early end."""
    rng = random.Random(seed)
    series = rng.choice([None, Series("Ann", "Bob"), Series("Bob", "Ann")])
    match = Match(rules, x=ANN, o=rng.choice([BOB, Seat("Bob", "hard")]), series=series)
    for _ in range(requests):
        try:
            random_request(match, rng)
        except (MatchError, IndexError):
            continue
        match.node.comment = rng.choice(["", "", " why? ", "[%coin no]"])
    end = rng.choice(["resign", "agree", "offer", "go on", "go on"])
    if not match.outcome and match.draw_offer is None and end != "go on":
        if end == "resign":
            match.resign(rng.choice(list(Player)))
        else:
            match.offer_draw(Player.O)
            if end == "agree":
                match.accept_draw(Player.X)
    return match
