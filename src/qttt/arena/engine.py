"""The built-in engine behind the engine protocol (docs/protocol-engine.md)."""

import re
import threading
from collections.abc import Callable
from random import Random

from qttt import __version__
from qttt.copies import RebuiltError, Uncopyable
from qttt.engine.jobs import Job
from qttt.engine.levels import levels_for
from qttt.game import (
    IllegalMoveError,
    IllegalPositionError,
    Move,
    Player,
    Position,
    Rules,
    RulesError,
)
from qttt.notation import NotationError, format_move, parse_moves, parse_position

from .budget import Budget
from .move_choice import MAX_MEGABYTES, MAX_THREADS, think, unsupported_reason
from .protocol import VERSION, EngineOption, ErrorKind, Info, read_budget, sanitize, split_command

OPTIONS = (
    EngineOption("seed", "number", "0", 0, (1 << 63) - 1),
    EngineOption("threads", "number", "1", 1, MAX_THREADS),
    EngineOption("megabytes", "number", "64", 1, MAX_MEGABYTES),
    EngineOption("learned", "number", "0", 0, 1),
)

_MOVES = re.compile(r"(?:^|\s+)moves(?:\s+|$)")


class CommandError(RebuiltError):
    """A line was rejected with ``error KIND MESSAGE``; the engine's state is unchanged."""

    def __init__(self, kind: ErrorKind, message: str) -> None:
        super().__init__(f"error {kind} {sanitize(message)}")


class EngineServer(Uncopyable):
    """An engine session, which passes each line of its answers to ``write``.

    The search runs in a separate thread, which also calls ``write``; calls are serialized. If
    ``write`` raises ``BrokenPipeError``, the output is closed, and the search ends.
    """

    copying = "create one for each process and send it the position"

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write, self._lock = write, threading.RLock()
        self._position = Position(Rules())
        self._options: dict[str, int] = {}
        self._rng = Random(0)
        self._job: Job[Move] | None = None
        self._budget = Budget()
        self._thread: threading.Thread | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "qttt": self._greet,
            "isready": lambda _: self._send("readyok"),
            "setoption": self._set,
            "newgame": self._new_game,
            "position": self._place,
            "go": self._go,
            "stop": lambda _: self._stop(),
        }

    def handle_line(self, line: str) -> bool:
        """Run one command and report errors as answers. Return False for ``quit``."""
        name, rest = split_command(line)
        if name == "quit":
            return False
        try:
            if name and name not in self._commands:
                known = ", ".join([*self._commands, "quit"])
                raise CommandError(
                    ErrorKind.UNKNOWN,
                    f"unknown command {sanitize(name, 40)!r}: choose from {known}",
                )
            if name:
                self._commands[name](rest)
        except CommandError as error:
            self._send(str(error))
        return True

    def reject_line(self, message: str) -> None:
        """Reject a line that could not be decoded."""
        self._send(str(CommandError(ErrorKind.SYNTAX, message)))

    def wait(self) -> None:
        """Wait for the pending ``bestmove``, stopping the search if it has no limit."""
        if self._budget == Budget():
            self._stop()
        if thread := self._thread:
            thread.join()

    def abort(self) -> None:
        """Abort the search and send nothing more."""
        with self._lock:
            self._write = lambda _: None
        self._stop()
        if thread := self._thread:
            thread.join()

    # --- commands ----------------------------------------------------------------------------

    def _greet(self, _: str) -> None:
        self._send(f"id name qttt\nid author the qttt authors\nid version {__version__}")
        self._send("\n".join([f"id protocol {VERSION}", *map(str, OPTIONS), "qtttok"]))

    def _set(self, rest: str) -> None:
        self._check_idle()
        name, value = split_command(rest)
        option = next((choice for choice in OPTIONS if choice.name == name), None)
        if option is None:
            known = ", ".join(choice.name for choice in OPTIONS)
            raise CommandError(
                ErrorKind.SYNTAX, f"unknown option {sanitize(name, 40)!r}: choose from {known}"
            )
        if reason := option.invalid_reason(value):
            raise CommandError(ErrorKind.SYNTAX, reason)
        self._options[name] = int(value)
        self._rng.seed(self._options.get("seed", 0))

    def _new_game(self, rest: str) -> None:
        self._check_idle()
        name, text = split_command(rest)
        if name != "rules" or not text:
            raise CommandError(ErrorKind.SYNTAX, "write newgame rules and a preset, such as goff")
        try:
            self._position = Position(Rules.parse(text))
        except RulesError as error:
            raise CommandError(ErrorKind.RULES, str(error)) from error
        self._rng.seed(self._options.get("seed", 0))

    def _place(self, rest: str) -> None:
        self._check_idle()
        text, *moves = _MOVES.split(rest, maxsplit=1)
        try:
            start = parse_position(text, self._position.rules)
            self._position = parse_moves("".join(moves), start).position
        except NotationError as error:
            raise CommandError(ErrorKind.NOTATION, str(error.message)) from error
        except (IllegalMoveError, IllegalPositionError) as error:
            raise CommandError(ErrorKind.ILLEGAL, getattr(error, "message", str(error))) from error

    def _go(self, rest: str) -> None:
        self._check_idle()
        budget = read_budget(rest)
        if budget is None and split_command(rest)[0] == "level":
            known = ", ".join(levels_for(self._position.rules))
            raise CommandError(ErrorKind.UNSUPPORTED, f"unknown level: choose from {known}")
        if budget is None:
            raise CommandError(
                ErrorKind.SYNTAX, "write go time MS, go nodes N, go level NAME or go infinite"
            )
        if not isinstance(self._position.to_move, Player):
            reason = (
                "chance decides this collapse" if self._position.to_move else "the game is over"
            )
            raise CommandError(ErrorKind.STATE, f"no player is to move: {reason}")
        if unsupported := unsupported_reason(self._position, budget):
            raise CommandError(ErrorKind.UNSUPPORTED, unsupported)
        position, self._budget = self._position, budget
        resources = {name: n for name, n in self._options.items() if name != "seed"}
        self._job = job = Job(
            lambda stop, _: think(position, budget, self._rng, stop, self._inform, **resources)
        )
        self._thread = threading.Thread(target=self._think, args=(position, job), daemon=True)
        self._thread.start()

    def _stop(self) -> None:
        if self._job:
            self._job.stop()

    def _check_idle(self) -> None:
        with self._lock:
            if self._thread:
                raise CommandError(
                    ErrorKind.BUSY, "still thinking: send stop and wait for bestmove"
                )

    # --- search thread -----------------------------------------------------------------------

    def _think(self, position: Position, job: Job[Move]) -> None:
        try:
            answer = f"bestmove {format_move(job.run(), position)}"
        except Exception as error:
            self._answer(str(CommandError(ErrorKind.FAULT, repr(error))))
            raise
        self._answer(answer)

    def _inform(self, info: Info) -> None:
        self._send(str(info))

    def _answer(self, line: str) -> None:
        """Mark the engine idle, then send the thread's last line."""
        with self._lock:
            self._thread = None
            self._send(line)

    def _send(self, lines: str) -> None:
        with self._lock:
            try:
                for line in lines.splitlines():
                    self._write(line)
            except BrokenPipeError:
                self._stop()
