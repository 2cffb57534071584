"""The public interface is found by looking: ``dir``, ``help``, and completion."""

import builtins
import inspect
import pydoc
import re
import subprocess
import sys
from pathlib import Path
from rlcompleter import Completer

import pytest
from IPython.core.completer import IPCompleter, provisionalcompleter

import qttt
from tests.public import public_modules, public_names


def test_every_public_name_exists_once() -> None:
    for module in public_modules():
        assert len(set(module.__all__)) == len(module.__all__), module.__name__
        assert set(module.__all__) <= set(dir(module)), module.__name__


def test_a_public_function_has_a_name_of_its_own() -> None:
    names: dict[str, list[str]] = {}
    for each in public_names():
        if callable(each.value) and not isinstance(each.value, type):
            names.setdefault(each.name, []).append(str(each))
    shared = {name: where for name, where in names.items() if len(where) > 1}
    assert shared == {}


@pytest.mark.parametrize("name", qttt.__all__)
def test_help_and_completion_show_the_names(name: str) -> None:
    completer = Completer({"qttt": qttt})
    found = completer.attr_matches(f"qttt.{name[:-1]}")
    assert any(each.rstrip("()") == f"qttt.{name}" for each in found)
    assert f" {name}" in _help()


def _help(text: list[str] = []) -> str:  # noqa: B006  rendered once
    if not text:
        text.append(pydoc.plain(pydoc.render_doc(qttt)))
    return text[0]


def test_ipython_completes_the_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Jedi completes nothing if it cannot write its cache, by default in HOME.
    monkeypatch.setattr("jedi.settings.cache_directory", str(tmp_path))
    completer = IPCompleter(namespace={"qttt": qttt})  # type: ignore[no-untyped-call]
    with provisionalcompleter():
        found = [completion.text for completion in completer.completions("qttt.so", 7)]
    assert [each.rpartition(".")[2] for each in found] == ["solve"]


def test_names_are_imported_on_first_use() -> None:
    program = "import qttt, sys; dir(qttt); print('qttt.game' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "False\n"
    with pytest.raises(AttributeError, match="module 'qttt' has no attribute 'sovle'"):
        qttt.sovle  # noqa: B018


ERROR = re.compile(r"\b[A-Z]\w*(?:Error|Fault)\b")


def test_every_error_that_is_documented_can_be_caught() -> None:
    """An error that a public docstring names is public, built in, or of another library."""
    others = {"TraitError"}
    known = {name for module in public_modules() for name in module.__all__}
    known |= {*dir(builtins), *others}
    missing = {
        f"{each}: {name}"
        for each in public_names()
        for docstring in _docstrings(each.value)
        for name in ERROR.findall(docstring)
        if name not in known
    }
    assert missing == set()


def _docstrings(value: object) -> list[str]:
    """Return the docstrings of a function, or of a class and its own public members."""
    members = vars(value) if isinstance(value, type) else {}
    own = [member for name, member in members.items() if not name.startswith("_")]
    found = [value, *own] if isinstance(value, type) or inspect.isfunction(value) else []
    return [inspect.getdoc(each) or "" for each in found]
