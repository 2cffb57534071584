"""All positions of eight marks under ``goff``, from their structure and without search.

Some marks are classical; the others connect the other squares and form a tree. The ninth mark, X's,
closes a loop wherever it is placed. If it lands on a square, each mark of the tree lands on the
square of its pair that is farther from there, so each free square has one *final board*. X takes
two squares and O decides between them: X gets the second best of the final boards. If one square is
free, X takes it.

Exchanging X1, X3 and X5, or O2, O4 and O6, changes no score (label theorem, ``kernel/table.c``).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from itertools import combinations, permutations

from qttt.extras import requires_extra
from qttt.game import Rules
from qttt.game.outcome import Termination, score_game

with requires_extra("data"):
    import numpy as np
    import numpy.typing as npt

RULES = Rules()
SQUARES = RULES.board.size
MARKS = SQUARES - 1
IDENTITY = tuple(range(SQUARES))
KINDS = ((1, 3, 5), (7,), (2, 4, 6), (8,))
"""Marks that can be exchanged."""
LEADS = range(-2, 5)
"""X's points minus O's on final boards, in half points."""
DIGIT = 4
"""Bits of a number of final boards."""
CHUNK = 50_000
"""Trees that are made together."""
PART = 200
"""Trees whose final boards are scored together: two million of them."""

Boards = tuple[int, ...]
"""Numbers of final boards by X's lead, in the order of ``LEADS``."""
Numbers = npt.NDArray[np.int64]
Counts = npt.NDArray[np.uint32]
Flags = npt.NDArray[np.bool_]
Symmetries = Sequence[tuple[int, ...]]
Report = Callable[[int], None]


def count_final_boards(report: Report) -> tuple[Counter[Boards], bytes]:
    """Count the positions by their final boards; positions of one class count once.

    ``report`` gets the number of positions that were found.

    The digest is the BLAKE2b of their final boards, in the order in which they are found. Cost: two
    minutes, 110 MB of memory.
    """
    counts, digest = Counter[int](), blake2b(digest_size=8)
    for boards in positions():
        digest.update(boards.astype("<u4").tobytes())
        for value, count in zip(*np.unique(boards, return_counts=True), strict=True):
            counts[int(value)] += int(count)
        report(counts.total())
    unpacked = {digits_of(value): count for value, count in sorted(counts.items())}
    return Counter(unpacked), digest.digest()


def digits_of(value: int) -> Boards:
    """The digits of one of ``positions``."""
    return tuple(value >> DIGIT * n & (1 << DIGIT) - 1 for n in range(len(LEADS)))


def positions(least: int = 0) -> Iterator[Counts]:
    """Yield the positions with at least ``least`` classical marks.

    A position is a number whose digits are the numbers of its final boards by lead.
    """
    kinds = assignments()
    results = board_results(kinds)
    for squares, symmetries in _classical_squares(least):
        free = [square for square in range(SQUARES) if square not in squares]
        is_allowed = ~_has_line(squares, kinds)
        for chunk in _trees(free):
            trees = _different(chunk, symmetries)
            for first in range(0, len(trees), PART):
                part = trees[first : first + PART]
                boards = add_results(results, kinds, free, landings_of(part, squares, free))
                yield boards[is_allowed & _is_first(part, squares, symmetries, kinds)]


def assignments() -> Numbers:
    """All ways to give the marks their kinds, one in each row."""
    kinds = [kind for kind, marks in enumerate(KINDS) for _ in marks]
    return np.array(sorted(set(permutations(kinds))))


def board_results(kinds: Numbers) -> Counts:
    """The result of each final board: 1 in the digit of its lead.

    Its index is the square of X9 times 4^9, plus the kind on each square times 4^square.
    """
    results = np.zeros((SQUARES, 4**SQUARES), np.uint32)
    for last in range(SQUARES):
        others = [square for square in range(SQUARES) if square != last]
        for row in kinds.tolist():
            marks = [iter(kind) for kind in KINDS]
            board = {square: next(marks[kind]) for square, kind in zip(others, row, strict=True)}
            outcome = score_game(RULES, Termination.FULL, {**board, last: SQUARES})
            index = sum(kind * 4**square for square, kind in zip(others, row, strict=True))
            results[last, index] = 1 << DIGIT * LEADS.index(int(2 * outcome.value))
    return results.ravel()


def _classical_squares(least: int) -> Iterator[tuple[tuple[int, ...], Symmetries]]:
    """Yield all sets of classical squares but for symmetry, with the symmetries of each.

    There is never one alone: two marks at least are in a loop.
    """
    symmetries = RULES.board.symmetries()
    for count in range(least, SQUARES):
        for squares in combinations(range(SQUARES), count) if count != 1 else ():
            images = [
                tuple(sorted(symmetry[square] for square in squares)) for symmetry in symmetries
            ]
            if squares == min(images):
                same = zip(symmetries, images, strict=True)
                yield squares, [symmetry for symmetry, image in same if image == squares]


def _has_line(squares: Sequence[int], kinds: Numbers) -> Flags:
    """Whether the classical marks, which come first, have a line: the game is over."""
    has_line = np.zeros(len(kinds), np.bool_)
    for line in RULES.board.lines(3):
        if set(line) <= set(squares):
            is_x = kinds[:, [squares.index(square) for square in line]] < 2
            has_line |= is_x.all(axis=1) | ~is_x.any(axis=1)
    return has_line


def _trees(free: Sequence[int]) -> Iterator[Numbers]:
    """Yield all trees on these squares, from their Prüfer codes.

    Shape: (trees, edges, 3). An edge is two squares, and the set of all squares on the side of the
    first.
    """
    size = len(free)
    if size == 1:
        yield np.empty((1, 0, 3), np.int64)
        return
    total = size ** (size - 2)
    for first in range(0, total, CHUNK):
        numbers = np.arange(first, min(first + CHUNK, total))
        digits = [numbers // size**n % size for n in range(size - 2)]
        yield _decode(np.array(digits, np.int64).reshape(size - 2, len(numbers)), free)


def _decode(codes: Numbers, free: Sequence[int]) -> Numbers:
    """Cut off the first leaf again and again; the code names its neighbour."""
    rows, names = np.arange(codes.shape[1]), np.array(free)
    degree = np.ones((len(rows), len(free)), np.int64)
    for code in codes:
        degree[rows, code] += 1
    below = np.tile(1 << names, (len(rows), 1))
    edges = []
    for up in codes:
        leaf = (degree == 1).argmax(axis=1)
        edges.append((names[leaf], names[up], below[rows, leaf]))
        below[rows, up] |= below[rows, leaf]
        degree[rows, leaf] = 0
        degree[rows, up] -= 1
    leaf, up = np.nonzero(degree == 1)[1].reshape(-1, 2).T
    edges.append((names[leaf], names[up], below[rows, leaf]))
    return np.array(edges).transpose(2, 0, 1)


def _images(trees: Numbers, symmetries: Symmetries) -> Numbers:
    """The trees as sets of pairs after each symmetry: shape (trees, symmetries)."""
    bit = {pair: 1 << n for n, pair in enumerate(combinations(range(SQUARES), 2))}
    images = np.zeros((len(trees), len(symmetries)), np.int64)
    for n, symmetry in enumerate(symmetries):
        bits = np.zeros((SQUARES, SQUARES), np.int64)
        for a, b in bit:
            image = sorted((symmetry[a], symmetry[b]))
            bits[a, b] = bits[b, a] = bit[image[0], image[1]]
        images[:, n] = bits[trees[:, :, 0], trees[:, :, 1]].sum(axis=1)
    return images


def _different(trees: Numbers, symmetries: Symmetries) -> Numbers:
    """One tree of each class under symmetry."""
    images = _images(trees, symmetries)
    first_trees: Numbers = trees[_images(trees, [IDENTITY])[:, 0] == images.min(axis=1)]
    return first_trees


def _is_first(
    trees: Numbers, squares: Sequence[int], symmetries: Symmetries, kinds: Numbers
) -> Flags:
    """Whether an assignment is the first of its images under the symmetries of the tree."""
    is_first = np.ones((len(trees), len(kinds)), np.bool_)
    same = _images(trees, symmetries) == _images(trees, [IDENTITY])
    for tree, n in zip(*np.nonzero(same), strict=True):
        pairs = [(square, square) for square in squares]
        pairs += [(min(edge), max(edge)) for edge in trees[tree, :, :2].tolist()]
        images = [sorted(symmetries[n][square] for square in pair) for pair in pairs]
        moved = [pairs.index((a, b)) for a, b in images]
        is_first[tree] &= kinds @ 4 ** np.arange(MARKS) <= kinds @ 4 ** np.array(moved)
    return is_first


def landings_of(trees: Numbers, squares: Sequence[int], free: Sequence[int]) -> Numbers:
    """Where each mark is on each final board: shape (trees, free squares, marks)."""
    landings = np.empty((len(trees), len(free), MARKS), np.int64)
    landings[:, :, : len(squares)] = squares
    near, far, below = (trees[:, np.newaxis, :, n] for n in range(3))
    is_below = below >> np.array(free)[:, np.newaxis] & 1
    landings[:, :, len(squares) :] = np.where(is_below, far, near)
    return landings


def add_results(results: Counts, kinds: Numbers, free: Sequence[int], landings: Numbers) -> Counts:
    """The sum of the results of all final boards: shape (trees, assignments).

    Products of 32-bit floats are fast, and exact below 2^24.
    """
    weights = np.empty((len(landings), len(free), MARKS + 1), np.float32)
    weights[:, :, :MARKS] = 4**landings
    weights[:, :, MARKS] = np.array(free) * 4**SQUARES
    rows = np.vstack((kinds.T, np.ones(len(kinds)))).astype(np.float32)
    index = (weights.reshape(-1, MARKS + 1) @ rows).astype(np.int32)
    counts: Counts = results[index].reshape(len(landings), len(free), len(kinds))
    total: Counts = counts.sum(axis=1, dtype=np.uint32)
    return total
