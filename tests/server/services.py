"""The servers behind the server and in front of it, for tests on this machine only.

As a script it installs those that are missing where that needs no question: on Debian and its kin,
as root, which is how tests run in a container. Without them their tests are skipped.
"""

import os
import secrets
import shutil
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

APT = ("apt-get", "--quiet", "--quiet")
PACKAGES = {
    "postgres": "postgresql",
    "redis-server": "redis-server",
    "nginx": "nginx-light",
    "caddy": "caddy",
}
"""A program that is needed, and the package of Debian in which it is."""

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/sbin")
"""Where programs are that are not in PATH; of several versions the newest is taken."""

PORTS = range(20_000, 32_000)


def find(program: str) -> str | None:
    """The path of a program, None if it is not on this machine."""
    found = [str(path) for place in PLACES for path in Path("/").glob(f"{place[1:]}/{program}")]
    return max(found, key=_version, default=None) or shutil.which(program)


def missing(program: str) -> str:
    """Why tests that need the program are skipped, and what to do."""
    package = PACKAGES[program]
    return f"there is no {program} here; install it (Debian: apt-get install {package})"


def free_port() -> int:
    """A port of this machine on which nothing listens.

    It is below those that a system hands out by itself, so nobody gets it before it is used.
    """
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as bound, suppress(OSError):
            bound.bind(("127.0.0.1", port))
            return port


def _version(path: str) -> tuple[int, ...]:
    return tuple(int(part) for part in Path(path).parts if part.isdigit())


def _can_install() -> bool:
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return is_root and Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None


def _install(packages: list[str]) -> None:
    print(f"Installing {' and '.join(packages)} (only once) ...", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        (*APT, "update"),
        (*APT, "install", "--yes", "--no-install-recommends", *packages),
    ):
        subprocess.run(command, env=quiet, stdout=subprocess.DEVNULL, check=False)


if __name__ == "__main__":
    wanted = [package for program, package in PACKAGES.items() if not find(program)]
    if wanted and _can_install():
        _install(wanted)
    for program in PACKAGES:
        if not find(program):
            print(f"services.py: {missing(program)}; its tests are skipped", file=sys.stderr)
