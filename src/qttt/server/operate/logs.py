"""Logs on standard error: readable on a terminal, otherwise JSON.

Modules use the standard library's ``logging``, and structlog formats the lines. Passwords in URLs
and text that looks like a token are removed. Control characters are escaped. Errors that can recur
without a request are limited.
"""

import logging
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from traceback import walk_tb
from typing import Literal, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from qttt.notation.escapes import printable

from .settings import mask_secrets

TOKEN = re.compile(r"(?<![\w-])[\w-]{43}(?![\w-])")
"""The form of a session or bot token."""
MULTILINE_FIELD = "exception"
"""The field with a traceback, in which line breaks are kept."""

LIMITED = ("asyncio", "uvicorn.error", "qttt.server.net")
"""The loggers, with all below them, of errors in callbacks and of what is attempted again."""
MAX_ERRORS, ERROR_WINDOW_S = 5, 60.0
"""How many errors of one kind are logged in a window."""
LOST_LINE = '{"event": "a line could not be logged", "level": "error"}\n'

log = logging.getLogger("qttt.server")


def configure_logging(
    level: str, form: Literal["auto", "console", "json"], stream: TextIO | None = None
) -> None:
    """Write log lines of at least ``level`` to ``stream``, by default standard error."""
    output = stream or sys.stderr
    is_console = form == "console" or (form == "auto" and output.isatty())
    handler = LogHandler(output)
    handler.addFilter(ErrorLimit())
    handler.setFormatter(_formatter(is_console=is_console, color=is_console and output.isatty()))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("qttt").setLevel(level.upper())


class ErrorLimit(logging.Filter):
    """Rejects errors of ``LIMITED`` that were logged too often lately, and counts them.

    The next line of that kind has the number as ``suppressed``.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._counts: dict[object, int] = {}
        self._since = clock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record is logged."""
        if record.levelno < logging.WARNING or not record.name.startswith(LIMITED):
            return True
        kind, now, suppressed = _kind(record), self._clock(), 0
        if now - self._since >= ERROR_WINDOW_S:
            suppressed = self._counts.get(kind, 0) - MAX_ERRORS
            self._counts, self._since = {}, now
        self._counts[kind] = self._counts.get(kind, 0) + 1
        if suppressed > 0:
            record.suppressed = suppressed
        return self._counts[kind] <= MAX_ERRORS


def _kind(record: logging.LogRecord) -> object:
    """Return the type and place of an error; of a message without one the beginning."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return str(record.msg)[:40]
    lines = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    return (type(error), *lines[-1:])


class LogHandler(logging.StreamHandler[TextIO]):
    """Writes lines; one that cannot be formatted or written is replaced by ``LOST_LINE``."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  the library's name
        """Write no traceback, which would not be JSON, and is long."""
        with suppress(OSError, ValueError, MemoryError):  # the client has disconnected
            self.stream.write(LOST_LINE)


@contextmanager
def log_lifetime(version: str, location: str | None) -> Iterator[None]:
    """Log the start and the stop of the server; ``location`` is its store."""
    log.info("starting", extra={"version": version, "data": location or "none"})
    try:
        yield
    finally:
        log.info("stopped")


def _formatter(*, is_console: bool, color: bool) -> logging.Formatter:
    before: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # Tracebacks have no values of local variables, which can be secrets.
    after: list[Processor] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.format_exc_info,
        clean,
    ]
    plain = structlog.dev.plain_traceback
    lines: Processor = (
        structlog.dev.ConsoleRenderer(colors=color, exception_formatter=plain)
        if is_console
        else structlog.processors.JSONRenderer()
    )
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=before, processors=[*after, lines])


def clean(_: WrappedLogger, __: str, line: EventDict) -> EventDict:
    """Remove secrets and escape control characters in all fields."""
    for name, value in line.items():
        if isinstance(value, str):
            hidden = TOKEN.sub("[token]", mask_secrets(value))
            line[name] = hidden if name == MULTILINE_FIELD else printable(hidden)
    return line
