"""Errors as reported to users and programs: one line, a kind, and a position."""

from qttt.copies import RebuiltError
from qttt.extras import MissingExtraError


class CliError(RebuiltError):
    """A command failed; as text it is one line.

    ``kind`` identifies the kind of error for programs; ``line`` and ``column`` count from 1.
    """

    def __init__(
        self, kind: str, message: str, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(message)
        self.kind, self.message, self.line, self.column = kind, message, line, column

    def __str__(self) -> str:
        return f"{self.where}{one_line(self.message)}"

    @property
    def where(self) -> str:
        """The position as a prefix of the message, without the line if it is the first."""
        if self.column is None:
            return f"line {self.line}: " if self.line else ""
        line = f"line {self.line}, " if self.line and self.line > 1 else ""
        return f"{line}column {self.column}: "

    @property
    def json(self) -> dict[str, object]:
        """The value of ``error`` in JSON: kind, message, and the position if known."""
        place = {"line": self.line, "column": self.column}
        known = {name: number for name, number in place.items() if number is not None}
        return {"kind": self.kind, "message": one_line(self.message), **known}


def cli_error(error: Exception) -> CliError | None:
    """Convert an exception; None for an internal error."""
    if isinstance(error, CliError):
        return error
    if isinstance(error, OSError):
        return CliError("file", _file_message(error))
    if isinstance(error, MissingExtraError):
        return CliError("missing extra", str(error))
    kind = _kind(error)
    if kind is None:
        return None
    message = str(getattr(error, "message", error))
    return CliError(kind, message, getattr(error, "line", None), getattr(error, "column", None))


def one_line(text: str) -> str:
    """Return a text as one line, with control characters escaped."""
    from qttt.notation.escapes import printable  # slow; not needed by `qttt --help`

    return printable(text)


def _file_message(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason


def _kind(error: Exception) -> str | None:
    # Imported here because most commands do not fail.
    from qttt.engine import UnsolvableError
    from qttt.engine.evaluator import EvaluatorError
    from qttt.engine.kernel import KernelLoadError
    from qttt.engine.selfplay import VersionError
    from qttt.engine.tablebase import TablebaseError
    from qttt.engine.training_folder import TrainingError
    from qttt.game import IllegalMoveError, IllegalPositionError, RulesError
    from qttt.notation import NotationError, UnwritableError
    from qttt.notation.armour import DamagedError
    from qttt.quantum import DeviceError, ProofError

    kinds: dict[type[Exception], str] = {
        NotationError: "notation",
        IllegalMoveError: "illegal move",
        IllegalPositionError: "illegal position",
        RulesError: "rules",
        KernelLoadError: "kernel",
        TablebaseError: "tablebase",
        EvaluatorError: "evaluator",
        TrainingError: "evaluator",
        VersionError: "evaluator",
        UnsolvableError: "unsolvable",
        UnwritableError: "unwritable",
        DamagedError: "damaged",
        DeviceError: "coin",
        ProofError: "coin",
    }
    return next((kind for known, kind in kinds.items() if isinstance(error, known)), None)
