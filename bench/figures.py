"""Figures and their output as table or JSON."""

import json
import os
import platform
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured number.

    ``target`` is an upper limit if ``better`` is ``less``, a lower limit if it is ``more``.
    """

    name: str
    value: float
    unit: str
    target: float | None = None
    better: Literal["less", "more"] = "less"

    @property
    def ratio(self) -> float | None:
        """The factor by which it is better than the target."""
        if self.target is None:
            return None
        return self.target / self.value if self.better == "less" else self.value / self.target

    @property
    def target_text(self) -> str:
        if self.target is None:
            return ""
        return f"{'≤' if self.better == 'less' else '≥'} {number(self.target)}"

    @property
    def ratio_text(self) -> str:
        return "" if self.ratio is None else f"{number(self.ratio, 2)} ×"

    def row(self) -> tuple[str, ...]:
        return self.name, number(self.value), self.unit, self.target_text, self.ratio_text


def number(value: float, digits: int = 3) -> str:
    """Format with ``digits`` significant digits; whole and large numbers completely."""
    if value == int(value) or value >= 10**digits:
        return f"{value:,.0f}"
    return f"{value:.{digits}g}"


def as_table(figures: Iterable[Figure]) -> str:
    """Format as a Markdown table, numbers aligned to the right."""
    heads = ("figure", "measured", "unit", "target", "ratio")
    return _table(heads, [figure.row() for figure in figures], frozenset({1, 3, 4}))


def as_comparison(figures: Iterable[Figure]) -> str:
    """Format what has a target as a Markdown table: jobs with a limit, or with a peer's figure."""
    rows = [
        (
            figure.name,
            f"{number(figure.value)} {figure.unit}",
            figure.target_text,
            figure.ratio_text,
        )
        for figure in figures
        if figure.ratio is not None
    ]
    return _table(("job", "ours", "limit", "ratio"), rows, frozenset({1, 2, 3}))


def _table(heads: Sequence[str], body: Iterable[Sequence[str]], right: Set[int]) -> str:
    rows = [heads, *body]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    rule = ["-" * (width - 1) + (":" if i in right else "-") for i, width in enumerate(widths)]
    return "\n".join(_line(row, widths, right) for row in (rows[0], rule, *rows[1:]))


def _line(row: Sequence[str], widths: Sequence[int], right: Set[int]) -> str:
    cells = (
        cell.rjust(width) if i in right else cell.ljust(width)
        for i, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return f"| {' | '.join(cells)} |"


def as_json(figures: Iterable[Figure]) -> str:
    rows = [
        {
            "figure": figure.name,
            "measured": figure.value,
            "unit": figure.unit,
            "target": figure.target,
            "better": figure.better,
            "ratio": figure.ratio,
        }
        for figure in figures
    ]
    return json.dumps({"machine": machine(), "figures": rows}, ensure_ascii=False, indent=2)


def machine() -> str:
    """Describe this machine: cores, processor, system, Python."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (
        f"{cores} cores of {_processor()}, {platform.system()}, Python {platform.python_version()}"
    )


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())
