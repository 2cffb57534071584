"""Rules: the switches of R1–R14 as one immutable value, and the presets."""

from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Literal, get_args

from .arguments import as_int, checked
from .board import MAX_SIDE, Board

Marks = Literal["quantum", "classical"]
PairLoops = Literal["allowed", "forbidden"]
Chooser = Literal["other", "closer", "chance"]
LastSquare = Literal["forced", "empty"]
Ends = Literal["line", "full"]
Scoring = Literal["goff", "winner", "complete", "match", "krist"]

SWITCH_VALUES: dict[str, tuple[str, ...]] = {
    "marks": get_args(Marks),
    "pair_loops": get_args(PairLoops),
    "chooser": get_args(Chooser),
    "last_square": get_args(LastSquare),
    "ends": get_args(Ends),
    "scoring": get_args(Scoring),
}


class RulesError(ValueError):
    """A switch has an invalid value, or two switches contradict each other."""


@dataclass(frozen=True, slots=True, repr=False)
class Rules:
    """The rules of a game. The defaults are the preset ``goff``.

    - ``rows``, ``cols``: size of the board: 1 to 26 each, at least two squares in total (R1).
    - ``line``: length of a line (R10); ``None`` under ``krist``, which has no lines.
    - ``marks``: ``quantum``, or ``classical`` for ordinary tic-tac-toe (R3).
    - ``pair_loops``: whether a second mark on the same pair is ``allowed`` or ``forbidden`` (R6).
    - ``chooser``: who decides a collapse: the ``other`` player, the ``closer`` or ``chance`` (R7).
    - ``last_square``: ``forced`` if the last mark goes there whole, ``empty`` if the game ends
      without it (R4).
    - ``ends``: at the first ``line``, or when the board is ``full`` (R11).
    - ``scoring``: ``goff``, ``winner``, ``complete``, ``match`` or ``krist`` (R12–R14).

    Raises:
        RulesError: A value is invalid, or two values contradict each other.

    >>> Rules(chooser="closer") == Rules.preset("closer")
    True
    """

    rows: int = 3
    cols: int = 3
    line: int | None = 3
    marks: Marks = "quantum"
    pair_loops: PairLoops = "allowed"
    chooser: Chooser = "other"
    last_square: LastSquare = "forced"
    ends: Ends = "line"
    scoring: Scoring = "goff"

    def __post_init__(self) -> None:
        for name in ("rows", "cols", "line"):
            object.__setattr__(self, name, as_int(getattr(self, name)))
        _check_values(self)
        for is_contradiction, message in _contradictions(self):
            if is_contradiction:
                raise RulesError(message)

    @property
    def board(self) -> Board:
        """The board of ``rows`` × ``cols`` squares."""
        return _board(self.rows, self.cols)

    @property
    def is_quantum(self) -> bool:
        """False for ordinary tic-tac-toe (R3)."""
        return self.marks == "quantum"

    @property
    def max_lead(self) -> int:
        """The greatest number of points that a player can get more than the other."""
        return 2 if self.scoring in ("goff", "match") else 1

    @classmethod
    @checked
    def preset(cls, name: str, size: int | None = None) -> "Rules":
        """Return a preset; ``size`` sets the side of the ``krist`` board.

        Raises:
            RulesError: The preset does not exist, or its board has another, fixed size.
        """
        if name not in PRESETS:
            raise RulesError(f"unknown preset {name!r}: choose from {', '.join(PRESETS)}")
        rules = PRESETS[name]
        if size is None or size == rules.rows == rules.cols:
            return rules
        if name != "krist":
            raise RulesError(
                f"preset {name!r} is played on {rules.rows}×{rules.cols} only; "
                "size applies to 'krist'"
            )
        return replace(rules, rows=size, cols=size)

    @classmethod
    @checked
    def parse(cls, text: str) -> "Rules":
        """Parse the output of ``str``: a preset, then ``switch=value`` for each difference.

        >>> Rules.parse("krist rows=5 cols=5") == Rules.preset("krist", 5)
        True
        """
        words = text.split()
        name = words.pop(0) if words and "=" not in words[0] else "goff"
        switches = [_parse_switch(word) for word in words]
        names = [switch for switch, _ in switches]
        if repeated := next((switch for switch in names if names.count(switch) > 1), None):
            raise RulesError(f"{repeated} is given twice")
        return replace(cls.preset(name), **dict(switches))

    @classmethod
    def of(cls, rules: "Rules | str") -> "Rules":
        """Return ``rules``; a text is parsed.

        Raises:
            RulesError: The text is invalid.
            TypeError: It is neither rules nor text.
        """
        if isinstance(rules, str):
            return cls.parse(rules)
        if not isinstance(rules, cls):
            raise TypeError(f"rules must be Rules or a text such as 'krist', not {rules!r}")
        return rules

    def __str__(self) -> str:
        diffs = {name: _differences(self, preset) for name, preset in PRESETS.items()}
        similar = [name for name in diffs if not diffs[name].keys() & {"scoring", "marks"}]
        name = min(similar or ["goff"], key=lambda name: len(diffs[name]))
        return " ".join([name, *(f"{switch}={value}" for switch, value in diffs[name].items())])

    def __repr__(self) -> str:
        diff = _differences(self, Rules())
        return f"Rules({', '.join(f'{name}={value!r}' for name, value in diff.items())})"


@cache
def _board(rows: int, cols: int) -> Board:
    return Board(rows, cols)


def _differences(rules: Rules, base: Rules) -> dict[str, Any]:
    values = ((f.name, getattr(rules, f.name), getattr(base, f.name)) for f in fields(Rules))
    return {name: value for name, value, base_value in values if value != base_value}


def _parse_switch(word: str) -> tuple[str, Any]:
    name, _, value = word.partition("=")
    if name in SWITCH_VALUES:
        return name, value
    if name not in ("rows", "cols", "line"):
        raise RulesError(
            f"unknown switch {name!r}: choose from rows, cols, line, {', '.join(SWITCH_VALUES)}"
        )
    if name == "line" and value == "None":
        return name, None
    if not (value.isascii() and value.isdigit() and len(value) < 4):
        raise RulesError(f"{name} must be an integer below 1000, not {value[:20]!r}")
    return name, int(value)


def _check_values(rules: Rules) -> None:
    for name in ("rows", "cols"):
        side = getattr(rules, name)
        if type(side) is not int or not 1 <= side <= MAX_SIDE:
            raise RulesError(f"{name} must be an integer from 1 to {MAX_SIDE}, not {side!r}")
    if rules.rows * rules.cols < 2:
        raise RulesError("a 1×1 board has one square, but at least two are needed")
    if rules.line is not None and (type(rules.line) is not int or rules.line < 2):
        raise RulesError(f"line must be an integer of at least 2, or None, not {rules.line!r}")
    for name, allowed in SWITCH_VALUES.items():
        value = getattr(rules, name)
        if value not in allowed:
            raise RulesError(f"{name} must be one of {', '.join(allowed)}, not {value!r}")


def _contradictions(rules: Rules) -> list[tuple[bool, str]]:
    """Pairs: whether two switches contradict each other, and the error message."""
    krist, classical = rules.scoring == "krist", rules.marks == "classical"
    size = f"{rules.rows}×{rules.cols}"
    return [
        (krist and rules.ends != "full", "scoring='krist' needs ends='full', not ends='line'"),
        (
            krist and rules.line is not None,
            f"scoring='krist' counts runs and needs line=None, not line={rules.line}",
        ),
        (
            not krist and rules.line is None,
            f"scoring={rules.scoring!r} needs a line length, not line=None",
        ),
        (
            rules.line is not None and rules.line > max(rules.rows, rules.cols),
            f"line={rules.line} does not fit on a {size} board",
        ),
        (
            rules.scoring == "goff" and (rules.rows, rules.cols) != (3, 3),
            f"scoring='goff' is defined on a 3×3 board only, not on {size}",
        ),
        (
            rules.scoring == "goff" and rules.line != 3,
            f"scoring='goff' needs line=3, not line={rules.line}",
        ),
        *(
            (
                classical and value != default,
                f"marks='classical' has no collapses and does not allow {name}={value!r}",
            )
            for name, value, default in (
                ("pair_loops", rules.pair_loops, "allowed"),
                ("chooser", rules.chooser, "other"),
                ("last_square", rules.last_square, "forced"),
            )
        ),
    ]


def _square_board(side: int, line: int, **switches: Any) -> Rules:
    return Rules(rows=side, cols=side, line=line, **switches)


PRESETS: dict[str, Rules] = {
    "goff": Rules(),
    "complete": Rules(scoring="complete"),
    "closer": Rules(chooser="closer"),
    "no-pair-loops": Rules(pair_loops="forbidden"),
    "qubic3": _square_board(3, 3, chooser="chance", scoring="match"),
    "qubic4": _square_board(4, 4, chooser="chance", scoring="match"),
    "qubic5": _square_board(5, 4, chooser="chance", scoring="match"),
    "krist": Rules(rows=4, cols=4, line=None, ends="full", scoring="krist"),
    "classic3": _square_board(3, 3, marks="classical", scoring="winner"),
    "classic4": _square_board(4, 4, marks="classical", scoring="winner"),
}
"""Named rules (see spec/rules.md)."""
