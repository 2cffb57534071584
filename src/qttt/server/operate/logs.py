"""Logs on standard error: readable on a terminal, otherwise JSON.

Modules use the standard library's ``logging``, and structlog formats the lines. Passwords in URLs
and text that looks like a token are removed. Control characters are escaped.
"""

import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from qttt.notation.escapes import printable

from .settings import mask_secrets

TOKEN = re.compile(r"(?<![\w-])[\w-]{43}(?![\w-])")
"""The form of a session or bot token."""
MULTILINE_FIELD = "exception"
"""The field with a traceback, in which line breaks are kept."""

log = logging.getLogger("qttt.server")


def configure_logging(
    level: str, form: Literal["auto", "console", "json"], stream: TextIO | None = None
) -> None:
    """Write log lines of at least ``level`` to ``stream``, by default standard error."""
    output = stream or sys.stderr
    is_console = form == "console" or (form == "auto" and output.isatty())
    handler = logging.StreamHandler(output)
    handler.setFormatter(_formatter(is_console=is_console, color=is_console and output.isatty()))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("qttt").setLevel(level.upper())


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
