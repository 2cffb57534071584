"""Figures and their output as table or JSON."""

import json
import os
import platform
from collections.abc import Iterable, Sequence
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

    def row(self) -> tuple[str, ...]:
        ratio = "" if self.ratio is None else f"{number(self.ratio, 2)} ×"
        return self.name, number(self.value), self.unit, self.target_text, ratio


def number(value: float, digits: int = 3) -> str:
    """Format with ``digits`` significant digits; whole and large numbers completely."""
    if value == int(value) or value >= 10**digits:
        return f"{value:,.0f}"
    return f"{value:.{digits}g}"


HEADS = ("figure", "measured", "unit", "target", "ratio")


def as_table(figures: Iterable[Figure]) -> str:
    """Format as a Markdown table, numbers aligned to the right."""
    rows = [HEADS, *(figure.row() for figure in figures)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    rule = tuple("-" * (width - 1) + (":" if i in RIGHT else "-") for i, width in enumerate(widths))
    return "\n".join(_line(row, widths) for row in (rows[0], rule, *rows[1:]))


RIGHT = {1, 3, 4}


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = (
        cell.rjust(width) if i in RIGHT else cell.ljust(width)
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
