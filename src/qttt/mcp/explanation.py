"""A position explained in sentences."""

from collections.abc import Iterable, Iterator, Mapping

from qttt.engine import can_solve, solve
from qttt.game import Entanglement, Loop, Player, Position, mark_name
from qttt.notation.points import describe_value, format_count
from qttt.notation.rules_text import rules_heading
from qttt.notation.text import board_text

MAX_BEST = 8
"""Maximum number of best moves to list."""


def explain(position: Position) -> str:
    """Explain a position: the board, the next decision, each entanglement, odds and value."""
    sentences = [f"Rules: {rules_heading(position.rules)}."]
    if position.classical:
        landed = {mark: square for square, mark in position.classical.items()}
        sentences.append(f"Classical marks: {_landing(landed, position)}.")
    for part in position.entanglements:
        loop = part.loop()
        sentences += _loop(part, loop, position) if loop else _tree(part, position)
    if position.quantum:
        count = format_count(position.ensemble().count, "reality", "realities")
        sentences.append(f"The board has {count}.")
    if position.move_count:
        sentences.append(f"Legal moves: {position.move_count}.")
    if can_solve(position):
        sentences += _value(position)
    return "\n".join([board_text(position), "", *sentences])


def _tree(part: Entanglement, position: Position) -> Iterator[str]:
    name = position.rules.board.name
    squares = ", ".join(map(name, part.squares))
    if len(part.marks) == 1:
        yield f"{_marks(part.marks)} is on {squares}, entangled with no other mark."
        return
    yield f"{_marks(part.marks)} are entangled on {squares}; one of these squares stays empty."
    for mark, odds in part.odds().items():
        ends = " and ".join(f"{odds[square]} for {name(square)}" for square in sorted(odds))
        yield f"Odds of {mark_name(mark)}: {ends}."


def _loop(part: Entanglement, loop: Loop, position: Position) -> Iterator[str]:
    name, closing = position.rules.board.name, mark_name(loop.closing)
    yield f"{_marks(loop.marks)} form a loop on {', '.join(map(name, loop.squares))}."
    if loop.stems:
        yield f"Stems, which collapse with it: {_marks(loop.stems)}."
    for square in part.marks[loop.closing]:
        landing = part.collapse(square)
        del landing[loop.closing]
        yield f"If {closing} lands on {name(square)}: {_landing(landing, position)}."


def _value(position: Position) -> Iterator[str]:
    analysis = solve(position)
    yield f"Value: {describe_value(analysis.value, position)}."
    if isinstance(position.to_move, Player):
        names = [position.name(move) for move in analysis.best]
        more = f" and {len(names) - MAX_BEST} more" if len(names) > MAX_BEST else ""
        yield f"Best for {position.to_move}: {' '.join(names[:MAX_BEST])}{more}."


def _landing(landing: Mapping[int, int], position: Position) -> str:
    name = position.rules.board.name
    return ", ".join(f"{mark_name(mark)} on {name(landing[mark])}" for mark in sorted(landing))


def _marks(marks: Iterable[int]) -> str:
    return ", ".join(map(mark_name, sorted(marks)))
