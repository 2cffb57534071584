"""The schema's history: steps up and down, in ``versions``, and which of them to take.

A step never changes once it was released, and does not read ``schema``, which tells today only.
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
NOTHING = "base"
TABLE = "schema_version"

_LOCK = text("SELECT pg_advisory_xact_lock(7488770)")
"""So that processes which start together take no step twice; any number would do."""


def migrate(connection: Connection, target: str = LATEST) -> None:
    """Take the steps from what the database holds to ``target``, within its transaction.

    Raises ``StoreError``, having changed nothing, if the database is of a newer program.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(_LOCK)
    scripts = _scripts()
    context = MigrationContext.configure(
        connection, opts={"version_table": TABLE, "fn": _steps(scripts, target)}
    )
    _refuse_newer(context.get_current_revision())
    with Operations.context(context):
        context.run_migrations()


def held(connection: Connection) -> str | None:
    """The revision of the schema that the database holds; None if it holds nothing."""
    context = MigrationContext.configure(connection, opts={"version_table": TABLE})
    return context.get_current_revision()


def revisions() -> list[str]:
    """The names of all steps, the first one first."""
    return [script.revision for script in _scripts().walk_revisions()][::-1]


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory(Path(__file__).parent)


def _refuse_newer(held: str | None) -> None:
    if held is not None and held not in revisions():
        raise StoreError(
            f"the store is of schema {held!r}, which this qttt does not know: a newer one has used "
            "it; install that again, or restore a backup of before"
        )


def _steps(
    scripts: ScriptDirectory, target: str
) -> Callable[[str | None, MigrationContext], Iterable[RevisionStep]]:
    """What Alembic asks for the steps from the revision that is held."""

    def steps(held: str | None, _: MigrationContext) -> Iterable[RevisionStep]:
        revisions = scripts.revision_map
        if target == LATEST:
            up = reversed(list(scripts.iterate_revisions(target, held or NOTHING)))
            return [MigrationStep.upgrade_from_script(revisions, script) for script in up]
        down = scripts.iterate_revisions(held, target)
        return [MigrationStep.downgrade_from_script(revisions, script) for script in down]

    return steps
