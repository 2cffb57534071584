"""Themes of puzzles, for programs, and tasks, as text."""

from collections.abc import Iterator

from qttt.game import Collapse, Move, Position, mark_name
from qttt.notation.points import describe_points, format_value

_WINS = {0.5: "narrow-win", 1: "complete-win", 1.5: "double-win", 2: "double-win"}
_TASKS = {
    "narrow-win": "win narrowly",
    "complete-win": "win",
    "double-win": "win doubly",
    "win": "win",
    "hold-the-draw": "hold the draw",
}


def themes(position: Position, solution: Move, gain: float, *, deceptive: bool) -> Iterator[str]:
    """Yield the themes of a puzzle.

    First ``only-move``, ``winning-collapse`` or ``saving-collapse``; then ``complete-win``,
    ``narrow-win``, ``double-win`` (``win`` unless scoring is ``goff``), ``hold-the-draw``,
    ``limit-the-loss``, or ``best-odds`` if coins decide; then possibly ``at-once``, if it ends the
    game, ``close-the-loop``, and ``deceptive``, if another move looks better. ``gain`` is the value
    of the solution for the player to move.
    """
    after = position.play(solution)
    if isinstance(solution, Collapse):
        yield "winning-collapse" if gain > 0 else "saving-collapse"
    else:
        yield "only-move"
    yield goal_theme(position, gain)
    if after.outcome:
        yield "at-once"
    if after.has_loop:
        yield "close-the-loop"
    if deceptive:
        yield "deceptive"


def goal_theme(position: Position, gain: float) -> str:
    """Return the theme of a gain for the player to move."""
    if position.rules.chooser == "chance":
        return "best-odds"
    if gain <= 0:
        return "limit-the-loss" if gain else "hold-the-draw"
    return _WINS[gain] if position.rules.scoring == "goff" else "win"


def task_text(position: Position, gain: float, *, unicode: bool = True) -> str:
    """Return the task, such as ``X to place mark 7: win narrowly``."""
    mark = len(position.marks)
    if position.has_loop:
        request = f"{position.to_move} chooses where {mark_name(mark)} lands"
    else:
        request = f"{position.to_move} to place mark {mark + 1}"
    task = _TASKS.get(goal_theme(position, gain)) or _points_task(position, gain, unicode)
    return f"{request}: {task}"


def _points_task(position: Position, gain: float, unicode: bool) -> str:
    if goal_theme(position, gain) == "limit-the-loss":
        return f"lose no more than {describe_points(-gain)}"
    return f"get the best odds, {format_value(gain, unicode=unicode)} on average"
