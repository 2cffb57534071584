"""Writes Allan Goff's state string (N55), and its parts for the reader to compare."""

from qttt.game import Loop, Move, Node, Outcome, Placement, Player, Position, Rules, mark_name
from qttt.game.arguments import checked

from .errors import UnwritableError


def inexpressible(rules: Rules) -> str | None:
    """Return why the string cannot express games under ``rules``, or None."""
    if not rules.board.has_digit_names:
        return f"Goff's string is for 3×3 boards, not for {rules.rows}×{rules.cols}"
    if not rules.is_quantum:
        return "Goff's string is for quantum marks, not for marks=classical"
    if rules.chooser == "chance":
        return "Goff's string names the player who decides a collapse, but here chooser=chance"
    return None


@checked
def format_goff(node: Node) -> str:
    """Format the game from the empty board to ``node`` as Goff's string.

    Collapses select the closing mark; landed marks are in order of subscript. If the game is over,
    its score follows.

    Raises:
        UnwritableError: The game does not start from the empty board, or the format cannot express
            its rules.
    """
    root = node.root.position
    if message := inexpressible(root.rules):
        raise UnwritableError(message)
    if root.marks:
        raise UnwritableError(f"Goff's string needs the history of {root}")
    steps = map(_format_step, node.path, node.moves, node.path[1:])
    score = [format_score(node.position.outcome)] if node.position.outcome else []
    return " ".join([*(f"{step};" for step in steps), *score])


def _format_step(parent: Node, move: Move, node: Node) -> str:
    before, after = parent.position, node.position
    if isinstance(move, Placement):
        a, b = move
        mark = len(after.marks)
        placed = f"{mark_name(mark)}+({a + 1},{b + 1})"
        if a == b:
            landing = format_landing(mark, a)
            return f"{placed}; {chooser_of_whole(mark)}{mark}@{landing}!{landing}"
        return placed + (format_loop(after.loop) if after.loop else "")
    landed = landings(before, after)
    closing = len(before.marks)
    listed = [(closing, landed[closing]), *landed.items()]
    selected, *others = (format_landing(mark, square) for mark, square in listed)
    return f"{before.chooser}{closing}@{selected}" + "".join(f"!{other}" for other in others)


def format_loop(loop: Loop) -> str:
    """Format the marks of a loop, and its stems if any: ``[23|1]``."""
    marks, stems = ("".join(map(str, numbers)) for numbers in (loop.marks, loop.stems))
    return f"[{marks}|{stems}]" if stems else f"[{marks}]"


def format_landing(mark: int, square: int) -> str:
    """Format a mark with its square: ``X1(5)``."""
    return f"{mark_name(mark)}({square + 1})"


def format_score(outcome: Outcome) -> str:
    """Format the points of both players: ``{X=1, O=0.5}``."""
    return "{{X={:g}, O={:g}}}".format(*outcome.points)


def chooser_of_whole(mark: int) -> Player:
    """Return the player who did not place the whole mark, as the site names a chooser."""
    return Player.O if mark % 2 else Player.X


def landings(before: Position, after: Position) -> dict[int, int]:
    """Return the marks that land in a collapse: mark → square, in ascending order."""
    classical = {mark: square for square, mark in after.classical.items()}
    return {mark: classical[mark] for mark in before.quantum if mark in classical}
