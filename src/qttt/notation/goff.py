"""Reads Allan Goff's state string, the game notation of his web site (N50-N54).

    X1+(1,2); O2+(2,3); X3+(3,2)[23|1]; O3@O2(3)!X1(1)!O2(3)!X3(2); {X=1, O=0.5}
    placement           with its loop   collapse                    score of a finished game

A loop is ``[loop|stems]``, as subscripts. A collapse is the chooser, the subscript of the closing
mark, ``@`` and the selected mark, and after each ``!`` a landed mark with its square. The whole
mark in the last square collapses by itself: ``X9+(5,5); O9@X9(5)!X9(5);``.
"""

import re

from qttt.game import Node, Outcome, Placement, Player, Position, Rules, mark_name
from qttt.game.arguments import checked

from .errors import TextLocation, check_size, locate_errors, quote
from .goff_writer import (
    chooser_of_whole,
    format_landing,
    format_loop,
    format_score,
    inexpressible,
    landings,
)
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

    def sees(self, pattern: str) -> bool:
        """Whether the next tokens match ``pattern``."""
        return bool(re.compile(pattern, re.ASCII | re.IGNORECASE).match(self.text, self.offset))

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


@checked
def parse_goff(text: str, rules: Rules = GOFF) -> Node:
    """Parse a game in Goff's string; return its last node.

    Subscripts, loops, stems, choosers, landed marks and the score are checked against the board.

    Raises:
        NotationError: The text cannot be parsed, contradicts the board, or cannot express
            ``rules``.
        IllegalMoveError: A move is not legal.

    >>> str(parse_goff("X1+(1,2); O2+(2,3); X3+(3,2)[23|1]; O3@O2(3)!X1(1)!O2(3)!X3(2);").position)
    '1/3/2'
    """
    check_size(text, MAX_TEXT_CHARS)
    if message := inexpressible(rules):
        raise TextLocation(text).error(message)
    scanner = _Scanner(text)
    node = Node(Position(rules))
    while scanner.next and scanner.next != "{":
        node = _read_step(scanner, node)
        if scanner.next:
            scanner.take(";", "a semicolon")
    if scanner.next:
        _check_score(scanner, node.position.outcome)
    return node


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
    if not scanner.next:
        half = f"{name}+({first + 1}"
        raise location.error(f"{half} is half a placement: add the second square, or remove it")
    scanner.take(",", "a comma")
    second = scanner.take_square()
    scanner.take(r"\)", ")")
    with locate_errors(location):
        node = node.play(Placement(first, second))
    if scanner.next == "[":
        _check_loop(scanner, node.position, name)
    if first == second and scanner.sees(r";\s*[xo][1-9]\s*@"):
        scanner.take(";", "a semicolon")
        _check_self_collapse(scanner, len(node.position.marks), first)
    return node


def _check_self_collapse(scanner: _Scanner, mark: int, square: int) -> None:
    """Check the step that the site writes after a whole mark."""
    location = scanner.location
    chooser = scanner.take("[xo][1-9]", "a mark (X1, O2 …)")
    scanner.take("@", "+ or @")
    landing = scanner.take_landing()
    if (chooser, landing) != (f"{chooser_of_whole(mark)}{mark}", (mark, square)):
        expected = f"{chooser_of_whole(mark)}{mark}@{format_landing(mark, square)}"
        written = f"{chooser}@{format_landing(*landing)}"
        raise location.error(
            f"{mark_name(mark)} collapses by itself: expected {expected}, not {written}"
        )
    if scanner.next == "!":
        _check_landings(scanner, {mark: square})


def _check_score(scanner: _Scanner, outcome: Outcome | None) -> None:
    """Check the score at the end of the text."""
    location = scanner.location
    scanner.take(r"\{", "a score such as {X=1, O=0.5}")
    points = []
    for player in Player:
        scanner.take(player, f"{player}= and its points")
        scanner.take("=", f"{player}= and its points")
        points.append(float(scanner.take(r"[0-9]+(\.[0-9]+)?", "points such as 0.5")))
        scanner.take(r"\}" if player is Player.O else ",", "}" if player is Player.O else "a comma")
    if outcome is None:
        raise location.error("the game is not over, so it has no score; remove it")
    if points != [*outcome.points]:
        written = "{{X={:g}, O={:g}}}".format(*points)
        raise location.error(f"the score is {format_score(outcome)}, not {written}")
    if scanner.next:
        scanner.take(";", "a semicolon")
    if scanner.next:
        raise scanner.location.error("nothing follows the score")


def _check_loop(scanner: _Scanner, position: Position, closing: str) -> None:
    location = scanner.location
    text = scanner.take(r"\[\d*(\|\d*)?\]", "a loop such as [23|1]")
    if position.loop is None:
        raise location.error(f"{closing} does not close a loop; remove {text}")
    loop, _, stems = text.strip("[]").partition("|")
    stated = tuple(tuple(sorted(map(int, digits))) for digits in (loop, stems))
    if stated != (position.loop.marks, position.loop.stems):
        expected = format_loop(position.loop)
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
        _check_landings(scanner, landings(before, node.position))
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
