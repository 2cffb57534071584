"""The folder of a training.

- ``plan.json``: the plan.
- ``N.state``: the weights after round N, the last finished one.
- ``N-K.examples``: the examples of round N, of the rules number K.
- ``log.jsonl``: the results of the finished rounds, a line each.
- ``evaluator.qte``: the evaluator.

Each file is replaced atomically, and a round ends when its state is there: what a process left that
was killed before is overwritten. States and examples end with their digest.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from qttt.notation.files import TEMPORARY, replace_file
from qttt.notation.locks import lock, unlock

DIGEST_BYTES = 32
_STATE = re.compile(r"([1-9][0-9]*)\.state")
_EXAMPLES = re.compile(r"([1-9][0-9]*)-[0-9]+\.examples")


class TrainingError(ValueError):
    """The folder has another training, a damaged one, or is in use."""


class TrainingFolder:
    """A folder that this process has claimed; see ``claimed``."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def evaluator(self) -> Path:
        """The path of the evaluator."""
        return self._path / "evaluator.qte"

    @property
    def finished(self) -> int:
        """The number of finished rounds."""
        return max(self._rounds(_STATE).values(), default=0)

    def check_plan(self, plan: dict[str, Any]) -> None:
        """Store the plan, or compare it with the stored one. Raises ``TrainingError``.

        If it is accepted, temporary files of a killed process are removed.
        """
        self._compare(plan)
        for leftover in self._path.glob(TEMPORARY):
            leftover.unlink()
        if not self._plan.exists():
            replace_file(self._plan, json.dumps(plan, indent=1).encode() + b"\n")

    @property
    def _plan(self) -> Path:
        return self._path / "plan.json"

    def _compare(self, plan: dict[str, Any]) -> None:
        path = self._plan
        if not path.exists():
            if other := [*self._rounds(_STATE), *self._rounds(_EXAMPLES)]:
                raise TrainingError(f"{other[0]} exists, but no plan.json: use another folder")
            return
        try:
            stored = json.loads(path.read_bytes())
            changed = [f"{name} is {stored[name]!r}" for name in plan if stored[name] != plan[name]]
        except (ValueError, TypeError, KeyError) as error:
            raise TrainingError(
                f"{path} cannot be read as the plan of a training: use another folder"
            ) from error
        if changed:
            raise TrainingError(
                f"{path} has another plan ({', '.join(changed)}): repeat it, or use another folder"
            )

    def write_state(self, number: int, data: bytes, log: dict[str, Any]) -> None:
        """Finish a round; ``log`` is its line in the log."""
        path = self._path / "log.jsonl"
        lines = path.read_text("utf-8").splitlines()[: number - 1] if path.exists() else []
        lines.append(json.dumps(log))
        replace_file(path, "".join(f"{line}\n" for line in lines).encode())
        _write(self._path / f"{number}.state", data)

    def read_state(self, number: int) -> bytes:
        """Return the state after a round. Raises ``TrainingError`` if it is damaged."""
        return _read(self._path / f"{number}.state")

    def write_examples(self, number: int, examples: Sequence[bytes]) -> None:
        """Store the examples of a round, for each of the rules."""
        for i, data in enumerate(examples):
            _write(self._path / f"{number}-{i}.examples", data)

    def read_examples(self, number: int, kind: int) -> bytes:
        """Return examples of a round. Raises ``TrainingError`` if they are damaged or missing."""
        return _read(self._path / f"{number}-{kind}.examples")

    def remove_before(self, states: int, examples: int) -> None:
        """Remove the states and examples of earlier rounds."""
        for pattern, first in ((_STATE, states), (_EXAMPLES, examples)):
            for path, number in self._rounds(pattern).items():
                if number < first:
                    path.unlink()

    def _rounds(self, pattern: re.Pattern[str]) -> dict[Path, int]:
        """Return the files with such names, and their rounds."""
        named = ((path, pattern.fullmatch(path.name)) for path in self._path.iterdir())
        return {path: int(match[1]) for path, match in named if match}


@contextmanager
def claimed(path: Path) -> Iterator[TrainingFolder]:
    """Yield the folder, created if missing; no other process can claim it meanwhile.

    Raises ``TrainingError`` if another process has claimed it.
    """
    path.mkdir(parents=True, exist_ok=True)
    with (path / "lock").open("ab") as file:
        try:
            lock(file)
        except OSError as error:
            raise TrainingError(
                f"another process trains in {path}: wait for it, or use another folder"
            ) from error
        try:
            yield TrainingFolder(path)
        finally:
            unlock(file)


def _write(path: Path, data: bytes) -> None:
    replace_file(path, data + _digest(data))


def _read(path: Path) -> bytes:
    try:
        sealed = path.read_bytes()
    except FileNotFoundError as error:
        raise TrainingError(f"{path} is missing: {_ADVICE}") from error
    data, digest = sealed[:-DIGEST_BYTES], sealed[-DIGEST_BYTES:]
    if digest != _digest(data):
        raise TrainingError(f"{path} is damaged: {_ADVICE}")
    return data


_ADVICE = "copy it from a backup, or train in another folder"


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=DIGEST_BYTES).digest()
