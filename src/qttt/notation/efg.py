"""Writes the game that follows a position as an extensive game of Gambit (.efg, version 2)."""

from itertools import count

from qttt.game import Player, Position

from .errors import UnwritableError

MAX_NODES = 50_000
"""Larger trees are refused: Gambit reads all of it before it solves anything."""


def format_efg(position: Position) -> str:
    """Format all games from ``position``: each move is a node, and coins are chance nodes.

    Payoffs are the points of a player minus the opponent's, so the first player's is the value of
    ``solve``. Nothing is hidden, so each node is a separate information set.

    Raises ``UnwritableError`` if the tree has more than ``MAX_NODES`` nodes.

    >>> from qttt.notation import read
    >>> print(format_efg(read("12 23 34 45 47 67 69 19 @1").position))
    EFG 2 R "2/3/4/5/7/6/9/1 (goff)" { "X" "O" }
    ""
    <BLANKLINE>
    p "" 1 1 "" { "88" } 0
    t "" 1 "1-0" { 1, -1 }
    <BLANKLINE>
    """
    _check_size(position)
    numbers = {player: count(1) for player in (*Player, "chance")}
    outcomes: dict[float, int] = {}
    lines = [f'EFG 2 R "{position} ({position.rules})" {{ "X" "O" }}', '""', ""]
    pending = [position]
    while pending:
        node = pending.pop()
        if node.outcome:
            lead = node.outcome.value
            number = outcomes.setdefault(lead, len(outcomes) + 1)
            lines.append(f't "" {number} "{node.outcome.result}" {{ {lead:g}, {-lead:g} }}')
            continue
        moves, decides = node.legal_moves, node.to_move
        number = next(numbers[decides])
        names = [f'"{node.name(move)}"' for move in moves]
        if decides == "chance":
            listed = " ".join(f"{name} 1/{len(names)}" for name in names)
            lines.append(f'c "" {number} "" {{ {listed} }} 0')
        else:
            player = 1 if decides is Player.X else 2
            lines.append(f'p "" {player} {number} "" {{ {" ".join(names)} }} 0')
        pending += [node.play(move) for move in reversed(moves)]
    return "\n".join([*lines, ""])


def _check_size(position: Position) -> None:
    """Count the nodes before they are played: a large board has 200,000 moves."""
    nodes, pending = 1, [position]
    while pending:
        node = pending.pop()
        moves = node.legal_moves
        nodes += len(moves)
        if nodes > MAX_NODES:
            raise UnwritableError(
                f"the games from {position} have more than {MAX_NODES:,} nodes: "
                "continue to a position with fewer open squares"
            )
        pending += [node.play(move) for move in moves]
