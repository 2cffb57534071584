"""Entries that SQLite has acknowledged survive a power failure at any moment."""

import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from .acknowledged import APPENDER, latest, problems
from .powercut import Disk, Op, Step, build, record

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="recorder.c is for Linux")

# A checkpoint every few commits, so that failures hit checkpoints and restarts of the WAL.
CHECKPOINT_OFTEN = "wal_autocheckpoint = 20"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("recorder"))


def run(library: Path, parent: Path, seed: int, batches: int, *pragmas: str) -> list[Step]:
    folder = parent / "run"
    folder.mkdir()
    files = (str(folder / "games.db"), str(folder / "acks"))
    command = (*APPENDER, *files, str(seed), str(batches), CHECKPOINT_OFTEN, *pragmas)
    return record(library, folder, command)


def cut(steps: list[Step], cuts: int, seed: int, folder: Path) -> list[str]:
    """Return the problems after power failures at ``cuts`` random moments."""
    rng = random.Random(seed)
    moments = set(rng.sample(range(len(steps) + 1), min(cuts, len(steps) + 1)))
    disk, acks, found = Disk(), "", []
    for moment, step in enumerate([*steps, None]):
        if moment in moments:
            found += [f"{moment}: {problem}" for problem in _reopen(disk, acks, rng, folder)]
        if step is not None:
            disk.follow(step)
            if step.name == "acks" and step.op is Op.WRITE:
                acks += step.data.decode()
    return found


def _reopen(disk: Disk, acks: str, rng: random.Random, parent: Path) -> list[str]:
    with TemporaryDirectory(dir=parent) as folder:
        for name, data in disk.after_cut(rng).items():
            (Path(folder) / name).write_bytes(data)
        return problems(Path(folder) / "games.db", latest(acks.splitlines()))


def test_nothing_acknowledged_is_lost(library: Path, quick_path: Path) -> None:
    steps = run(library, quick_path, 1, 20)
    assert sum(step.op is Op.SYNC for step in steps) > 50
    assert cut(steps, 150, 1, quick_path) == []


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(10))
def test_nothing_acknowledged_is_lost_in_many_cuts(
    library: Path, quick_path: Path, seed: int
) -> None:
    steps = run(library, quick_path, seed, 100)
    assert cut(steps, 3000, seed, quick_path) == []


@pytest.mark.nightly
def test_a_store_that_does_not_sync_fails(library: Path, quick_path: Path) -> None:
    steps = run(library, quick_path, 1, 40, "synchronous = OFF")
    assert cut(steps, 100, 1, quick_path)


@pytest.mark.nightly
def test_a_store_that_syncs_at_checkpoints_only_fails(library: Path, quick_path: Path) -> None:
    steps = run(library, quick_path, 1, 40, "synchronous = NORMAL")
    assert cut(steps, 100, 1, quick_path)
