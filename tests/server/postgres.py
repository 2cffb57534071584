"""A temporary PostgreSQL: a cluster in a folder of its own, on a port of this machine."""

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

UNPRIVILEGED = "nobody"
"""The user of the system that runs PostgreSQL if the tests run as root, which it refuses."""


class NoPostgres(Exception):  # noqa: N818  a reason to skip
    """There can be none here; the message says why."""


class Cluster(NamedTuple):
    """A server; it runs between ``start`` and ``stop``, and keeps its data meanwhile."""

    programs: Path
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
        """Stop it; ``immediate`` is a crash from which it recovers when it is started."""
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
        _run(self.programs / "pg_ctl", "-D", str(self.folder / "data"), *arguments)


@contextmanager
def running(*, fsync: bool = False) -> Iterator[Cluster]:
    """A new cluster that runs; with ``fsync`` what it commits is on the disk.

    Raises ``NoPostgres`` where there can be none.
    """
    found = find("postgres")
    if found is None:
        raise NoPostgres(missing("postgres"))
    # Not in a folder of pytest, which only root may read.
    folder = Path(tempfile.mkdtemp(prefix="qttt-postgres-"))
    try:
        if is_root():
            shutil.chown(folder, UNPRIVILEGED)
        programs = _accessible(Path(found).parent, folder)
        choice = ("--no-sync", "--no-locale", "--encoding=UTF8", "--auth=trust")
        _run(programs / "initdb", *choice, f"--username={USER}", "-D", str(folder / "data"))
        cluster = Cluster(programs, folder, free_port(), fsync)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop("immediate")
    finally:
        shutil.rmtree(folder)


def _accessible(programs: Path, folder: Path) -> Path:
    """The programs, copied into the folder if the user that runs PostgreSQL cannot read them.

    That is so in a clone that only root can read: PostgreSQL then needs its libraries and data too.
    """
    try:
        _run(programs / "postgres", "--version")
    except PermissionError:
        prefix = programs.parent
        package = folder / prefix.parent.name
        shutil.copytree(prefix, package / prefix.name)
        libraries = prefix.parent.with_name(f"{prefix.parent.name}.libs")  # relative to the package
        if libraries.exists():
            shutil.copytree(libraries, folder / libraries.name)
        for path in folder.rglob("*"):
            shutil.chown(path, UNPRIVILEGED)
        return package / prefix.name / programs.name
    return programs


def _run(program: Path, *arguments: str) -> None:
    """Run one of its programs; if this is root, as a user without rights."""
    user, group = _unprivileged() if is_root() else (None, None)
    done = subprocess.run(
        (program, *arguments),
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        user=user,
        group=group,
        extra_groups=None if user is None else [],
    )
    if done.returncode:
        raise RuntimeError(f"{program.name} {arguments[0]}: {done.stderr}")


def _unprivileged() -> tuple[int, int]:
    """The identifiers of a user without rights, and of its group."""
    import pwd

    entry = pwd.getpwnam(UNPRIVILEGED)
    return entry.pw_uid, entry.pw_gid


def is_root() -> bool:
    """Whether this process may do everything."""
    return hasattr(os, "geteuid") and os.geteuid() == 0
