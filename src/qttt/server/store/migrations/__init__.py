"""Schema migrations: Alembic revisions in ``versions``, and the code that runs them.

A released revision must not change, and must not import ``schema``, which describes only the
current tables.
"""

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext, MigrationStep, RevisionStep
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from qttt.server.store.errors import StoreError

LATEST = "head"
EMPTY = "base"
TABLE = "schema_version"

_LOCK = text("SELECT pg_advisory_xact_lock(7488770)")
"""Prevents processes that start together from migrating twice; the number is arbitrary."""


def migrate(connection: Connection, target: str = LATEST) -> None:
    """Migrate to revision ``target`` within the connection's transaction.

    Raises ``StoreError``, changing nothing, if a newer version has migrated the database.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(_LOCK)
    scripts = _scripts()
    context = MigrationContext.configure(
        connection, opts={"version_table": TABLE, "fn": _steps(scripts, target)}
    )
    _reject_newer(context.get_current_revision())
    with Operations.context(context):
        context.run_migrations()


def current_revision(connection: Connection) -> str | None:
    """Return the revision of the database's schema, or None if it is empty."""
    context = MigrationContext.configure(connection, opts={"version_table": TABLE})
    return context.get_current_revision()


def revisions() -> list[str]:
    """Return the names of all revisions, oldest first."""
    return [script.revision for script in _scripts().walk_revisions()][::-1]


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory(Path(__file__).parent)


def _reject_newer(revision: str | None) -> None:
    if revision is not None and revision not in revisions():
        raise StoreError(
            f"the store has schema {revision!r}, which this version of qttt does not know: a newer "
            "version has migrated it; install that version, or restore an older backup"
        )


def _steps(
    scripts: ScriptDirectory, target: str
) -> Callable[[str | None, MigrationContext], Iterable[RevisionStep]]:
    """Return Alembic's ``fn``, which lists the steps from the current revision to ``target``."""

    def steps(current: str | None, _: MigrationContext) -> Iterable[RevisionStep]:
        revisions = scripts.revision_map
        if target == LATEST:
            up = reversed(list(scripts.iterate_revisions(target, current or EMPTY)))
            return [MigrationStep.upgrade_from_script(revisions, script) for script in up]
        down = scripts.iterate_revisions(current, target)
        return [MigrationStep.downgrade_from_script(revisions, script) for script in down]

    return steps
