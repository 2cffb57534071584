"""A temporary PostgreSQL cluster in a new folder, on a local port."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import psutil
import psycopg
from psycopg.sql import SQL, Identifier

from .services import find, free_port, skip_reason

USER = "qttt"

UNPRIVILEGED = "nobody"
"""The system user for PostgreSQL, which refuses to run as root."""


class PostgresUnavailable(Exception):  # noqa: N818  a reason to skip
    """PostgreSQL is not installed; the message gives the command that installs it."""


class Cluster(NamedTuple):
    """A server that runs between ``start`` and ``stop``; the data is kept."""

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
        """Stop the server; ``immediate`` is a crash, with recovery at the next start."""
        self._control("stop", "-m", how)

    @property
    def processes(self) -> list[psutil.Process]:
        """All processes of the server."""
        pid = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        parent = psutil.Process(pid)
        return [parent, *parent.children()]

    def kill(self) -> None:
        """Kill all processes of the server; it recovers at the next start."""
        processes = self.processes
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(processes)

    def create(self, database: str) -> str:
        """Create an empty database and return its URL."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(SQL("CREATE DATABASE {}").format(Identifier(database)))
        return self.url(database)

    def _control(self, *arguments: str) -> None:
        _run(self.programs / "pg_ctl", "-D", str(self.folder / "data"), *arguments)


@contextmanager
def running(*, fsync: bool = False) -> Iterator[Cluster]:
    """Run a new cluster; with ``fsync`` commits are durable.

    Raises ``PostgresUnavailable`` if it is not installed.
    """
    found = find("postgres")
    if found is None:
        raise PostgresUnavailable(skip_reason("postgres"))
    # Folders of pytest can be readable by root only.
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
    """Return the programs' folder, copied if the user of PostgreSQL cannot read it.

    That is so in a clone readable by root only; libraries and data are copied too.
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
    """Run a program of PostgreSQL; as root, run it as the unprivileged user."""
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
    """Return the ids of the unprivileged user and its group."""
    import pwd

    entry = pwd.getpwnam(UNPRIVILEGED)
    return entry.pw_uid, entry.pw_gid


def is_root() -> bool:
    """Return whether this process runs as root."""
    return hasattr(os, "geteuid") and os.geteuid() == 0
