"""What Goff's site reads and writes, after the grammar of its program of February 2026.

The site splits a text at semicolons and takes each part for a token of one kind; at the first that
fits none it calls the text corrupt and cuts the game off. Classical marks and the score follow from
the landings that the text lists, not from the moves.
"""

import re
from itertools import pairwise
from random import Random
from typing import NamedTuple

from qttt.game import Loop, Node, Placement, Player, Position, mark_name

MARK, SQUARE = r"[XO][1-9]", r"\([1-9]\)"
PAIR = rf"{MARK}\+\([1-9],[1-9]\)"
TOKENS = {
    "half": rf"{MARK}\+\([1-9]",
    "placement": PAIR,
    "loop": rf"{PAIR}\[[1-9]+\]",
    "loop with stems": rf"{PAIR}\[[1-9]+\|[1-9]+\]",
    "self-collapse": r"O9@X9\(([1-9])\)!X9\(\1\)",
    "collapse": rf"{MARK}@{MARK}{SQUARE}(!{MARK}{SQUARE}){{2,}}",
    "score": r"\{X=(0|0\.5|1|1\.5|2),\s*O=(0|0\.5|1)\}",
}
LINES = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7))


class SiteGame(NamedTuple):
    """A text as the site sees it: its tokens, the classical marks by square, and the score."""

    kinds: tuple[str, ...]
    classical: dict[int, int]
    score: tuple[float, float] | None


def load(text: str) -> SiteGame:
    """Load a text. Raises ``ValueError`` for one that the site calls corrupt."""
    kinds, score = [], None
    for part in filter(None, (part.strip() for part in text.split(";"))):
        kind = next((kind for kind, form in TOKENS.items() if re.fullmatch(form, part)), None)
        if kind is None:
            raise ValueError(f"corrupt: {part}")
        kinds.append(kind)
        if kind == "score":
            x, o = re.findall(r"=([0-9.]+)", part)
            score = float(x), float(o)
    landings = re.findall(r"!([XO])(\d)\((\d)\)", text)
    if any("OX"[int(mark) % 2] != player for player, mark, _ in landings):
        raise ValueError("a mark of the wrong player")
    return SiteGame(tuple(kinds), {int(at): int(mark) for _, mark, at in landings}, score)


def points(classical: dict[int, int]) -> tuple[float, float] | None:
    """Return the score by the site's rules; None if the game goes on."""
    times: dict[str, list[int]] = {"X": [], "O": []}
    for line in LINES:
        marks = [classical.get(square, 0) for square in line]
        if all(marks) and len({mark % 2 for mark in marks}) == 1:
            times["XO"[1 - marks[0] % 2]].append(max(marks))
    x, o = times["X"], times["O"]
    if not x and not o:
        return (0, 0) if len(classical) == 9 else None
    if len(x) == 2:
        return (2 if x[0] == x[1] else 1.5), 0
    if x and o:
        return (1, 0.5) if x[0] < o[0] else (0.5, 1)
    return len(x), len(o)


# --- writing -------------------------------------------------------------------------------------


def write(node: Node, rng: Random) -> str:
    """Write a game as the site does when it is clicked through, with any clicks that give it."""
    steps = [_step(before, after, rng) for before, after in pairwise(node.path)]
    text = "".join(f"{step}; " for step in steps)
    if outcome := node.position.outcome:
        x, o = (f"{point:g}" for point in outcome.points)
        return f"{text}{{X={x},{rng.choice(('', ' '))}O={o}}}"
    return text


def half(node: Node) -> str:
    """Write a game in which the next player has clicked on the first open square."""
    mark = mark_name(len(node.position.marks) + 1)
    square = min({*range(9)} - {*node.position.classical})
    return f"{write(node, Random(0))}{mark}+({square + 1}"


def _step(before: Node, after: Node, rng: Random) -> str:
    position = after.position
    if isinstance(after.move, Placement):
        number = len(position.marks)
        first, second = rng.sample(after.move, 2)
        text = f"{mark_name(number)}+({first + 1},{second + 1})"
        if first == second:
            return f"{text}; O9@X9({first + 1})!X9({first + 1})"
        return text + (_loop(position, position.loop, rng) if position.loop else "")
    landed = {
        mark: square + 1
        for square, mark in position.classical.items()
        if mark in before.position.quantum
    }
    loop = before.position.loop
    assert loop
    clicked = rng.choice(loop.marks)
    named = {mark: f"{mark_name(mark)}({square})" for mark, square in sorted(landed.items())}
    chooser = Player.X if loop.closing % 2 == 0 else Player.O
    return f"{chooser}{loop.closing}@{named[clicked]}!" + "!".join(named.values())


def _loop(position: Position, loop: Loop, rng: Random) -> str:
    """The marks around the loop from its lowest on, in either direction, and the stems."""
    around = _around({mark: position.quantum[mark] for mark in loop.marks})
    if rng.random() < 0.5:
        around = [around[0], *reversed(around[1:])]
    stems = "".join(map(str, loop.stems))
    return f"[{''.join(map(str, around))}{'|' if stems else ''}{stems}]"


def _around(places: dict[int, tuple[int, int]]) -> list[int]:
    """Order marks so that neighbours, also the last and the first, share a square."""
    order = [min(places)]
    at = places[order[0]][1]
    while len(order) < len(places):
        mark = next(m for m, place in places.items() if m not in order and at in place)
        order.append(mark)
        at = sum(places[mark]) - at
    return order
