"""Allan Goff's state string, the game notation of his web site (N50-N55).

    X1+(1,2); O2+(2,3); X3+(3,2)[23|1]; O3@O2(3)!X1(1)!O2(3)!X3(2);
    placement           with its loop   collapse

A loop is ``[loop|stems]``, as subscripts. A collapse is the chooser, the subscript of the closing
mark, ``@`` and the selected mark, and after each ``!`` a landed mark with its square.
"""

import re

from qttt.game import Loop, Move, Node, Placement, Position, Rules, mark_name

from .errors import TextLocation, UnwritableError, check_size, locate_errors, quote
from .positions import parse_mark
from .tokens import MAX_TEXT_CHARS

GOFF = Rules()


class _Scanner:
    """Scans a text token by token and skips white space."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.offset = 0
        self._skip()

    @property
    def location(self) -> TextLocation:
        return TextLocation(self.text, self.offset)

    @property
    def next(self) -> str:
        """The next character, empty at the end."""
        return self.text[self.offset : self.offset + 1]

    def take(self, pattern: str, what: str) -> str:
        """Consume the next token. Raises ``NotationError`` if it does not match ``pattern``."""
        match = re.compile(pattern, re.ASCII | re.IGNORECASE).match(self.text, self.offset)
        if match is None:
            raise self.location.error(f"expected {what}, not {self._next_quoted}")
        self.offset = match.end()
        self._skip()
        return match[0].upper()

    def take_mark(self) -> int:
        location = self.location
        return parse_mark(self.take("[xo][1-9]", "a mark (X1, O2 …)"), location)

    def take_square(self) -> int:
        return int(self.take("[1-9]", "a square (1 to 9)")) - 1

    def take_landing(self) -> tuple[int, int]:
        mark = self.take_mark()
        self.take(r"\(", "(")
        square = self.take_square()
        self.take(r"\)", ")")
        return mark, square

    @property
    def _next_quoted(self) -> str:
        return quote(self.next) if self.next else "the end"

    def _skip(self) -> None:
        while self.next.isspace():
            self.offset += 1


# --- reading -------------------------------------------------------------------------------------


def parse_goff(text: str, rules: Rules = GOFF) -> Node:
    """Parse a game in Goff's string; return its last node.

    Subscripts, loops, stems, choosers and landed marks are all checked against the board.

    Raises:
        NotationError: The text cannot be parsed, contradicts the board, or cannot express
            ``rules``.
        IllegalMoveError: A move is not legal.

    >>> str(parse_goff("X1+(1,2); O2+(2,3); X3+(3,2)[23|1]; O3@O2(3)!X1(1)!O2(3)!X3(2);").position)
    '1/3/2'
    """
    check_size(text, MAX_TEXT_CHARS)
    if message := _inexpressible(rules):
        raise TextLocation(text).error(message)
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
    location = scanner.location
    name = scanner.take("[xo][1-9]", "a mark (X1, O2 …)")
    if scanner.take(r"[+@]", "+ or @") == "+":
        return _read_placement(scanner, location, name, node)
    return _read_collapse(scanner, location, name, node)


def _read_placement(scanner: _Scanner, location: TextLocation, name: str, node: Node) -> Node:
    expected = mark_name(len(node.position.marks) + 1)
    if name != expected:
        raise location.error(f"the next mark is {expected}, not {name}")
    scanner.take(r"\(", "(")
    first = scanner.take_square()
    scanner.take(",", "a comma")
    second = scanner.take_square()
    scanner.take(r"\)", ")")
    with locate_errors(location):
        node = node.play(Placement(first, second))
    if scanner.next == "[":
        _check_loop(scanner, node.position, name)
    return node


def _check_loop(scanner: _Scanner, position: Position, closing: str) -> None:
    location = scanner.location
    text = scanner.take(r"\[\d*(\|\d*)?\]", "a loop such as [23|1]")
    if position.loop is None:
        raise location.error(f"{closing} does not close a loop; remove {text}")
    loop, _, stems = text.strip("[]").partition("|")
    expected = _format_loop(position.loop)
    if expected != f"[{''.join(sorted(loop))}|{''.join(sorted(stems))}]":
        raise location.error(f"the loop and its stems are {expected}, not {text}")


def _read_collapse(scanner: _Scanner, location: TextLocation, name: str, node: Node) -> Node:
    before = node.position
    if before.has_loop:
        expected = f"{before.chooser}{len(before.marks)}"
        if name != expected:
            raise location.error(
                f"{before.chooser} decides the loop of {mark_name(len(before.marks))}: "
                f"expected {expected}, not {name}"
            )
    mark, square = scanner.take_landing()
    with locate_errors(location):
        node = node.play(before.collapse_onto(mark, square))
    if scanner.next == "!":
        _check_landings(scanner, _landings(before, node.position))
    return node


def _check_landings(scanner: _Scanner, missing: dict[int, int]) -> None:
    """Check that every landed mark is listed once, in any order, with its square."""
    while scanner.next == "!":
        scanner.take("!", "!")
        location = scanner.location
        mark, square = scanner.take_landing()
        if mark not in missing:
            raise location.error(
                f"{mark_name(mark)} does not land in this collapse, or is listed already"
            )
        if missing[mark] != square:
            raise location.error(
                f"{mark_name(mark)} lands on {missing[mark] + 1}, not on {square + 1}"
            )
        del missing[mark]
    if missing:
        names = ", ".join(map(mark_name, missing))
        raise scanner.location.error(f"the list of landed marks is missing {names}")


# --- writing -------------------------------------------------------------------------------------


def format_goff(node: Node) -> str:
    """Format the game from the empty board to ``node`` as Goff's string.

    Collapses select the closing mark; landed marks are in order of subscript.

    Raises:
        UnwritableError: The game does not start from the empty board, or the format cannot express
            its rules.
    """
    root = node.root.position
    if message := _inexpressible(root.rules):
        raise UnwritableError(message)
    if root.marks:
        raise UnwritableError(f"Goff's string needs the history of {root}")
    steps = map(_format_step, node.path, node.moves, node.path[1:])
    return " ".join(f"{step};" for step in steps)


def _format_step(parent: Node, move: Move, node: Node) -> str:
    before, after = parent.position, node.position
    if isinstance(move, Placement):
        a, b = move
        loop = _format_loop(after.loop) if after.loop else ""
        return f"{mark_name(len(after.marks))}+({a + 1},{b + 1}){loop}"
    landed = _landings(before, after)
    closing = len(before.marks)
    landings = [(closing, landed[closing]), *landed.items()]
    selected, *others = (f"{mark_name(mark)}({square + 1})" for mark, square in landings)
    return f"{before.chooser}{closing}@{selected}" + "".join(f"!{other}" for other in others)


def _format_loop(loop: Loop) -> str:
    return f"[{''.join(map(str, loop.marks))}|{''.join(map(str, loop.stems))}]"


def _landings(before: Position, after: Position) -> dict[int, int]:
    """The marks that land in a collapse: mark → square, in ascending order."""
    classical = {mark: square for square, mark in after.classical.items()}
    return {mark: classical[mark] for mark in before.quantum if mark in classical}
