"""Build, check and describe what a release publishes, in ``dist``: ``make release``.

- a wheel for each machine, and one for Pyodide;
- the source archive, with the web app and the kernel for every machine, which is also the context
  of the container image;
- the npm package of the board;
- the paper as PDF, the book's tables and certificate, positions with exact values, and how to cite
  them;
- a bill of materials in the format CycloneDX, and checksums.

Two builds of the same sources give the same bytes; ``--twice`` checks that, with compilers and all.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import venv
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts import citation, kernel, web
from scripts.addresses import repository
from scripts.environment import PROGRAMS
from scripts.kernel import ROOT, TARGETS, Target

DIST = ROOT / "dist"
CHECKSUMS = "SHA256SUMS"
SBOM = "sbom.cdx.json"
WORKFLOW = ROOT / ".github" / "workflows" / "ci.yml"

GAME = "12 12 @1 45 45 @4 78 78 @7"
RESULT = "2/1/5/4/8/7"


class ReleaseError(Exception):
    """The release must not be published, for the reason in the message."""


def main() -> None:
    """Build and check a release."""
    parser = ArgumentParser(prog="python -m scripts.release")
    parser.add_argument("--twice", action="store_true", help="build all again and compare")
    options = parser.parse_args()
    try:
        build(DIST)
        check(DIST)
        if options.twice:
            with TemporaryDirectory(dir=ROOT / "build") as folder:
                forget()
                build(Path(folder))
                compare(DIST, Path(folder))
    except (ReleaseError, kernel.KernelError, web.WebError) as error:
        sys.exit(f"scripts/release.py: {error}")
    for path in files(DIST):
        print(f"{path.stat().st_size:>10,}  {path.name}")


def build(folder: Path) -> None:
    """Build everything into a folder, which is emptied."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    web.install_modules(dev=True)
    kernel.provide(kernel.IN_TREE, kernel.host())
    kernel.release()
    web.provide()
    web.provide_board()
    pack("sdist", folder)
    for target in TARGETS.values():
        pack("wheel", folder, target)
    pack_board(folder)
    from scripts.sbom import write_sbom  # its requirements are installed for releases only

    write_sbom(folder / SBOM)
    citation.write(folder)
    sums = [f"{digest(path)}  {path.name}\n" for path in files(folder)]
    (folder / CHECKSUMS).write_text("".join(sums), "ascii")


def forget() -> None:
    """Have the next build compile the kernels, the web app and the board again."""
    shutil.rmtree(ROOT / kernel.RELEASED)
    for folder in (kernel.IN_TREE, web.IN_TREE, web.WIDGET):
        kernel.stamp(folder).unlink()


def pack(kind: str, folder: Path, target: Target | None = None) -> None:
    """Build the source archive, or the wheel of a target; that of Pyodide has no web app."""
    variables = {kernel.VARIABLE: target.zig} if target else {}
    if target and target.zig == kernel.PYODIDE:
        variables[web.VARIABLE] = web.NONE
    command = ("-m", "hatchling", "build", "--target", kind, "--directory", folder)
    run(sys.executable, *command, **variables)


def pack_board(folder: Path) -> None:
    """Pack the npm package of the board.

    npm accepts an attested package only if it names the repository that builds it, which GitHub
    tells its workflows.
    """
    node = web.install_modules(dev=True)
    with TemporaryDirectory() as scratch:
        copy = Path(shutil.copytree(web.BOARD_PACKAGE, Path(scratch, "board")))
        if home := repository():
            address = {"type": "git", "url": f"git+{home}.git", "directory": "web/board"}
            package = json.loads((copy / "package.json").read_text("utf-8"))
            text = json.dumps({**package, "repository": address}, indent=2, ensure_ascii=False)
            (copy / "package.json").write_text(f"{text}\n", "utf-8")
        options = ("--silent", "--pack-destination", folder)
        run(*node.npm, "pack", copy, *options, **node.environment)


def check(folder: Path) -> None:
    """Check all archives, and play a game with those that can be installed here."""
    wheels = sorted(folder.glob("*.whl"))
    sdist = next(folder.glob("*.tar.gz"))
    run(sys.executable, "-m", "twine", "check", "--strict", *wheels, sdist)
    run(sys.executable, "-m", "check_wheel_contents", *wheels)
    from scripts.sbom import sbom_problem

    if problem := sbom_problem(folder / SBOM):
        raise ReleaseError(f"{SBOM} is not valid: {problem}")
    for board in folder.glob("*.tgz"):
        node = web.install_modules(dev=True)
        node.run("publint", "--", str(board))
        node.run("attw", "--", str(board))
        rehearse_publishing(folder.parent)
    for archive in (*folder.glob(f"*-{kernel.host().tag}.whl"), sdist):
        install_and_play(archive)
    for wheel in folder.glob("*-pyemscripten_*.whl"):
        play_in_pyodide(wheel)


def rehearse_publishing(folder: Path) -> None:
    """Run npm's command of the workflow without its effect, in a folder with ``dist``."""
    (command,) = re.findall(r"run: (npm publish .*)", WORKFLOW.read_text("utf-8"))
    node = web.install_modules(dev=True)
    # Nothing listens at this address, which is not tried again.
    silent = {"npm_config_registry": "http://127.0.0.1:9", "npm_config_fetch_retries": "0"}
    run("sh", "-c", f"cd '{folder}' && {command} --dry-run 2>&1", **node.environment, **silent)


def install_and_play(archive: Path) -> None:
    """Install an archive into a new environment and play a game there."""
    with TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        programs = Path(folder, PROGRAMS.name)
        run(programs / "python", "-m", "pip", "--quiet", "install", archive)
        shown = run(programs / "qttt", "show", "--json", *GAME.split())
    if (position := json.loads(shown)["position"]) != RESULT:
        raise ReleaseError(f"{archive.name} plays {GAME} to {position}, not to {RESULT}")


def play_in_pyodide(wheel: Path) -> None:
    """Install a wheel in Pyodide and play a game there."""
    program = f"import qttt; print(qttt.solve(qttt.read({GAME!r}).position).position)"
    if (position := in_pyodide(wheel, program).strip()) != RESULT:
        raise ReleaseError(f"{wheel.name} plays {GAME} to {position}, not to {RESULT}")


def in_pyodide(wheel: Path, program: str, *files: Path) -> str:
    """Run a program in Pyodide with a wheel and files, and return its output."""
    node = web.install_modules(dev=True)
    script = ROOT / "scripts" / "pyodide.mjs"
    return run("node", script, wheel, *files, text=program, **node.environment)


def pyodide_wheel(folder: Path) -> Path:
    """Build the wheel for Pyodide, with the element for notebooks, into an empty folder.

    Raises ``WebError`` as ``web.provide_board``.
    """
    kernel.provide(kernel.IN_TREE, kernel.host())
    web.provide_board()
    pack("wheel", folder, TARGETS["emscripten", "wasm32"])
    return next(folder.glob("*.whl"))


def compare(one: Path, other: Path) -> None:
    """Raise ``ReleaseError`` unless two folders have the same files with the same bytes."""
    sums = [{path.name: digest(path) for path in files(folder)} for folder in (one, other)]
    different = sorted(name for name, _ in sums[0].items() ^ sums[1].items())
    if different:
        raise ReleaseError(f"two builds differ in {', '.join(dict.fromkeys(different))}")


def files(folder: Path) -> list[Path]:
    """Return the files of a release, sorted."""
    return sorted(path for path in folder.iterdir() if not path.name.startswith("."))


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def run(*command: str | Path, text: str = "", **variables: str) -> str:
    """Run a command and return its output. Raises ``ReleaseError`` if it fails."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | variables,
        input=text,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    if done.returncode:
        name = " ".join(Path(part).name for part in command[:4])
        raise ReleaseError(f"{name} has failed:\n{done.stdout}")
    return done.stdout


if __name__ == "__main__":
    main()
