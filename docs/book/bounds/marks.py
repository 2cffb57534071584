"""Marks in more than two squares, and marks that can share a square, without qttt.

    python3 marks.py

A *reality* puts every mark into one of its squares. Marks in several squares exclude each other
there; indistinguishable marks exclude only those of the other player. Boards have up to six squares;
all positions are listed, in any order of their marks.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product

SQUARES = range(3, 7)
Marks = Sequence[tuple[int, ...]]


def realities(marks: Marks) -> Iterator[tuple[int, ...]]:
    """Yield the realities of marks that exclude each other."""
    return (where for where in product(*marks) if len(set(where)) == len(marks))


def is_full(marks: Marks) -> bool:
    """Whether the marks have as many squares as they are: nothing else can land there."""
    return len({square for mark in marks for square in mark}) == len(marks)


def is_loop(marks: Marks) -> bool:
    """Whether the marks are full, and no part of them is: a loop, if they are pairs."""
    parts = (part for size in range(1, len(marks)) for part in combinations(marks, size))
    return is_full(marks) and not any(map(is_full, parts))


def positions(squares: int, width: int, marks: int) -> Iterable[Marks]:
    """All positions of marks in ``width`` squares."""
    return combinations_with_replacement([*combinations(range(squares), width)], marks)


def shown(numbers: Iterable[int]) -> str:
    """The numbers once each, in ascending order."""
    return " ".join(map(str, sorted(set(numbers))))


def print_wide_marks(width: int) -> None:
    """Print the realities of loops, and of the largest ensemble without one."""
    for squares in SQUARES:
        loops = [position for position in positions(squares, width, squares) if is_loop(position)]
        counts = shown(sum(1 for _ in realities(loop)) for loop in loops)
        free = [
            sum(1 for _ in realities(position))
            for marks in range(squares)
            for position in positions(squares, width, marks)
            if not any(map(is_full, parts_of(position)))
        ]
        print(f"{width}-way, {squares} squares: largest ensemble {max(free)}; loops of", end=" ")
        print(f"{squares} marks have {counts} realities")


def parts_of(marks: Marks) -> Iterator[Marks]:
    """Yield all parts of a position but the empty one."""
    return (part for size in range(1, len(marks) + 1) for part in combinations(marks, size))


def friendly_realities(x: Marks, o: Marks) -> Iterator[tuple[int, ...]]:
    """Yield the realities of marks that exclude only those of the other player."""
    for where in product(*x, *o):
        if not {*where[: len(x)]} & {*where[len(x) :]}:
            yield where


def boards(x: Marks, o: Marks) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The realities, without distinction between the marks of one player."""
    found = friendly_realities(x, o)
    return {(tuple(sorted(at[: len(x)])), tuple(sorted(at[len(x) :]))) for at in found}


def print_shared_squares() -> None:
    """Print the example of the site, and the fewest marks that leave no reality."""
    o, x = [(1, 3), (1, 3)], [(5, 6)]
    histories, different = [*friendly_realities(x, o)], boards(x, o)
    together = sum(at[1] == at[2] for at in histories)
    alike = sum(len(set(of_o)) == 1 for _, of_o in different)
    print(
        f"O1(1,3) X2(5,6) O3(1,3): {len(histories)} histories, {together} with both O together;",
        end=" ",
    )
    print(f"{len(different)} boards, {alike} with both O together")
    for squares in SQUARES:
        least = next(marks for marks in range(1, 8) if has_contradiction(squares, marks))
        print(f"marks that share squares, {squares} squares: none is left out before mark {least}")


def has_contradiction(squares: int, marks: int) -> bool:
    """Whether a position of ``marks`` marks has no reality."""
    of_x, of_o = (positions(squares, 2, n) for n in ((marks + 1) // 2, marks // 2))
    return any(next(friendly_realities(x, o), None) is None for x, o in product([*of_x], [*of_o]))


def print_pair_loops() -> None:
    """Print what a loop of two or three marks means if marks of one player can share squares."""
    loops = Counter[int]()
    for owner in product("XO", repeat=3):
        pairs = [(1, 2), (2, 3), (1, 3)]
        x, o = ([p for p, each in zip(pairs, owner, strict=True) if each == who] for who in "XO")
        loops[sum(1 for _ in friendly_realities(x, o))] += 1
    print("a loop of three marks has", shown(loops), "histories, depending on their owners")


def main() -> None:
    """Print everything."""
    print_wide_marks(2)
    print_wide_marks(3)
    print_shared_squares()
    print_pair_loops()


if __name__ == "__main__":
    main()
