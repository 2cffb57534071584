"""Output of the shell's commands. Squares are (row, column) from 0."""

from collections import Counter
from collections.abc import Iterator

from qttt.engine import Level, UnsolvableError
from qttt.engine.levels import Decision
from qttt.engine.statistics import statistics
from qttt.game import Collapse, Move, Node, Player, Position, Termination, mark_name
from qttt.game.outcome import find_krists, score_game
from qttt.notation.points import describe_value, format_value
from qttt.notation.text import describe
from qttt.play import Match
from qttt.play.events import Collapsed
from qttt.study import Evaluation, evaluator_for

from .moves import command, commands, numbers, place_names

_MAX_HINTS = 3
"""Maximum number of equally good moves that are listed."""


def status(match: Match, *, unicode: bool = True) -> str:
    """Describe who is to move, with the possible commands, or how the game ended."""
    position, name = match.position, place_names(match.rules.board)
    if match.outcome:
        return describe(position, match.outcome, unicode=unicode, name=name)
    mark = len(position.marks)
    if position.has_loop:
        return f"{position.chooser} decides where {mark_name(mark)} lands: {commands(position)}"
    turn = f"{position.turn} to place {mark_name(mark + 1)}"
    is_last = position.move_count == 1
    return f"{turn} in the last square: {commands(position)}" if is_last else turn


def moves(match: Match) -> Iterator[str]:
    """Format the legal moves as commands."""
    position, board = match.position, match.rules.board
    name = place_names(board)
    if position.has_loop or position.move_count == 1:
        for move in position.legal_moves:
            yield command(board, move) + _landing(position, move)
    else:
        which = "two different ones" if match.rules.is_quantum else "one"
        yield f"{position.move_count} moves: {which} of these {len(position.open_squares)} squares:"
        yield " ".join(map(name, position.open_squares))
        if match.rules.pair_loops == "forbidden" and position.quantum:
            pairs = sorted(set(position.quantum.values()))
            yield f"but not the pairs {', '.join(' and '.join(map(name, p)) for p in pairs)}."


def _landing(position: Position, move: Move) -> str:
    """Describe where a collapse puts the marks."""
    if not isinstance(move, Collapse):
        return ""
    landed = Collapsed(by="chance", move=move, before=position).landings
    name = place_names(position.rules.board)
    return ": " + ", ".join(f"{mark_name(mark)} on {name(s)}" for mark, s in landed.items())


def value(match: Match, *, unicode: bool) -> Iterator[str]:
    """Format the value under perfect play, exact or estimated, and rows, if scored."""
    if match.rules.scoring == "krist":
        yield row_words(match.position)
    evaluation = _evaluate(match.position)
    if isinstance(evaluation, str):
        yield f"The value is not known: {evaluation}."
    else:
        yield _value(evaluation, unicode=unicode)


def hint(match: Match, *, unicode: bool) -> Iterator[str]:
    """Format the best moves as commands."""
    evaluation = _evaluate(match.position)
    if isinstance(evaluation, str):
        yield f"No hint: {evaluation}."
        return
    best, others = evaluation.best[:_MAX_HINTS], len(evaluation.best) - _MAX_HINTS
    more = f", or {others} equally good" if others > 0 else ""
    yield commands(match.position, best) + more
    yield _value(evaluation, unicode=unicode)


def _evaluate(position: Position) -> Evaluation | str:
    """Solve the position or search it, or return why that is not possible."""
    try:
        return evaluator_for(position.rules)(position)
    except UnsolvableError as error:
        return str(error)


def _value(evaluation: Evaluation, *, unicode: bool) -> str:
    value, is_exact = evaluation.value, evaluation.is_exact
    figures = format_value(value, is_exact=is_exact, unicode=unicode)
    words = describe_value(value, evaluation.position, is_exact=is_exact)
    return f"Value {'' if is_exact else 'about '}{figures}: {words}."


def row_words(position: Position) -> str:
    """List the rows so far, and the player who leads (R14)."""
    krists = find_krists(position.rules.board, position.classical)
    sides = []
    for player in Player:
        counts = Counter(len(krist.squares) for krist in krists if krist.player is player)
        listed = ", ".join(f"{counts[size]} of length {size}" for size in sorted(counts)[::-1])
        sides.append(f"{player} {listed or 'none'}")
    winner = score_game(position.rules, Termination.FULL, position.classical).winner
    return f"Rows so far: {'; '.join(sides)}. {winner or 'Neither player'} leads."


def search_table(level: Level, decision: Decision, *, unicode: bool) -> Iterator[str]:
    """Format a table of the level and the statistics of its search, if any."""
    rows = (("level", level.value), *statistics(decision.analysis, unicode=unicode))
    left, right = (max(map(len, column)) for column in zip(*rows, strict=True))
    return (f"  {name:<{left}}  {number:>{right}}" for name, number in rows)


def tree_lines(root: Node, current: Node, *, unicode: bool = True) -> Iterator[str]:
    """Yield a line for each node of the tree, with an arrow at ``current``.

    A variation follows the move that it replaces, indented by one more level.

    >>> from qttt.game import Placement, Position
    >>> root = Node(Position())
    >>> first, other = root.play(Placement(0, 1)), root.play(Placement(0, 2))
    >>> print(*tree_lines(root, other, unicode=False), sep=chr(10))
       start
       X1  0 0 0 1
    >  |  X1  0 0 0 2
    """
    arrow, bar = ("▶", "│") if unicode else (">", "|")
    yield f"{arrow if root is current else ' '}  start"
    # Not recursive, because a game can exceed Python's recursion limit.
    stack = [(0, root.children)]
    while stack:
        depth, nodes = stack.pop()
        if nodes:
            node = nodes[0]
            yield f"{arrow if node is current else ' '}  {f'{bar}  ' * depth}{_step(node)}"
            stack.append((depth, node.children))
            stack += [(depth + 1, [move]) for move in reversed(nodes[1:])]


def _step(node: Node) -> str:
    board, mark = node.position.rules.board, mark_name(len(node.position.marks))
    if isinstance(node.move, Collapse):
        return f"{mark}  lands on {numbers(board, node.move)}"
    squares = numbers(board, dict.fromkeys(node.move or ()))
    return f"{mark}  {squares}" + ", a loop" * node.position.has_loop
