"""Arguments and options shared by several commands, and how they are parsed."""

from collections.abc import Sequence
from pathlib import Path
from random import SystemRandom
from typing import Annotated

from qttt.game import PRESETS, Node, Rules, RulesError
from qttt.notation import read

from .declared import Argument, Option
from .errors import CliError

_SEEDS = 1_000_000

STANDARD = Path("-")
"""Stands for standard input or output in place of a file."""

WHAT_IS = """WHAT is a position (12/25/15), moves (12 25 15 @5), or Goff's string
("X1+(1,2); O2+(2,5);"). The default is the empty board."""
FILE_HOLDS = (
    "FILE contains records (.qtn), or a game per line: moves, a position, or Goff's string."
)

What = Annotated[
    list[str] | None, Argument(metavar="WHAT", help="A position, moves, or Goff's string.")
]
Source = Annotated[Path, Argument(metavar="FILE", help="The file to read; - is standard input.")]

RulesText = Annotated[
    str,
    Option(
        "--rules",
        metavar="RULES",
        help=f"A preset: {', '.join(PRESETS)}; or with switches: 'krist rows=5 cols=5'.",
    ),
]
RulesIfUnnamed = Annotated[
    str | None,
    Option("--rules", metavar="RULES", help="For games that do not name their rules."),
]
Size = Annotated[
    int | None, Option("--size", metavar="N", help="Side of the board, for the preset krist.")
]

Seed = Annotated[int | None, Option("--seed", metavar="N", help="Seed of everything random.")]
GamesSeed = Annotated[int, Option("--seed", metavar="S", help="Seed of the games.")]
CoinName = Annotated[
    str | None,
    Option(
        "--coin",
        metavar="SOURCE",
        help="Source of chance: os, qx, qiskit, qi, pool:FILE; see docs/quantum.md.",
        show_default="the operating system, or the seed",
    ),
]
CoinWait = Annotated[
    float, Option("--coin-wait", metavar="S", min=0.1, help="Timeout for a bit, in seconds.")
]

Json = Annotated[bool, Option("--json", help="Print one JSON object.")]
Ascii = Annotated[bool, Option("--ascii", help="Use ASCII characters only.")]


def seed_or_random(seed: int | None) -> int:
    """Return ``seed``, or a random short one if it is None."""
    return SystemRandom().randrange(_SEEDS) if seed is None else seed


def check_positive(**limits: float | None) -> None:
    """Raise ``CliError`` for a limit that is not positive; keywords are names of options."""
    for name, limit in limits.items():
        if limit is not None and not limit > 0:
            raise CliError("usage", f"--{name} must be more than 0, not {limit:g}")


def read_rules(text: str, size: int | None = None) -> Rules:
    """Parse a preset with switches, on a board of side ``size`` if given.

    Raises ``RulesError``, also if the size is given twice.
    """
    words = text.split()
    if size is None or not words:
        return Rules.parse(text) if size is None else Rules.preset("goff", size)
    if len(words) == 1 and "=" not in words[0]:
        return Rules.preset(words[0], size)
    if any(word.startswith(("rows=", "cols=")) for word in words):
        raise RulesError(f"the size is given twice: in {text!r}, and as {size}")
    return Rules.parse(f"{text} rows={size} cols={size}")


def read_rules_if_any(text: str | None, size: int | None) -> Rules | None:
    """Parse rules as ``read_rules`` does, or return None if neither argument is given."""
    return None if text is None and size is None else read_rules(text or "goff", size)


def read_what(words: Sequence[str] | None, rules: Rules) -> Node:
    """Parse WHAT; the default is the start of a game. Raises as ``read``."""
    return read(" ".join(words or ()), rules)
