"""Copies and pickles of every public object are whole and independent, or refused with advice."""

import copy
import multiprocessing
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic_settings import BaseSettings

from qttt.bot import RequestRejectedError
from qttt.copies import Uncopyable
from qttt.engine import Solver, tablebase
from qttt.engine.builder import build_tablebase
from qttt.engine.evaluator import LearnedEvaluator
from qttt.engine.tablebase import Tablebase, TablebaseError, shipped_tablebase
from qttt.game import Node, Position, Rules
from qttt.notation import RecordNode
from qttt.notation.tokens import read_tokens
from tests.kernel.test_fuzz import BUILDS, ROOT, compile_or_skip
from tests.laws.copy_walks import WALKERS, interleave
from tests.laws.likeness import likeness, load_all, shared_parts
from tests.laws.specimens import public_classes, specimen

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


def _pickled(thing: Any, protocol: int) -> Any:
    return pickle.loads(pickle.dumps(thing, protocol))


COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {protocol}": partial(_pickled, protocol=protocol) for protocol in PROTOCOLS},
}

every_class = pytest.mark.parametrize("name", public_classes())
every_copy = pytest.mark.parametrize("how", COPIES)


def is_refused(kind: type) -> bool:
    return issubclass(kind, Uncopyable)


def is_value(thing: Any) -> bool:
    """Whether it is never changed, by convention: a shallow copy may share its containers."""
    parameters = getattr(thing, "__dataclass_params__", None)
    kinds = (tuple, str, BaseException, BaseSettings)
    return isinstance(thing, kinds) or bool(parameters and parameters.frozen)


@every_class
def test_copies_are_whole_and_independent_or_refused(name: str) -> None:
    kind = public_classes()[name]
    original = specimen(kind)
    if is_refused(kind):
        for copied in COPIES.values():
            advice = f"^{kind.__name__} cannot be copied or pickled: .+"
            with pytest.raises(TypeError, match=advice):
                copied(original)
        return
    expected = likeness(original)
    for how, copied in COPIES.items():
        twin = copied(original)
        assert type(twin) is type(original), how
        assert likeness(twin) == expected == likeness(original), how
        if kind not in (LearnedEvaluator, Tablebase):  # immutable, since nothing writes to it
            of_values = how == "copy" and is_value(original)
            assert not shared_parts(original, twin, of_values=of_values), how


def test_pickles_are_loaded_by_a_new_process() -> None:
    things = {
        name: specimen(kind) for name, kind in public_classes().items() if not is_refused(kind)
    }
    pickles = {
        (name, protocol): pickle.dumps(thing, protocol)
        for name, thing in things.items()
        for protocol in PROTOCOLS
    }
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        loaded = pool.submit(load_all, pickles).result()
    for (name, protocol), seen in loaded.items():
        assert seen == likeness(things[name]), (name, protocol)


def test_the_longest_games_are_copied() -> None:
    root = node = Node(Position(Rules.parse("krist rows=8 cols=8")))
    for _ in range(5000):  # longer than any game
        child = Node(node.position, None, node)
        node.children.append(child)
        node = child
    assert sum(1 for _ in copy.deepcopy(root).walk()) == 5001
    twin = copy.copy(node)
    assert twin is not node
    assert len(twin.path) == 5001
    assert len(pickle.dumps(_chain(5000))) > 5000


def _chain(length: int) -> RecordNode:
    first = last = RecordNode(read_tokens("12")[0])
    for _ in range(length):
        last.children.append(RecordNode(first.token))
        last = last.children[0]
    return first


def test_a_pickled_tablebase_is_not_another_one(tmp_path: Path) -> None:
    shipped = shipped_tablebase(Rules())
    assert shipped
    path = tmp_path / "table.qtb"
    path.write_bytes(shipped.path.read_bytes())
    pickled = pickle.dumps(Tablebase(path))
    assert pickle.loads(pickled).header == shipped.header
    build_tablebase(Rules.preset("closer"), 2, path)
    with pytest.raises(TablebaseError, match=r"is another tablebase than the pickled one: pickle"):
        pickle.loads(pickled)


def test_a_pickle_opens_the_tablebase_of_another_installation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pickled = pickle.dumps(Solver(Rules(), 1024, shipped_tablebase(Rules())))
    shutil.copytree(tablebase.FOLDER, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(tablebase, "FOLDER", tmp_path)
    table = pickle.loads(pickled).tablebase
    assert table.path == tmp_path / "goff.qtb"
    monkeypatch.undo()
    assert pickle.loads(pickle.dumps(table)).path == tmp_path / "goff.qtb"


def test_errors_keep_their_notes_and_named_arguments() -> None:
    error = RequestRejectedError("busy", "wait", retry_after_s=3)
    error.add_note("later")
    for copied in COPIES.values():
        twin = copied(error)
        assert (str(twin), twin.code, twin.retry_after_s) == ("wait", "busy", 3)
        assert twin.__notes__ == ["later"]


@pytest.mark.parametrize("walker", WALKERS)
def test_copies_continue_as_their_originals_would(walker: str) -> None:
    interleave(WALKERS[walker], Random(1), actions=200)


@pytest.mark.nightly
def test_sanitizers_report_nothing(tmp_path: Path) -> None:
    build = BUILDS["cc"]
    compile_or_skip(
        build._replace(sanitizers=(*build.sanitizers, "-shared", "-fPIC")),
        sorted((ROOT / "kernel").glob("*.c")),
        tmp_path / "qttt.so",
    )
    runtime = subprocess.run(
        ["cc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    ).stdout.strip()
    walks = [sys.executable, "-m", "tests.laws.copy_walks", str(tmp_path), "2", "1000"]
    sanitized = {"LD_PRELOAD": runtime, "PYTHONMALLOC": "malloc", "ASAN_OPTIONS": "detect_leaks=0"}
    done = subprocess.run(
        walks,
        cwd=ROOT,
        env={**os.environ, **sanitized},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
