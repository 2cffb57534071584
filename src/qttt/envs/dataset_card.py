"""The card of a data set: what is in it, how it was computed, licence, counts and checksum."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from qttt.extras import requires_extra
from qttt.notation.points import format_value

with requires_extra("data"):
    import pyarrow.parquet as pq

_CARD = """\
---
license: mit
pretty_name: "Quantum tic-tac-toe: exact values, {rules}"
tags: [game-theory, perfect-information, quantum-tic-tac-toe, reinforcement-learning]
configs:
  - config_name: default
    data_files: {name}
---

# Quantum tic-tac-toe: positions with exact values

All {rows:,} settled positions of up to {marks} marks under the rules `{rules}`, with the value of
each position and of each action under perfect play. A settled position has no pending loop, and its
game is not over. Of positions that differ by a symmetry of the board, or by subscripts that do not
matter, one is in the file.

Computed by qttt {version}, `python -m qttt.envs.dataset`, by exhaustive search; nothing is sampled
or estimated. Licence: MIT. Cite it by the `CITATION.cff` of qttt. `{name}` has {size:,} bytes and
this SHA-256:

    {digest}

## Columns

| column | type | meaning |
|---|---|---|
{columns}

## Positions by marks and value

| marks | positions | {values} |
|{rules_line}|
{counts}
"""


def dataset_card(path: Path) -> str:
    """Return a README in Markdown, with metadata for Hugging Face, for a file of ``write_dataset``.

    Raises ``OSError``, or ``ValueError`` if the file is another one.
    """
    table = pq.read_table(path)
    metadata = table.schema.metadata or {}
    if b"qttt" not in metadata:
        raise ValueError(f"{path} was not written by qttt.envs.dataset")
    marks, row_values = table["marks"].to_pylist(), table["value"].to_pylist()
    values = sorted(set(row_values), reverse=True)
    data = path.read_bytes()
    return _CARD.format(
        rules=metadata[b"rules"].decode(),
        version=metadata[b"qttt"].decode(),
        name=path.name,
        rows=table.num_rows,
        marks=max(marks),
        size=len(data),
        digest=hashlib.sha256(data).hexdigest(),
        columns="\n".join(
            f"| `{field.name}` | {field.type} | {field.metadata[b'about'].decode()} |"
            for field in table.schema
        ),
        values=" | ".join(map(format_value, values)),
        rules_line="--:|" * (len(values) + 1) + "--:",
        counts="\n".join(_count_rows(marks, row_values, values)),
    )


def _count_rows(marks: list[int], row_values: list[float], values: list[float]) -> Iterator[str]:
    pairs = Counter(zip(marks, row_values, strict=True))
    for number in range(max(marks) + 1):
        counts = [pairs[number, value] for value in values]
        yield f"| {number} | " + " | ".join(f"{n:,}" for n in (sum(counts), *counts)) + " |"
