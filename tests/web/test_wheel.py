"""A wheel brings the web app with it: built from the sources, installed, served and fetched."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Mapping
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from qttt.server.files import StaticFile, read_app
from scripts import kernel, web
from scripts.kernel import stamp
from scripts.web import INSTALLED, MODULES, VARIABLE, WebError
from tests.archives import unpack

ROOT = kernel.ROOT
FAILING = "exit 1"
TINY_BYTES = 100
"""Less can be longer when compressed, as the script that starts the worker is."""
ADVICE = (
    "without npm, QTTT_WEB=FOLDER uses an app that `make web` has built, and "
    "QTTT_WEB=none omits the app: then `qttt serve` is unavailable, and the game is "
    "played with `qttt play --terminal`"
)


@pytest.fixture(autouse=True)
def _nothing_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> None:
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout


def hatchling(kind: str, source: Path, folder: Path, **environment: str) -> Path:
    """Build an archive; its file."""
    command = (sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", folder)
    run(*command, cwd=source, **environment)
    return next(folder.glob("*.whl" if kind == "wheel" else "*.tar.gz"))


@pytest.fixture
def unpacked(tmp_path: Path) -> Path:
    """A source archive, unpacked; it has the app if that is up to date here."""
    return unpack(hatchling("sdist", ROOT, tmp_path), tmp_path)


@pytest.mark.nightly
@pytest.mark.skipif(not MODULES.exists(), reason="to enable: make test")
@pytest.mark.parametrize("fetches", [False, True])
def test_installed_wheel_serves_the_app(tmp_path: Path, unpacked: Path, fetches: bool) -> None:
    shutil.rmtree(unpacked / "src" / web.PACKAGE_FOLDER, ignore_errors=True)
    if not fetches:
        (unpacked / "web" / "node_modules").symlink_to(MODULES)
        shutil.copy(stamp(MODULES), unpacked / "web")
    wheel = hatchling("wheel", unpacked, tmp_path)
    home = tmp_path / "venv"
    venv.create(home)
    paths = {"base": str(home), "platbase": str(home)}
    packages = Path(sysconfig.get_path("purelib", vars=paths))
    options = ["--isolated", "--no-deps", "--no-index", "--target", str(packages)]
    run(sys.executable, "-m", "pip", "install", *options, wheel)
    # What qttt needs is found where the tests find it; qttt itself is not.
    (packages / "elsewhere.pth").write_text(sysconfig.get_path("purelib"))
    python = Path(sysconfig.get_path("scripts", vars=paths)) / "python"
    command = [str(python), "-I", "-m", "qttt", "serve", "--no-open", "--port", "0"]
    command += ["--data", str(tmp_path / "games.db")]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            address = process.stdout.readline().split()[-1]
            with urlopen(address) as answer:
                assert b"<title>Quantum tic-tac-toe</title>" in answer.read()
        finally:
            process.kill()
    check_app(read_app(packages / web.PACKAGE_FOLDER))


@pytest.mark.nightly
@pytest.mark.skipif(not MODULES.exists(), reason="to enable: make test")
def test_wheel_for_pyodide_has_the_element_also_if_it_was_stale(
    tmp_path: Path, unpacked: Path
) -> None:
    shutil.rmtree(unpacked / "src" / web.WIDGET_FOLDER, ignore_errors=True)
    (unpacked / "web" / "node_modules").symlink_to(MODULES)
    shutil.copy(stamp(MODULES), unpacked / "web")
    program = (
        "import sys, pathlib, scripts.release as r; r.pyodide_wheel(pathlib.Path(sys.argv[1]))"
    )
    run(sys.executable, "-c", program, tmp_path / "wheel", cwd=unpacked)
    (wheel,) = (tmp_path / "wheel").glob("*.whl")
    with ZipFile(wheel) as archive:
        assert f"{web.WIDGET_FOLDER}/{web.BUNDLE}" in archive.namelist()


@pytest.mark.skipif(os.name != "posix", reason="programs of POSIX")
@pytest.mark.skipif(web.is_stale() or web.is_board_stale(), reason="to enable: make board")
@pytest.mark.nightly
def test_release_needs_neither_node_nor_compiler(tmp_path: Path, unpacked: Path) -> None:
    for_this_machine = "from scripts import kernel as b; b.provide(b.released(b.host()), b.host())"
    run(sys.executable, "-c", for_this_machine, cwd=unpacked)
    # Neither works from now on.
    broken = tmp_path / "broken"
    (broken / "ziglang").mkdir(parents=True)
    (broken / "ziglang" / "__init__.py").write_text("raise SystemExit('there is no compiler')")
    for name in ("node", "npm"):
        program(broken / name, FAILING)
    environment = {"PATH": f"{broken}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(broken)}
    with ZipFile(hatchling("wheel", unpacked, tmp_path, **environment)) as archive:
        names = set(archive.namelist())
        app = archive.read(f"{web.PACKAGE_FOLDER}/{web.INDEX}")
    assert f"{kernel.PACKAGE_FOLDER}/{kernel.host().library}" in names
    assert f"{kernel.PACKAGE_FOLDER}/{kernel.WASM}" in names
    assert f"{web.WIDGET_FOLDER}/{web.BUNDLE}" in names
    assert app == (web.IN_TREE / web.INDEX).read_bytes()
    assert not [name for name in names if name.endswith(".sha256")]


def check_app(files: Mapping[str, StaticFile]) -> None:
    page = files[web.INDEX].plain.body.decode()
    named = re.findall(r'(?:src|href)="\./([^"]+)"', page)
    assert {Path(name).suffix for name in named} >= {".js", ".css", ".webmanifest"}
    assert [name for name in named if name not in files] == []
    types = {file.type for file in files.values()}
    assert {"application/wasm", "application/manifest+json"} <= types
    assert all(
        "br" in {variant.encoding for variant in file.variants} for file in compressible(files)
    )
    # Nothing in the page itself: the policy would refuse it.
    assert not re.search(r"<script(?![^>]* src=)|<style|\son\w+=|\sstyle=", page)


def compressible(files: Mapping[str, StaticFile]) -> list[StaticFile]:
    """Those compressed when built: not pictures, tiny ones, nor the page: the server adds to it."""
    return [
        file
        for name, file in files.items()
        if name != web.INDEX and not name.endswith(".png") and len(file.plain.body) > TINY_BYTES
    ]


def test_app_that_is_built_already_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(WebError) as error:
        web.packed()
    assert str(error.value) == f"QTTT_WEB: there is no app in {tmp_path}; build it with: make web"
    (tmp_path / "index.html").write_text("the app")
    assert web.packed() == tmp_path
    assert not web.needs_node()


def test_app_can_be_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "none")
    assert web.packed() is None
    monkeypatch.setattr(web, "WIDGET", tmp_path / "board")
    assert web.packed_widget() is None
    assert not web.needs_node()


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in which programs are found; nothing is built or installed yet."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(web, "find_spec", lambda name: None)
    monkeypatch.setattr(web, "IN_TREE", tmp_path / "app")
    monkeypatch.setattr(web, "MODULES", tmp_path / "node_modules")
    return folder


def program(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.mark.skipif(os.name != "posix", reason="programs of POSIX")
@pytest.mark.parametrize("version", ["", "v18.20.1", "v20.18.3"])
def test_node_is_asked_for_where_there_is_none_that_will_do(programs: Path, version: str) -> None:
    if version:
        program(programs / "node", f"echo {version}")
        program(programs / "npm", FAILING)
    assert web.needs_node()
    with pytest.raises(WebError) as error:
        web.provide()
    assert str(error.value) == (
        f"the web app needs Node 20.19 or newer with npm to be built; {ADVICE}"
    )


@pytest.mark.skipif(os.name != "posix", reason="programs of POSIX")
def test_emptied_folder_of_packages_is_filled_again(programs: Path) -> None:
    program(programs / "node", "echo v20.19.0")
    program(programs / "npm", f"echo >{programs.parent}/node_modules/{INSTALLED}")
    web.MODULES.mkdir()
    for _ in range(2):
        (web.MODULES / INSTALLED).unlink(missing_ok=True)
        web.install_modules()
        assert (web.MODULES / INSTALLED).exists()
    program(programs / "npm", FAILING)
    web.install_modules()


@pytest.mark.skipif(os.name != "posix", reason="programs of POSIX")
def test_npm_that_fails(programs: Path) -> None:
    program(programs / "node", "echo v20.19.0")
    program(programs / "npm", FAILING)
    assert not web.needs_node()
    with pytest.raises(WebError) as error:
        web.provide()
    assert str(error.value) == f"`npm ci` has failed: see its messages above; {ADVICE}"


@pytest.mark.usefixtures("programs")
def test_a_folder_whose_name_vite_misreads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "WEB", folder := Path("/Zoë's #1/web"))
    for name in ("sources", "board_sources"):
        monkeypatch.setattr(web, name, list)
    for provide in (web.provide, web.provide_board):
        with pytest.raises(WebError) as error:
            provide()
        assert str(error.value) == (
            f"Vite cannot build in {folder}: rename the folder with # and ' in its name"
        )
