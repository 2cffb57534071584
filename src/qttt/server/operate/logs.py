"""Log lines on standard error: for people on a terminal, as JSON for programs.

Everything logs by the standard library; structlog writes the lines. What no log may hold is taken
out of every line: passwords in addresses, and whatever could be a token. Characters that would
write another line, or into a terminal, are escaped.
"""

import logging
import re
import sys
from typing import Literal, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from qttt.notation.escapes import printable

from .settings import masked

TOKEN = re.compile(r"(?<![\w-])[\w-]{43}(?![\w-])")
"""What a session's or a program's token looks like."""
LONG = "exception"
"""The part of a line that may have several: where an error happened."""


def keep_logs(
    level: str, form: Literal["auto", "console", "json"], stream: TextIO | None = None
) -> None:
    """From now on write what is worth ``level`` to ``stream``, standard error if there is none."""
    to = stream or sys.stderr
    for_people = form == "console" or (form == "auto" and to.isatty())
    handler = logging.StreamHandler(to)
    handler.setFormatter(_formatter(for_people=for_people, color=for_people and to.isatty()))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("qttt").setLevel(level.upper())


def _formatter(*, for_people: bool, color: bool) -> logging.Formatter:
    before: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # Neither shows the values of variables, among which secrets are.
    after: list[Processor] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.format_exc_info,
        clean,
    ]
    plain = structlog.dev.plain_traceback
    lines: Processor = (
        structlog.dev.ConsoleRenderer(colors=color, exception_formatter=plain)
        if for_people
        else structlog.processors.JSONRenderer()
    )
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=before, processors=[*after, lines])


def clean(_: WrappedLogger, __: str, line: EventDict) -> EventDict:
    """The line without secrets, and without characters that do something where it is shown."""
    for name, value in line.items():
        if isinstance(value, str):
            hidden = TOKEN.sub("[token]", masked(value))
            line[name] = hidden if name == LONG else printable(hidden)
    return line
