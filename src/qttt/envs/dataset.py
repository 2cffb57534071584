"""Export of all positions of up to N marks, with exact values, to Parquet.

::

    python -m qttt.envs.dataset goff.parquet --rules goff --marks 4 --card README.md
"""

import argparse
import ctypes
import os
import sys
from collections.abc import Callable, Iterator
from io import RawIOBase
from pathlib import Path
from typing import Any

import numpy as np

from qttt import __version__
from qttt.engine.builder import Keys, position_keys
from qttt.engine.kernel import library
from qttt.engine.solver import Solver
from qttt.engine.tablebase import Tablebase
from qttt.extras import requires_extra
from qttt.game import Rules
from qttt.notation.files import replace_file, replacing

from .actions import action_count
from .arrays import Bytes, position_of
from .dataset_card import dataset_card
from .values import ValueOracle

with requires_extra("data"):
    import pyarrow as pa
    import pyarrow.parquet as pq

ROWS = 1 << 14
"""Positions per batch."""


COLUMNS = {
    "marks": "number of marks",
    "position": "the position in notation: places of the marks in order, such as 12/25",
    "places": "the two squares of each mark, from 0; equal if classical, 255 for marks to come",
    "player": "the player to move, X or O",
    "value": "points of X minus points of O under perfect play",
    "plies": "moves and collapses to the end under perfect play; null if not in the tablebase",
    "action_values": "the value after each action, pairs of squares in order; null if illegal",
}
"""The columns of a data set, and what they mean."""


def write_dataset(
    path: str | os.PathLike[str],
    rules: Rules | str = "goff",
    marks: int = 4,
    tablebase: Tablebase | None = None,
    progress: Callable[[int], None] | None = None,
) -> int:
    """Write all positions of 0 to ``marks`` marks without loops, and return their number.

    Of positions that differ by a symmetry of the board, or by subscripts that do not matter, one is
    written. The file replaces ``path`` when it is complete. ``tablebase`` is as for
    ``ValueOracle``; ``progress`` is called with the number of positions so far. The columns are
    those of ``COLUMNS``.

    Cost for ``goff``: half a minute and 1 MB for 4 marks, less with a tablebase of more marks.

    Raises:
        UnsolvableError: The board has more than nine squares.
        ValueError: ``marks`` is out of range.
    """
    rules = Rules.of(rules)
    if not 0 <= marks < rules.board.size:
        raise ValueError(f"marks must be from 0 to {rules.board.size - 1}, not {marks}")
    values, written = ValueOracle(rules, tablebase), 0
    schema = _schema(rules)
    with (
        replacing(path) as write,
        pq.ParquetWriter(_Sink(write), schema, compression="zstd") as writer,
    ):
        for places in _all_places(rules, marks):
            writer.write_table(_rows(places, values, schema))
            written += len(places)
            if progress:
                progress(written)
    return written


class _Sink(RawIOBase):
    """A file for PyArrow that passes all data to a function."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        self._write = write

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._write(data)
        return len(data)


def _schema(rules: Rules) -> pa.Schema:
    metadata = {"rules": str(rules), "qttt": __version__}
    fields = [
        pa.field("marks", pa.uint8(), nullable=False),
        pa.field("position", pa.string(), nullable=False),
        pa.field("places", pa.list_(pa.uint8(), 2 * rules.board.size), nullable=False),
        pa.field("player", pa.string(), nullable=False),
        pa.field("value", pa.float32(), nullable=False),
        pa.field("plies", pa.uint8()),
        pa.field("action_values", pa.list_(pa.float32(), action_count(rules.board))),
    ]
    about = [field.with_metadata({"about": COLUMNS[field.name]}) for field in fields]
    return pa.schema(about, metadata=metadata)


def _all_places(rules: Rules, marks: int) -> Iterator[Bytes]:
    solver = Solver(rules, entries=0)
    for keys in position_keys(solver, marks):
        for first in range(0, len(keys) // 2, ROWS):
            yield _places(solver, keys, first, min(ROWS, len(keys) // 2 - first))


def _places(solver: Solver, keys: Keys, first: int, count: int) -> Bytes:
    places = np.zeros((count, solver.rules.board.size, 2), np.uint8)
    words = ctypes.addressof(keys) + 16 * first
    library().qttt_table_places(solver.memory, words, count, places.ctypes.data)
    return places


def _rows(places: Bytes, values: ValueOracle, schema: pa.Schema) -> pa.Table:
    solved, probes = values.solve(places), values.probe(places)
    positions = [position_of(row, values.rules) for row in places]
    action_values = solved.action_values.ravel()
    columns = [
        pa.array([len(position.marks) for position in positions], pa.uint8()),
        pa.array(map(str, positions), pa.string()),
        pa.FixedSizeListArray.from_arrays(places.ravel(), type=schema.field("places").type),
        pa.array([str(position.turn) for position in positions], pa.string()),
        pa.array(solved.values, pa.float32()),
        pa.array(probes.plies, pa.uint8(), mask=probes.plies == 0),
        pa.FixedSizeListArray.from_arrays(
            pa.array(action_values, pa.float32(), mask=np.isnan(action_values)),
            type=schema.field("action_values").type,
        ),
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def main() -> None:
    """Run ``python -m qttt.envs.dataset``."""
    parser = argparse.ArgumentParser(
        prog="python -m qttt.envs.dataset",
        description="Write all positions of up to N marks, with exact values, as a Parquet file.",
    )
    parser.add_argument("path", help="the file to write")
    parser.add_argument("--rules", type=Rules.parse, default=Rules(), help="a preset, for example")
    parser.add_argument("--marks", type=int, default=4, help="maximum number of marks")
    parser.add_argument("--card", type=Path, help="also write its description, in Markdown")
    parser.add_argument("--table", type=Tablebase, help="a tablebase (.qtb) for these rules")
    args = parser.parse_args()
    for option, other in (("--card", args.card), ("--table", args.table and args.table.path)):
        if other and other.resolve() == Path(args.path).resolve():
            parser.error(f"{option} names the data set: name another file")
    progress = _show if sys.stderr.isatty() else None
    count = write_dataset(args.path, args.rules, args.marks, args.table, progress)
    print(f"{count:,} positions written to {args.path}")
    if args.card:
        replace_file(args.card, dataset_card(Path(args.path)).encode())
        print(f"described in {args.card}")


def _show(written: int) -> None:
    print(f"\r{written:,} positions", end="\r", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
