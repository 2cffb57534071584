"""Simulation of a power failure: possible contents of a disk, from a record of file operations.

``recorder.c`` records a real run. Synced data survives. Of later writes any part may survive: none,
all, or some sectors of some writes, in any order. Of the changes to the folder since its last sync,
a prefix survives.
"""

import os
import random
import struct
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).with_name("recorder.c")
SECTOR = 512
_HEAD = struct.Struct("<IIQQ")


class Op(IntEnum):
    """Kinds of operations; as in ``recorder.c``."""

    CREATE = 1
    WRITE = 2
    TRUNCATE = 3
    SYNC = 4
    UNLINK = 5


class Step(NamedTuple):
    """One recorded operation; the name "." is the folder."""

    op: Op
    name: str
    offset: int
    data: bytes = b""


def build(folder: Path) -> Path:
    """Compile the recorder."""
    library = folder / "recorder.so"
    choice = ("-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror")
    compiler = (sys.executable, "-m", "ziglang", "cc", *choice)
    subprocess.run((*compiler, "-o", library, SOURCE), check=True)
    return library


def record(library: Path, folder: Path, command: tuple[str, ...]) -> list[Step]:
    """Run the command; return its operations on files in the folder except shared memory."""
    log = folder.with_suffix(".record")
    variables = {"QTTT_RECORD": str(folder), "QTTT_RECORD_TO": str(log), "LD_PRELOAD": str(library)}
    subprocess.run(command, env={**os.environ, **variables}, check=True)
    return [step for step in _read(log.read_bytes()) if not step.name.endswith("-shm")]


def _read(data: bytes) -> Iterator[Step]:
    at = 0
    while at < len(data):
        op, name, offset, size = _HEAD.unpack_from(data, at)
        start = at + _HEAD.size + name
        at = start + (size if op == Op.WRITE else 0)
        yield Step(Op(op), data[start - name : start].decode(), offset, data[start:at])


@dataclass
class File:
    """The synced content of a file, and the operations since."""

    synced: bytes = b""
    pending: list[Step] = field(default_factory=list)

    def contents(self, steps: list[Step]) -> bytes:
        """Return the content if only these of the pending steps reach the disk."""
        content = bytearray(self.synced)
        for step in steps:
            if step.op is Op.TRUNCATE:
                del content[step.offset :]
                content.extend(bytes(step.offset - len(content)))
            else:
                content.extend(bytes(max(0, step.offset - len(content))))
                content[step.offset : step.offset + len(step.data)] = step.data
        return bytes(content)


@dataclass
class Disk:
    """A folder and its files after a part of the record."""

    named: dict[str, File] = field(default_factory=dict)
    synced: dict[str, File] = field(default_factory=dict)
    pending: list[tuple[str, File | None]] = field(default_factory=list)

    def follow(self, step: Step) -> None:
        """Apply a step."""
        if step.op is Op.CREATE:
            self._rename(step.name, File())
        elif step.op is Op.UNLINK:
            self._rename(step.name, None)
        elif step.op is not Op.SYNC:
            self.named[step.name].pending.append(step)
        elif step.name == ".":
            self.synced, self.pending = dict(self.named), []
        else:
            file = self.named[step.name]
            file.synced, file.pending = file.contents(file.pending), []

    def _rename(self, name: str, file: File | None) -> None:
        self.pending.append((name, file))
        _put(self.named, name, file)

    def after_cut(self, rng: random.Random) -> dict[str, bytes]:
        """Return files that may exist after a power failure now."""
        folder = dict(self.synced)
        for name, file in self.pending[: rng.randint(0, len(self.pending))]:
            _put(folder, name, file)
        how = rng.choice((_none, _all, _first, _some, _torn))
        return {name: file.contents(how(file.pending, rng)) for name, file in folder.items()}


def _put(folder: dict[str, File], name: str, file: File | None) -> None:
    if file is None:
        folder.pop(name, None)
    else:
        folder[name] = file


def _none(steps: list[Step], rng: random.Random) -> list[Step]:
    return []


def _all(steps: list[Step], rng: random.Random) -> list[Step]:
    return steps


def _first(steps: list[Step], rng: random.Random) -> list[Step]:
    return steps[: rng.randint(0, len(steps))]


def _some(steps: list[Step], rng: random.Random) -> list[Step]:
    return [step for step in steps if rng.random() < 0.5]


def _torn(steps: list[Step], rng: random.Random) -> list[Step]:
    """Return a random subset of the sectors written."""
    sectors = [sector for step in steps for sector in _sectors(step)]
    return [sector for sector in sectors if rng.random() < rng.choice((0.5, 0.9, 0.99))]


def _sectors(step: Step) -> Iterator[Step]:
    """Split a step at the boundaries of sectors."""
    if step.op is Op.TRUNCATE:
        yield step
        return
    start, end = step.offset, step.offset + len(step.data)
    while start < end:
        stop = min(end, start // SECTOR * SECTOR + SECTOR)
        yield Step(Op.WRITE, step.name, start, step.data[start - step.offset : stop - step.offset])
        start = stop
