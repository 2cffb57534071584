"""Checks a certificate that the value of quantum tic-tac-toe is +1/2, by the rules alone.

    python check.py goff.cert [X|O]

It imports nothing of qttt. The rules are those of spec/rules.md under the preset goff; R-numbers
are its clauses. The format is described in certificate.md.

A position is a list with an entry for each mark: its two squares, the smaller first, and the same
square twice if the mark is classical. Squares are numbered from 0, marks from 0: X has 0, 2, 4, ...
A pending loop is closed by the last mark.
"""

import sys
from itertools import combinations

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
LINE_SETS = [sum(1 << square for square in line) for line in LINES]
MAGIC = b"QTTT certificate 1\n"
BOUND = 1  # the value, in half points


def symmetries():
    """Return the eight images of the squares under rotations and reflections."""
    rotate, mirror = [6, 3, 0, 7, 4, 1, 8, 5, 2], [2, 1, 0, 5, 4, 3, 8, 7, 6]
    found, turned = [], list(range(9))
    for _ in range(4):
        found += [turned, [turned[mirror[square]] for square in range(9)]]
        turned = [turned[rotate[square]] for square in range(9)]
    return found


IMAGES = [
    {(a, b): 9 * min(s[a], s[b]) + max(s[a], s[b]) for a in range(9) for b in range(a, 9)}
    for s in symmetries()
]


def is_connected(marks, start, end):
    """Whether quantum marks connect two squares (R5)."""
    reached, todo = {start}, [start]
    while todo:
        square = todo.pop()
        for a, b in marks:
            if a != b and square in (a, b):
                other = a + b - square
                if other not in reached:
                    reached.add(other)
                    todo.append(other)
    return end in reached


def collapse(marks, square):
    """Let the closing mark, the last one, land on a square; return the new position (R8)."""
    landed, todo = {len(marks) - 1: square}, [square]
    while todo:
        taken = todo.pop()
        for mark, (a, b) in enumerate(marks):
            if a != b and taken in (a, b) and mark not in landed:
                landed[mark] = a + b - taken  # the square is taken: it lands on its other one
                todo.append(landed[mark])
    if len(set(landed.values())) != len(landed):
        raise AssertionError(f"two marks of {marks} land on one square")
    return [(landed[n],) * 2 if n in landed else pair for n, pair in enumerate(marks)]


def owner_of_square(marks):
    """Return the mark on each square with a classical one."""
    return {a: mark for mark, (a, b) in enumerate(marks) if a == b}


def result(board):
    """Return the lead of X in half points if there is a line, otherwise None (R10 to R12)."""
    squares = [0, 0]
    for square, mark in board.items():
        squares[mark % 2] |= 1 << square
    times = [
        [max(board[s] for s in line) for line, bits in zip(LINES, LINE_SETS) if bits & mine == bits]
        for mine in squares
    ]
    x, o = times
    if not x and not o:
        return None
    if len(x) == 2:  # a double win: 2 points if simultaneous, 1 1/2 if not
        return 4 if x[0] == x[1] else 3
    if x and o:  # a narrow win: 1 for the earlier line, 1/2 for the other
        return 1 if x[0] < o[0] else -1
    return 2 if x else -2


def class_of(marks):
    """Return a key that positions share if they differ by a symmetry and irrelevant subscripts.

    The first three marks of each player are interchangeable.
    """
    keys = []
    for image in IMAGES:
        places = [image[pair] for pair in marks]
        keys.append((sorted(places[0:5:2]), sorted(places[1:6:2]), places[6:]))
    key = min(keys)
    return (*key[0], -1, *key[1], -1, *key[2])


class Walk:
    """Plays every game in which one player (0: X, 1: O) follows the strategy."""

    def __init__(self, player, strategy):
        self.player, self.strategy = player, strategy
        self.read = self.games = 0
        self.seen = set()

    def check(self):
        """Check the whole strategy. Raises AssertionError if it fails."""
        self.visit([], None)
        if self.read != len(self.strategy):
            raise AssertionError(f"only {self.read} of {len(self.strategy)} decisions are used")

    def visit(self, marks, loop):
        """Visit a position; loop has the two squares of the closing mark if one is pending."""
        turn = len(marks) % 2
        if loop:  # the player who did not close the loop chooses (R7), and is on turn (R9)
            for square in self.choices(turn, loop, marks):
                self.visit(collapse(marks, square), None)
            return
        board = owner_of_square(marks)
        lead = result(board) if board else None
        open_squares = [square for square in range(9) if square not in board]
        if lead is None and not open_squares:
            lead = 0  # a cat's game (R11)
        if lead is not None:
            self.games += 1
            if lead < BOUND if self.player == 0 else lead > BOUND:
                raise AssertionError(f"{marks} ends with a lead of {lead} half points")
            return
        key = class_of(marks)
        if key in self.seen:
            return
        self.seen.add(key)
        if len(open_squares) == 1:  # the last mark goes there whole (R4)
            moves = [(open_squares[0],) * 2]
        else:
            moves = list(combinations(open_squares, 2))  # R3
        for a, b in self.choices(turn, moves, marks):
            is_loop = a != b and is_connected(marks, a, b)  # R6
            self.visit([*marks, (a, b)], (a, b) if is_loop else None)

    def choices(self, turn, moves, marks):
        """Return the moves to follow: that of the strategy, or all moves of the opponent."""
        if turn != self.player:
            return moves
        if self.read == len(self.strategy):
            raise AssertionError(f"the strategy ends before {marks}")
        chosen = self.strategy[self.read]
        self.read += 1
        if chosen >= len(moves):
            raise AssertionError(f"decision {self.read} is move {chosen} of {len(moves)}")
        return [moves[chosen]]


def strategies(data):
    """Return the strategies of X and of O in a file."""
    if not data.startswith(MAGIC):
        raise AssertionError("this is not a certificate")
    found, at = [], len(MAGIC)
    for _ in range(2):
        size = int.from_bytes(data[at : at + 4], "little")
        found.append(data[at + 4 : at + 4 + size])
        at += 4 + size
    if at != len(data):
        raise AssertionError(f"the file has {len(data)} bytes instead of {at}")
    return found


def main():
    """Check the file and print what was checked."""
    with open(sys.argv[1], "rb") as file:
        found = strategies(file.read())
    for player, name in enumerate("XO"):
        if name not in (sys.argv[2:] or ["X", "O"]):
            continue
        walk = Walk(player, found[player])
        walk.check()
        limit = "never gets less than +1/2" if player == 0 else "never gives more than +1/2"
        print(f"{name} {limit}: {walk.read} decisions, {len(walk.seen)} classes, {walk.games} ends")


if __name__ == "__main__":
    try:
        main()
    except AssertionError as error:
        sys.exit(f"refuted: {error}")
