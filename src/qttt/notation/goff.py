"""Allan Goff's state string: his site's own way to write a game (N50-N55).

    X1+(1,2); O2+(2,3); X3+(3,2)[23|1]; O3@O2(3)!X1(1)!O2(3)!X3(2);
    placement           with its loop   collapse

A loop is ``[loop|stems]`` by subscripts. A collapse is who chooses, the closing mark, ``@`` the
mark that is pointed at, and after each ``!`` a mark that settles with its square.
"""

import re

from qttt.game import Loop, Move, Node, Placement, Position, Rules, mark_name

from .errors import Spot, UnwritableError, check_size, located, quoted
from .positions import find_mark
from .tokens import MAX_TEXT

GOFF = Rules()


class _Scanner:
    """Takes a text piece by piece; white space between the pieces means nothing."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.offset = 0
        self._skip()

    @property
    def spot(self) -> Spot:
        return Spot(self.text, self.offset)

    @property
    def next(self) -> str:
        """The next character, empty at the end."""
        return self.text[self.offset : self.offset + 1]

    def take(self, pattern: str, what: str) -> str:
        """The next piece. Raises ``NotationError`` if it does not have this pattern."""
        match = re.compile(pattern, re.ASCII | re.IGNORECASE).match(self.text, self.offset)
        if match is None:
            raise self.spot.error(f"{what} is wanted here, not {self._found}")
        self.offset = match.end()
        self._skip()
        return match[0].upper()

    def take_mark(self) -> int:
        spot = self.spot
        return find_mark(self.take("[xo][1-9]", "a mark (X1, O2 …)"), spot)

    def take_square(self) -> int:
        return int(self.take("[1-9]", "a square (1 to 9)")) - 1

    def take_landing(self) -> tuple[int, int]:
        """A mark and the square in parentheses after it."""
        mark = self.take_mark()
        self.take(r"\(", "(")
        square = self.take_square()
        self.take(r"\)", ")")
        return mark, square

    @property
    def _found(self) -> str:
        return quoted(self.next) if self.next else "the end"

    def _skip(self) -> None:
        while self.next.isspace():
            self.offset += 1


# --- reading -------------------------------------------------------------------------------------


def parse_goff(text: str, rules: Rules = GOFF) -> Node:
    """The last node of the game that Goff's string tells.

    All that the string states is checked against the board: subscripts, loops, stems, who
    chooses, and where each mark settles.

    Raises ``NotationError`` if it cannot be read or states something untrue, and under ``rules``
    that it cannot express; ``IllegalMoveError`` if a move is not legal.

    >>> str(parse_goff("X1+(1,2); O2+(2,3); X3+(3,2)[23|1]; O3@O2(3)!X1(1)!O2(3)!X3(2);").position)
    '1/3/2'
    """
    check_size(text, MAX_TEXT)
    if why := _inexpressible(rules):
        raise Spot(text).error(why)
    scanner = _Scanner(text)
    node = Node(Position(rules))
    while scanner.next:
        node = _read_step(scanner, node)
        if scanner.next:
            scanner.take(";", "a semicolon")
    return node


def _inexpressible(rules: Rules) -> str | None:
    if not rules.board.has_digit_names:
        return f"Goff's string is for 3×3 boards, not for {rules.rows}×{rules.cols}"
    if not rules.is_quantum:
        return "Goff's string is for quantum marks, not for marks=classical"
    if rules.chooser == "chance":
        return "Goff's string names the player who decides a collapse, but here chooser=chance"
    return None


def _read_step(scanner: _Scanner, node: Node) -> Node:
    spot = scanner.spot
    name = scanner.take("[xo][1-9]", "a mark (X1, O2 …)")
    if scanner.take(r"[+@]", "+ or @") == "+":
        return _read_placement(scanner, spot, name, node)
    return _read_collapse(scanner, spot, name, node)


def _read_placement(scanner: _Scanner, spot: Spot, name: str, node: Node) -> Node:
    due = mark_name(len(node.position.marks) + 1)
    if name != due:
        raise spot.error(f"the next mark is {due}, not {name}")
    scanner.take(r"\(", "(")
    first = scanner.take_square()
    scanner.take(",", "a comma")
    second = scanner.take_square()
    scanner.take(r"\)", ")")
    with located(spot):
        node = node.play(Placement(first, second))
    if scanner.next == "[":
        _check_loop(scanner, node.position, name)
    return node


def _check_loop(scanner: _Scanner, position: Position, closing: str) -> None:
    spot = scanner.spot
    stated = scanner.take(r"\[\d*(\|\d*)?\]", "a loop such as [23|1]")
    if position.loop is None:
        raise spot.error(f"{closing} closes no loop, so no {stated} follows it")
    loop, _, stems = stated.strip("[]").partition("|")
    due = _written_loop(position.loop)
    if due != f"[{''.join(sorted(loop))}|{''.join(sorted(stems))}]":
        raise spot.error(f"the loop and its stems are {due}, not {stated}")


def _read_collapse(scanner: _Scanner, spot: Spot, name: str, node: Node) -> Node:
    before = node.position
    if before.has_loop:
        due = f"{before.chooser}{len(before.marks)}"
        if name != due:
            raise spot.error(
                f"{before.chooser} decides the loop of {mark_name(len(before.marks))}: "
                f"{due} is wanted here, not {name}"
            )
    mark, square = scanner.take_landing()
    with located(spot):
        node = node.play(before.pointed(mark, square))
    if scanner.next == "!":
        _check_settled(scanner, _settled(before, node.position))
    return node


def _check_settled(scanner: _Scanner, missing: dict[int, int]) -> None:
    """Every mark that settles is listed once, with its square; the order is free."""
    while scanner.next == "!":
        scanner.take("!", "!")
        spot = scanner.spot
        mark, square = scanner.take_landing()
        if mark not in missing:
            raise spot.error(f"{mark_name(mark)} does not settle here, or is listed already")
        if missing[mark] != square:
            raise spot.error(
                f"{mark_name(mark)} settles on {missing[mark] + 1}, not on {square + 1}"
            )
        del missing[mark]
    if missing:
        names = ", ".join(map(mark_name, missing))
        raise scanner.spot.error(f"the list of settled marks lacks {names}")


# --- writing -------------------------------------------------------------------------------------


def format_goff(node: Node) -> str:
    """The game from the empty board to ``node`` in Goff's string.

    The writer points at the closing mark and lists marks by subscript. Raises
    ``UnwritableError`` if the history is not known, or under rules that it cannot express.
    """
    root = node.path[0].position
    if why := _inexpressible(root.rules):
        raise UnwritableError(why)
    if root.marks:
        raise UnwritableError(f"Goff's string needs the history of {root}")
    steps = map(_written_step, node.path, node.moves, node.path[1:])
    return " ".join(f"{step};" for step in steps)


def _written_step(parent: Node, move: Move, node: Node) -> str:
    before, after = parent.position, node.position
    if isinstance(move, Placement):
        a, b = move
        loop = _written_loop(after.loop) if after.loop else ""
        return f"{mark_name(len(after.marks))}+({a + 1},{b + 1}){loop}"
    settled = _settled(before, after)
    closing = len(before.marks)
    landings = [(closing, settled[closing]), *settled.items()]
    pointed, *others = (f"{mark_name(mark)}({square + 1})" for mark, square in landings)
    return f"{before.chooser}{closing}@{pointed}" + "".join(f"!{other}" for other in others)


def _written_loop(loop: Loop) -> str:
    return f"[{''.join(map(str, loop.marks))}|{''.join(map(str, loop.stems))}]"


def _settled(before: Position, after: Position) -> dict[int, int]:
    """The marks that a collapse settles, in order, with their squares."""
    landed = {mark: square for square, mark in after.classical.items()}
    return {mark: landed[mark] for mark in before.quantum if mark in landed}
