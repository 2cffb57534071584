"""Create the virtual environment and install packages into it, unless they are up to date.

python -m scripts.environment kernel  install what building and running require; compile the kernel
python -m scripts.environment run     then install qttt, editable
python -m scripts.environment dev     then install the requirements of tests and checks
python -m scripts.environment release or install the requirements of `make release`
python -m scripts.environment lite    or install JupyterLite
python -m scripts.environment lock    pin the newest requirements
"""

import hashlib
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - an older Python runs this, too
    sys.exit(
        "make: {} is Python {}.{}, but 3.11 or newer is needed; name another: "
        "make PYTHON=/path/to/python".format(sys.executable, *sys.version_info)
    )

from scripts import progress
from scripts.kernel import ROOT, digest, is_current, stamp

VENV = ROOT / ".venv"
PROGRAMS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = PROGRAMS / ("python.exe" if os.name == "nt" else "python")
CREATED = VENV / ".made"
UV_COMPILE = (
    *("pip", "compile", "--universal", "--python-version", "3.11", "--quiet", "--upgrade"),
    *("--generate-hashes", "--no-emit-index-url", "--no-emit-find-links", "--no-annotate"),
    *("--custom-compile-command", "make lock", "--system-certs"),
)
LOCKS = {
    "run": "pyproject.toml --extra app --extra terminal --group build",
    "dev": "pyproject.toml --extra app --extra terminal --group dev -c requirements/run.txt",
    "release": "--group release -c requirements/dev.txt",
    "lite": "--group lite -c requirements/dev.txt",
    "server": "pyproject.toml --extra app --extra postgres --extra redis -c requirements/dev.txt",
    "node": "--group node",
}
"""What each file in ``requirements`` pins, with the constraints of an earlier one."""


def main(part: str) -> None:
    """Install a part and all before it, or lock."""
    if not (CREATED.exists() and PYTHON.exists()):
        print(f"Creating a virtual environment in {VENV.name}", flush=True)
        run(sys.executable, "-m", "venv", "--clear", VENV)
        CREATED.touch()
    if part == "lock":
        run(*_pip("uv"))
        for name, options in LOCKS.items():
            run(PROGRAMS / "uv", *UV_COMPILE, *options.split(), "-o", f"requirements/{name}.txt")
        return
    _provide("run", "Installing Python packages (about 110 MB, once)", 600)
    run(PYTHON, "-m", "scripts.kernel")
    if part != "kernel":
        wanted = _installed_version()
        if not is_current(VENV / "qttt", wanted):
            run(*_pip("--no-build-isolation", "--no-deps", "--editable", "."))
            _make_path_relative()
            stamp(VENV / "qttt").write_text(wanted, "ascii")
    if part == "dev":
        _provide("dev", "Installing Python packages for developers (about 280 MB, once)", 1300)
    if part == "lite":
        _provide("lite", "Installing JupyterLite (about 40 MB, once)", 180)
    if part == "release":
        _provide("release", "Installing Python packages for releases (about 20 MB, once)", 60)


def run(*command: str | Path) -> None:
    """Run a command; exit if it fails."""
    if code := subprocess.run(command, cwd=ROOT, env=os.environ | cache_settings()).returncode:
        sys.exit(code)


def cache_settings() -> dict[str, str]:
    """Return settings of pip, npm and zig for a user whose home is missing or read-only."""
    with suppress(RuntimeError):  # neither HOME nor an entry in the list of users
        if os.access(Path.home(), os.W_OK):
            return {}
    build = ROOT / "build"
    return {
        "PIP_NO_CACHE_DIR": "1",
        "npm_config_cache": str(build / "npm"),
        "ZIG_GLOBAL_CACHE_DIR": str(build / "zig"),
    }


def install(name: str, title: str, megabytes: int) -> int:
    """Install a file of ``requirements``, and return pip's exit code."""
    command = _pip("--require-hashes", "--requirement", str(ROOT / "requirements" / f"{name}.txt"))
    folder = VENV / "tmp"  # where progress is measured
    folder.mkdir(exist_ok=True)
    settings = {**os.environ, **cache_settings(), "TMPDIR": str(folder)}
    return progress.run(title, VENV, megabytes, command, settings)


def _installed_version() -> str:
    """Return a hash of what determines how qttt is installed.

    The program ``qttt`` names its Python by the path of the environment, so that a copy of the
    folder would run the original.
    """
    files = digest(ROOT / name for name in ("pyproject.toml", "scripts/hook.py"))
    return hashlib.sha256(files.encode() + os.fsencode(VENV)).hexdigest()


def _make_path_relative() -> None:
    """Rewrite the file with which Python finds the sources.

    Before Python 3.13 it is read in the locale's encoding: with ``LC_ALL=C`` no Python of the
    environment would start if the folder's name has letters outside ASCII.
    """
    (file,) = VENV.rglob("_qttt.pth")
    file.write_text(os.path.relpath(ROOT / "src", file.parent), "ascii")


def _provide(name: str, title: str, megabytes: int) -> None:
    wanted = digest([ROOT / "requirements" / f"{name}.txt"])
    if is_current(VENV / name, wanted):
        return
    if code := install(name, title, megabytes):
        sys.exit(code)
    stamp(VENV / name).write_text(wanted, "ascii")


def _pip(*arguments: str) -> list[str]:
    return [
        str(PYTHON),
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--quiet",
        "install",
        *arguments,
    ]


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a traceback
    main(sys.argv[1])
