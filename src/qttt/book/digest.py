"""Summaries of tables for pages: of rules, openings and positions."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from qttt.game.rules import SWITCH_VALUES
from qttt.notation.points import format_value

from . import anatomy, boards, goff, levels, openings, profile
from .atlas import ATLAS, CLASSICAL, SURVEY, SWITCHES, WIDE
from .tables import Row, load_csv

CHOOSERS = SWITCH_VALUES["chooser"]


@dataclass(frozen=True, slots=True)
class Summary:
    """A table for a page, as ``tables.markdown`` takes it."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    sides: str


def _fraction(cell: object) -> Fraction:
    return Fraction(str(cell))


def values_by_chooser(data: Path) -> Summary:
    """The value of every set of rules on 3×3; a column for each chooser."""
    values: dict[Row, dict[str, str]] = defaultdict(dict)
    for chooser, *rest in load_csv(ATLAS, data):
        others, value, plies = tuple(rest[:4]), rest[4], rest[5]
        length = f" in {plies}" if plies else ""
        values[others][str(chooser)] = format_value(_fraction(value)) + length
    rows = [
        (*map(str, key), *(counts[name] for name in CHOOSERS)) for key, counts in values.items()
    ]
    return Summary((*SWITCHES[1:], *CHOOSERS), rows, "<<<<>>>")


def effects(data: Path) -> Summary:
    """The mean change of the value and of random play from one setting of a switch to another."""
    rows = [row for row in load_csv(ATLAS, data) if row[4] != "match"]
    value = {row[:5]: _fraction(row[5]) for row in rows}
    mean = {row[:5]: float(row[9] or 0) for row in rows}
    lines = []
    for number, switch, one, other in _changes():
        pairs = [
            (key, changed)
            for key in value
            if key[number] == one
            and (changed := (*key[:number], other, *key[number + 1 :])) in value
        ]
        by_value = sum((value[b] - value[a] for a, b in pairs), Fraction(0)) / len(pairs)
        by_chance = sum(mean[b] - mean[a] for a, b in pairs) / len(pairs)
        count = sum(value[a] != value[b] for a, b in pairs)
        shown = (_signed(float(by_value)), _signed(by_chance))
        lines.append((switch, one, other, str(len(pairs)), str(count), *shown))
    heads = ("switch", "from", "to", "pairs", "changed", "value", "random play")
    return Summary(heads, lines, "<<<>>>>")


def _signed(number: float) -> str:
    return f"{number:+.3f}".replace("-", "−")


def _changes() -> Iterator[tuple[int, str, str, str]]:
    pairs = {
        "chooser": (("other", "closer"), ("other", "chance")),
        "pair_loops": (("allowed", "forbidden"),),
        "last_square": (("forced", "empty"),),
        "ends": (("line", "full"),),
        "scoring": (("winner", "goff"), ("winner", "complete")),
    }
    for number, switch in enumerate(SWITCHES):
        for one, other in pairs[switch]:
            yield number, switch, one, other


def fairest(data: Path, count: int = 8) -> Summary:
    """Sets that are draws under perfect play, by the mean of random play."""
    drawn = [row for row in load_csv(ATLAS, data) if row[5] == "0" and row[4] != "match"]
    drawn.sort(key=lambda row: (abs(float(row[9] or 0)), str(row)))
    rows = [
        (*map(str, row[:5]), f"{row[9]:+.4f}", f"{row[10]:.4f}", f"{row[11]:.4f}")
        for row in drawn[:count]
    ]
    return Summary((*SWITCHES, "mean", "X ahead", "O ahead"), rows, "<<<<<>>>")


def boards_and_lines(data: Path) -> Summary:
    """The value by board and line, classical and quantum, with the default switches."""
    classical = {row[:3]: format_value(_fraction(row[3])) for row in load_csv(CLASSICAL, data)}
    quantum = {row[:8]: format_value(_fraction(row[8])) for row in _surveyed(data)}
    rows = []
    for board, value in classical.items():
        settings = [(chooser, "allowed", "forced", "line", "winner") for chooser in CHOOSERS]
        values = [value, *(quantum.get((*board, *setting), "") for setting in settings)]
        rows.append((f"{board[0]}×{board[1]}", str(board[2]), *values))
    heads = ("board", "line", "classical", *(f"quantum, {chooser}" for chooser in CHOOSERS))
    return Summary(heads, rows, "<>>>>>")


def _surveyed(data: Path) -> list[Row]:
    return load_csv(SURVEY, data) + load_csv(WIDE, data)


def distribution(data: Path) -> Summary:
    """The number of sets by value and by number of squares."""
    counts: Counter[tuple[int, Fraction]] = Counter()
    for row in _surveyed(data):
        counts[int(row[0] or 0) * int(row[1] or 0), _fraction(row[8])] += 1
    squares = sorted({size for size, _ in counts})
    values = sorted({value for _, value in counts})
    rows = [
        (
            format_value(value),
            *(f"{counts[size, value]:,}" for size in squares),
            f"{sum(counts[size, value] for size in squares):,}",
        )
        for value in values
    ]
    sums = [sum(counts[size, value] for value in values) for size in squares]
    rows.append(("all", *(f"{total:,}" for total in sums), f"{sum(sums):,}"))
    return Summary(("value", *map(str, squares), "all"), rows, ">" * (len(squares) + 2))


def opening_levels(data: Path) -> Summary:
    """Positions of the opening tree by number of marks, and how few moves keep their value."""
    groups: dict[tuple[int, str], list[Row]] = defaultdict(list)
    for row in load_csv(openings.OPENINGS, data):
        if row[9] is None:
            kind = "collapse" if row[5] == 2 else "placement"
            groups[int(row[3] or 0), kind].append(row)
    lines = []
    for (marks, kind), group in sorted(groups.items()):
        legal = sum(int(row[5] or 0) for row in group)
        keeping = sum(int(row[6] or 0) for row in group)
        only = sum(row[6] == 1 for row in group)
        player = str(group[0][4])
        share = f"{100 * keeping / legal:.1f} %"
        lines.append((str(marks), player, kind, f"{len(group):,}", share, f"{only:,}"))
    heads = ("marks", "decides", "next", "positions", "moves that keep +½", "only moves")
    return Summary(heads, lines, "><<>>>")


def opening_tree(data: Path, reply: str) -> Summary:
    """All continuations of a reply, each after the move that it follows."""
    lines = []
    rows = [row for row in load_csv(openings.OPENINGS, data) if str(row[0]).startswith(f"{reply} ")]
    rows.sort(key=lambda row: str(row[0]))
    for moves, name, ways, marks, _, legal, keeping, only, plies, same in rows:
        last = str(moves).rpartition(" ")[2]
        third, fourth = (last, "") if marks == 3 else ("", last)
        note = f"as {same}" if same else f"only {only}" if only else ""
        counts = (str(ways), f"{keeping} of {legal}", str(plies))
        lines.append((third, fourth, str(name or ""), *counts, note))
    return Summary(("X3", "O4", "name", "ways", "keep +½", "plies", ""), lines, "<<<>>><")


def profile_by_part(data: Path) -> Summary:
    """The share of each part in the time of the thesis, and in the instructions of our searches."""
    share = {row[:2]: float(row[3] or 0) for row in load_csv(profile.PROFILE, data)}
    columns = ("thesis", *profile.FUNCTIONS)
    lines = [
        (
            part,
            ", ".join(profile.THESIS.get(part, ())),
            *(f"{100 * share[c, part]:.1f} %" if (c, part) in share else "" for c in columns),
        )
        for part in (*profile.PARTS, profile.OTHER)
    ]
    heads = ("part", "methods of the thesis", "thesis, time", "textbook", "solver")
    return Summary(heads, lines, "<<>>>")


def positions_by_marks(data: Path) -> Summary:
    """Positions of larger boards, a column for each set of rules."""
    rows = load_csv(boards.POSITIONS, data)
    counts = {(row[0], int(row[1] or 0)): int(row[2] or 0) for row in rows}
    marks = sorted({n for _, n in counts})
    lines = [(str(n), *(f"{counts[name, n]:,}" for name in boards.PRESETS)) for n in marks]
    sums = [sum(counts[name, n] for n in marks) for name in boards.PRESETS]
    lines.append(("all", *(f"{total:,}" for total in sums)))
    return Summary(("marks", *boards.PRESETS), lines, ">" * (len(sums) + 1))


def ensembles_by_marks(data: Path) -> Summary:
    """Positions by number of marks and of realities, and of all numbers of marks."""
    rows: list[Any] = load_csv(goff.ENSEMBLES, data)
    totals = Counter[str]()
    for _, realities, count in rows:
        totals[str(realities)] += count
    counts = _by_marks("realities", rows, str)
    lines = [(*line, f"{totals[line[0]]:,}") for line in counts.rows]
    return Summary((*counts.heads, "all"), lines, f"{counts.sides}>")


def values_by_marks(data: Path) -> Summary:
    """Positions by number of marks and value."""
    return _by_marks("value", load_csv(anatomy.VALUES, data), _as_value)


def plies_by_marks(data: Path) -> Summary:
    """Won positions by number of marks, and by winner and plies to the end."""
    rows = [
        (marks, (winner, plies), count)
        for marks, winner, plies, count in load_csv(anatomy.PLIES, data)
    ]
    return _by_marks("wins", rows, lambda key: "{} in {}".format(*key))


def worths_by_marks(data: Path) -> Summary:
    """Choices of a collapse by number of marks and worth, and the share that is worth nothing."""
    rows = load_csv(anatomy.CHOICES, data)
    counts = _by_marks("worth", rows, lambda key: _as_value(key).lstrip("+"))
    columns = [[row for row in rows if str(row[0]) == marks] for marks in counts.heads[1:]]
    idle = (
        100
        * sum(int(row[2] or 0) for row in column if not row[1])
        / sum(int(row[2] or 0) for row in column)
        for column in columns
    )
    return replace(counts, rows=[*counts.rows, ("idle", *(f"{share:.1f} %" for share in idle))])


def _as_value(cell: Any) -> str:
    return format_value(Fraction(cell))


def _by_marks(head: str, rows: Iterable[Sequence[Any]], name: Callable[[Any], str]) -> Summary:
    """Counts with a column for each number of marks, from rows of marks, a key, and a count."""
    counts = {(marks, key): int(count) for marks, key, count in rows}
    marks = sorted({number for number, _ in counts})
    lines = [
        (name(key), *(f"{counts.get((number, key), 0):,}" for number in marks))
        for key in sorted({key for _, key in counts}, reverse=True)
    ]
    return Summary((head, *map(str, marks)), lines, ">" * (len(marks) + 1))


def errors_by_level(data: Path) -> Summary:
    """All decisions of each level, the share of errors, and the mean loss."""
    rows = load_csv(levels.LEVELS, data)
    lines = []
    for level in dict.fromkeys(str(row[0]) for row in rows):
        mine = [row for row in rows if row[0] == level]
        decisions = sum(int(row[2] or 0) for row in mine)
        errors = sum(int(row[3] or 0) for row in mine)
        loss = sum(int(row[2] or 0) * float(row[4] or 0) for row in mine) / decisions
        share = f"{100 * errors / decisions:.1f} %"
        lines.append((level, f"{decisions:,}", f"{errors:,}", share, f"{loss:.3f}"))
    return Summary(("level", "decisions", "errors", "share", "loss"), lines, "<>>>>")
