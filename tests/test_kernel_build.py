"""The kernel compiles for every platform; failures are explained and leave existing files."""

import os
import platform
import sys
from pathlib import Path

import pytest
import wasmtime

from scripts import kernel as build
from scripts.kernel import (
    IN_TREE,
    LARGE_WASM,
    RULES_EXPORTS,
    RULES_WASM,
    TARGETS,
    WASM,
    KernelError,
    Target,
    host,
    is_stale,
    needs_compiler,
    provide,
    release,
    released,
)
from tests.conftest import check_kernel

WASMS = (WASM, RULES_WASM, LARGE_WASM)
PUBLIC = '__attribute__((visibility("default")))'


MACHINES = [
    pytest.param(target, id=f"{system} {processor}")
    for (system, processor), target in TARGETS.items()
]


@pytest.mark.nightly
@pytest.mark.parametrize("target", MACHINES)
def test_compiles_for_every_machine(tmp_path: Path, target: Target) -> None:
    target.compile(tmp_path / target.library)
    assert (tmp_path / target.library).stat().st_size > 0


@pytest.mark.parametrize("name", WASMS)
def test_webassembly_needs_nothing_and_can_grow(name: str) -> None:
    engine = wasmtime.Engine()
    module = wasmtime.Module.from_file(engine, str(IN_TREE / name))
    assert [one.name for one in module.imports] == []
    assert {"memory", "__heap_base", *RULES_EXPORTS} <= {one.name for one in module.exports}
    store = wasmtime.Store(engine)
    memory = wasmtime.Instance(store, module, []).exports(store)["memory"]
    assert isinstance(memory, wasmtime.Memory)
    before = memory.size(store)
    assert memory.grow(store, 1000) == before


def test_unknown_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(platform, "machine", lambda: "VAX")
    with pytest.raises(
        KernelError, match=r"^no kernel can be built for linux vax, only for linux x86_64, linux"
    ):
        host()


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that replaces the source folder."""
    folder = tmp_path / "kernel"
    folder.mkdir()
    monkeypatch.setattr("scripts.kernel.ROOT", tmp_path)
    return folder


def test_no_sources(kernel: Path, tmp_path: Path) -> None:
    with pytest.raises(KernelError) as error:
        provide(tmp_path / "made", host())
    assert str(error.value) == f"there are no C files in {kernel}"


@pytest.fixture
def one(kernel: Path) -> Path:
    """A source folder with the functions of the rules, which do nothing."""
    functions = (
        f"{PUBLIC} int {name}(void);\nint {name}(void) {{ return 1; }}\n" for name in RULES_EXPORTS
    )
    (kernel / "game.c").write_text("".join(functions))
    return kernel


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("int twice(int x) { return 2 * y; }", "use of undeclared identifier 'y'"),
        ("static int unused(void) { return 1; }", "unused function 'unused'"),
        (f"int puts(void); {PUBLIC} int f(void); int f(void) {{ return puts(); }}", "symbol: puts"),
    ],
    ids=["error", "warning", "C library"],
)
def test_refused_sources_leave_the_old_kernel(
    one: Path, tmp_path: Path, source: str, complaint: str, capfd: pytest.CaptureFixture[str]
) -> None:
    made = tmp_path / "made"
    target = TARGETS["linux", "x86_64"]
    provide(made, target)
    before = {path: path.read_bytes() for path in made.iterdir()}
    (one / "bad.c").write_text(source + "\n")
    with pytest.raises(
        KernelError, match=r"^qttt\.so was not built: see the compiler's messages above$"
    ):
        provide(made, target)
    assert complaint in capfd.readouterr().err
    assert {path: path.read_bytes() for path in made.iterdir()} == before


@pytest.mark.usefixtures("one")
def test_needs_no_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOME", raising=False)
    provide(tmp_path / "made", host())
    assert {path.name for path in (tmp_path / "made").iterdir()} == {host().library, *WASMS}


def test_is_stale_when_a_source_is_another_or_a_file_is_missing(one: Path, tmp_path: Path) -> None:
    made = tmp_path / "made"
    assert is_stale(made, host())
    provide(made, host())
    assert not is_stale(made, host())
    (one / "one.h").touch()
    assert is_stale(made, host())
    (one / "one.h").unlink()
    assert not is_stale(made, host())
    (made / WASM).unlink()
    assert is_stale(made, host())


def test_no_test_runs_with_a_stale_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_kernel()
    monkeypatch.setattr(build, "IN_TREE", tmp_path)
    with pytest.raises(pytest.exit.Exception, match="run make kernel"):
        check_kernel()
    monkeypatch.setattr(platform, "machine", lambda: "abacus")
    with pytest.raises(pytest.exit.Exception, match=r"no kernel can be built for .* abacus"):
        check_kernel()


@pytest.mark.usefixtures("one")
def test_time_stamps_do_not_matter(tmp_path: Path) -> None:
    made = tmp_path / "made"
    provide(made, host())
    for path in made.iterdir():
        os.utime(path, (0, 0))
    before = {path: path.stat() for path in made.iterdir()}
    provide(made, host())
    assert {path: path.stat() for path in made.iterdir()} == before


def test_release_needs_no_compiler(
    one: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = host()
    monkeypatch.setattr("scripts.kernel.IN_TREE", tmp_path / "made")
    assert needs_compiler(here)
    monkeypatch.setattr("scripts.kernel.TARGETS", {"here": here})
    release()
    assert not needs_compiler(here)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "executable", "there-is-no-compiler")
        release()
        provide(tmp_path / "made", here)
    for name in (here.library, *WASMS):
        assert (tmp_path / "made" / name).read_bytes() == (released(here) / name).read_bytes()
    (one / "one.h").touch()
    assert needs_compiler(here)
