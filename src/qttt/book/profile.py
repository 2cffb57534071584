"""Profile of the searches by part: instructions of the kernel, counted by valgrind's callgrind.

The kernel is compiled with zig, optimized and with line numbers. Callgrind counts the instructions
of each source line, also where a function was inlined; lines are summed by function, and functions
by part. Counts depend on the compiler, hardly on the machine.
"""

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from qttt.engine.kernel import encode_rules
from qttt.game import Rules

from .tables import Column, DataTable, Row

PROFILE = DataTable(
    "profile",
    "Where searches of the empty board of `goff` spend their time, by part.",
    "qttt book profile",
    (
        Column("search", "text", "`thesis`: its figure 10; `textbook`: its order; `solver`"),
        Column("part", "text", "part of the search"),
        Column("instructions", "integer", "instructions of the kernel", is_measured=True),
        Column("share", "number", "share of them; of the time in the thesis", is_measured=True),
    ),
)
THESIS = {
    "collapses": {"collapse": 17.4, "entangledEvaluation": 21.0},
    "results of games": {"result": 23.8, "lineWinner": 6.7},
    "entanglements": {"entangled": 5.3, "cellPair": 6.6},
    "search": {"minValue": 4.5, "maxValue": 2.8},
    "lists of moves": {"availableMoves": 4.9, "openCells": 2.1},
    "order of moves": {"reorderMoves": 3.8},
    "placements": {"undoLastMove": 1.1},
}
"""Percent of the time in each method; the parts are ours, from the names of the methods."""
PARTS = {
    "collapses": "collapse uncollapse close_on reopen reroot",
    "results of games": "termination_of has_line any_line quantum_marks lead_score score_game "
    "find_lines time_of earliest score_goff is_over squares_of_o",
    "entanglements": "root_of is_pair",
    "search": "explore expand explore_choice explore_loop explore_collapse count_node decider_of "
    "search search_moves search_loops search_tree search_links search_link search_whole score_now "
    "later sooner max combine add_collapse is_hopeless bound tablebase_covers",
    "lists of moves": "list_choices list_pairs list_wholes list_links is_whole first_square "
    "count_squares",
    "order of moves": "add_choice next_link history_of",
    "placements": "link cut play",
    "transposition table": "search_and_store expand_with_table key_of add_to_words place_of "
    "bucket_of has_key table_find table_store",
}
"""Functions of the kernel by part; all others are `OTHER`."""
OTHER = "other"
PART_OF = {name: part for part, names in PARTS.items() for name in names.split()}
FUNCTIONS = {"textbook": "qttt_textbook", "solver": "qttt_solve"}
"""What is counted: the calls of this function."""

_PROGRAM = """\
#include <stdlib.h>
#include "qttt.h"

int main(int count, char **arguments) {{
    static const uint8_t rules[QTTT_RULES_BYTES] = {{{rules}}};
    static QtttTextbookResult found;
    static QtttAnalysis analysis;
    const QtttTextbook how = {{0, 1, 3, {{QTTT_LOOPS, QTTT_CENTRE, QTTT_CORNERS}}}};
    const int is_textbook = count > 1 && *arguments[1] == 't';
    const size_t bytes = qttt_solver_bytes(is_textbook ? 0 : 1 << 18);
    void *const memory = malloc(bytes);
    if (!memory || qttt_solver_init(memory, bytes, rules)) return 1;
    return is_textbook ? qttt_textbook(memory, rules, 0, &how, 0, &found)
                       : qttt_solve(memory, rules, 0, 0, 0, QTTT_VALUE, &analysis);
}}
"""
_OPTIONS = (
    *("-std=c11", "-O3", "-g", "-mcpu=x86_64_v2", "-ffp-contract=off", "-fno-math-errno"),
    *("-Dmemcpy=kernel_memcpy", "-Dmemset=kernel_memset"),  # those of the C library exist too
)
_DEFINITION = re.compile(r"[A-Za-z][\w *]*?\b(\w+)\(")


def profile(
    kernel: Path,
    rules: Rules = Rules(),  # noqa: B008  a frozen value
    searches: tuple[str, ...] = (*FUNCTIONS,),
    report: Callable[[str], None] = lambda remark: None,
) -> Iterator[Row]:
    """Yield the rows of ``PROFILE`` of some searches, given the folder of the kernel's sources.

    Raises ``ValueError`` without valgrind or zig.
    """
    if shutil.which("valgrind") is None:
        raise ValueError("profiles need valgrind; on Debian: apt-get install valgrind")
    with TemporaryDirectory() as folder:
        program = _compiled(kernel, rules, Path(folder))
        for search in searches:
            counts = by_function(kernel, _counted(program, search))
            parts = Counter[str]()
            for name, count in counts.items():
                parts[PART_OF.get(name, OTHER)] += count
            total = parts.total()
            report(f"{search}: {total:,} instructions")
            for part in (*PARTS, OTHER):
                yield (search, part, parts[part], round(parts[part] / total, 4))


def thesis_rows() -> Iterator[Row]:
    """Yield the rows of ``PROFILE`` for the thesis."""
    for part, methods in THESIS.items():
        yield ("thesis", part, None, round(sum(methods.values()) / 100, 4))


def _compiled(kernel: Path, rules: Rules, folder: Path) -> Path:
    main, program = folder / "main.c", folder / "profile"
    numbers = ", ".join(map(str, encode_rules(rules)))
    main.write_text(_PROGRAM.format(rules=numbers), "utf-8")
    sources = [str(path.resolve()) for path in sorted(kernel.glob("*.c"))]
    if not sources:
        raise ValueError(f"{kernel} has no C files: name the folder of the kernel's sources")
    zig = [sys.executable, "-m", "ziglang", "cc", *_OPTIONS, f"-I{kernel.resolve()}"]
    _run(*zig, main, *sources, "-o", program, cache=folder)
    return program


def _counted(program: Path, search: str) -> str:
    """Run a search under callgrind and return its report, with whole names and line numbers."""
    file = program.with_suffix(f".{search}")
    options = ("--compress-strings=no", "--compress-pos=no", f"--callgrind-out-file={file}")
    collect = f"--toggle-collect={FUNCTIONS[search]}"
    _run("valgrind", "--tool=callgrind", *options, collect, program, search)
    return file.read_text("utf-8")


def _run(*command: str | Path, cache: Path | None = None) -> None:
    """Run a command. ``cache``: for zig, whose default is under HOME, which can be missing."""
    places = {f"ZIG_{kind}_CACHE_DIR": str(cache) for kind in ("GLOBAL", "LOCAL") if cache}
    environment = os.environ | places
    done = subprocess.run(  # noqa: S603  the commands are those above
        command, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise ValueError(f"the command {command[0]} failed: {done.stderr.strip()}")


def by_function(kernel: Path, report: str) -> Counter[str]:
    """Sum a report of callgrind by the function in which each line is written.

    Lines of numbers are costs in the last named file (`fl`, `fi` and `fe`), but the one after
    `calls` is the cost of a call, which is counted where it arises. Line 0 is code of the compiler;
    it belongs to the function (`fn`) into which it was compiled.
    """
    names = {path.name: functions(path) for path in kernel.glob("*.[ch]")}
    counts, file, function, is_call = Counter[str](), "", "", False
    for text in report.splitlines():
        key, _, rest = text.partition("=")
        if key in ("fl", "fi", "fe"):
            file = Path(rest).name
        elif key == "fn":
            function = re.split(r"[.']", rest)[0]  # without the suffix of a copy or a recursion
        elif text[:1].isdigit() and not is_call and file in names:
            line, cost = map(int, text.split())
            counts[names[file][line] or function] += cost
        is_call = key == "calls"
    return counts


def functions(source: Path) -> list[str]:
    """Return the name of the function at each line, from line 1; definitions are not indented."""
    names = [""]
    for line in source.read_text("utf-8").splitlines():
        definition = _DEFINITION.match(line)
        names.append(definition[1] if definition else names[-1])
    return names
