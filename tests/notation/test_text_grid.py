"""Walls of boards in characters."""

import unicodedata
from itertools import product

from qttt.notation.text_grid import _WALLS


def test_walls_match_their_unicode_names() -> None:
    words = {"UP": 0, "RIGHT": 1, "DOWN": 2, "LEFT": 3, "VERTICAL": 4, "HORIZONTAL": 5}
    for arms, char in zip(product(range(3), repeat=4), _WALLS, strict=True):
        if not any(arms):
            assert char == " "
            continue
        name = unicodedata.name(char).removeprefix("BOX DRAWINGS ")
        assert read(name, words) == arms


def read(name: str, words: dict[str, int]) -> tuple[int, ...]:
    """Parse a Unicode name: ``RIGHT HEAVY AND LEFT DOWN LIGHT``, ``LIGHT UP AND LEFT``."""
    found, waiting, weight = [0] * 6, [], 0
    parts = name.split()
    leads = parts[0] in ("LIGHT", "HEAVY")
    for word in parts:
        if word in words:
            waiting.append(words[word])
            if leads:
                found[words[word]] = weight
        elif word != "AND":
            weight = 1 if word == "LIGHT" else 2
            if not leads:
                for place in waiting:
                    found[place] = weight
                waiting.clear()
    up, right, down, left, vertical, horizontal = found
    return max(up, vertical), max(right, horizontal), max(down, vertical), max(left, horizontal)
