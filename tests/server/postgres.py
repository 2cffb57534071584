"""A throw-away PostgreSQL: a cluster in a folder of its own, on a port of this machine."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import asyncpg  # type: ignore[import-untyped]

from .services import find, free_port, missing

USER = "qttt"


class NoPostgres(Exception):  # noqa: N818  a reason to skip
    """There can be none here; the message says why."""


class Cluster(NamedTuple):
    """A server; it is there between ``start`` and ``stop``, and keeps its data meanwhile."""

    folder: Path
    port: int
    fsync: bool = False

    def url(self, database: str) -> str:
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        options = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' "
            f"-c fsync={self.fsync} -c max_connections=60 -c log_min_messages=fatal"
        )
        self._control("start", "-w", "-o", options, "-l", str(self.folder / "log"))

    def stop(self, how: str = "fast") -> None:
        """End it; ``immediate`` is a crash from which it recovers when it is started."""
        self._control("stop", "-m", how)

    async def create(self, database: str) -> str:
        """Make an empty database; its URL."""
        connection = await asyncpg.connect(self.url("postgres"))
        try:
            await connection.execute(f'CREATE DATABASE "{database}"')
        finally:
            await connection.close()
        return self.url(database)

    def _control(self, *arguments: str) -> None:
        _run("pg_ctl", "-D", str(self.folder / "data"), *arguments)


@contextmanager
def running(*, fsync: bool = False) -> Iterator[Cluster]:
    """A new cluster that runs; with ``fsync`` what it commits is on the disk.

    Raises ``NoPostgres`` where there can be none.
    """
    if not find("postgres"):
        raise NoPostgres(missing("postgres"))
    if _is_root() and not shutil.which("runuser"):
        raise NoPostgres("PostgreSQL does not run as root, and there is no runuser here")
    # Not in a folder of pytest, which is for root's eyes only.
    folder = Path(tempfile.mkdtemp(prefix="qttt-postgres-"))
    try:
        if _is_root():
            shutil.chown(folder, "postgres")
        choice = ("--no-sync", "--no-locale", "--encoding=UTF8", "--auth=trust")
        _run("initdb", *choice, f"--username={USER}", "-D", str(folder / "data"))
        cluster = Cluster(folder, free_port(), fsync)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop("immediate")
    finally:
        shutil.rmtree(folder)


def _run(program: str, *arguments: str) -> None:
    """Run one of its programs, as the user whom the package has made for it if this is root."""
    before = ("runuser", "-u", "postgres", "--") if _is_root() else ()
    path = find(program)
    if path is None:
        raise NoPostgres(f"there is a postgres here, but no {program}")
    done = subprocess.run(
        (*before, path, *arguments),
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(f"{program} {arguments[0]}: {done.stderr}")


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
