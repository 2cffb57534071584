"""Our engine at the engine protocol: it answers lines with lines (docs/protocol-engine.md)."""

import threading
from collections.abc import Callable
from random import Random

from qttt import __version__
from qttt.engine.levels import levels_for
from qttt.game import IllegalMoveError, IllegalPositionError, Player, Position, Rules, RulesError
from qttt.notation import NotationError, format_move, parse_moves, parse_position

from .budget import Budget
from .protocol import VERSION, Info, Kind, Option, cut, read_budget, words
from .thinking import MEGABYTES, THREADS, refusal, think

OPTIONS = (
    Option("seed", "number", "0", 0, (1 << 63) - 1),
    Option("threads", "number", "1", 1, THREADS),
    Option("megabytes", "number", "64", 1, MEGABYTES),
)


class Refusal(Exception):  # noqa: N818  an answer, not a fault
    """A line that is answered with ``error KIND MESSAGE``; nothing has changed."""

    def __init__(self, kind: Kind, message: str) -> None:
        super().__init__(f"error {kind} {cut(message)}")


class Engine:
    """An engine that has been started: ``obey`` takes a line, ``write`` gets each line it answers.

    It thinks in a thread of its own, which also calls ``write``; never two calls at once.
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write, self._lock = write, threading.RLock()
        self._position = Position(Rules())
        self._options: dict[str, int] = {}
        self._rng = Random(0)
        self._stop = threading.Event()
        self._budget = Budget()
        self._thread: threading.Thread | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "qttt": self._greet,
            "isready": lambda _: self._tell("readyok"),
            "setoption": self._set,
            "newgame": self._new_game,
            "position": self._place,
            "go": self._go,
            "stop": lambda _: self._stop.set(),
        }

    def obey(self, line: str) -> bool:
        """Carry out a line; what is wrong with it is told. False if it was ``quit``."""
        name, rest = words(line)
        if name == "quit":
            return False
        try:
            if name and name not in self._commands:
                known = ", ".join([*self._commands, "quit"])
                raise Refusal(Kind.UNKNOWN, f"no command {cut(name, 40)!r}: there are {known}")
            if name:
                self._commands[name](rest)
        except Refusal as refusal:
            self._tell(str(refusal))
        return True

    def refuse(self, message: str) -> None:
        """Answer a line that could not be read."""
        self._tell(str(Refusal(Kind.SYNTAX, message)))

    def finish(self) -> None:
        """Answer what it is thinking about, at once if that has no other end, and be done."""
        if self._budget == Budget():
            self._stop.set()
        if thread := self._thread:
            thread.join()

    def leave(self) -> None:
        """Give up what it is thinking about."""
        with self._lock:
            self._write = lambda _: None
        self._stop.set()
        if thread := self._thread:
            thread.join()

    # --- commands ----------------------------------------------------------------------------

    def _greet(self, _: str) -> None:
        self._tell(f"id name qttt\nid author the qttt authors\nid version {__version__}")
        self._tell("\n".join([f"id protocol {VERSION}", *map(str, OPTIONS), "qtttok"]))

    def _set(self, rest: str) -> None:
        self._check_idle()
        name, value = words(rest)
        option = next((each for each in OPTIONS if each.name == name), None)
        if option is None:
            known = ", ".join(each.name for each in OPTIONS)
            raise Refusal(Kind.SYNTAX, f"no option {cut(name, 40)!r}: there are {known}")
        if why := option.refusal(value):
            raise Refusal(Kind.SYNTAX, why)
        self._options[name] = int(value)
        self._rng.seed(self._options.get("seed", 0))

    def _new_game(self, rest: str) -> None:
        self._check_idle()
        name, text = words(rest)
        if name != "rules" or not text:
            raise Refusal(Kind.SYNTAX, "say newgame rules and a preset, such as goff")
        try:
            self._position = Position(Rules.parse(text))
        except RulesError as error:
            raise Refusal(Kind.RULES, str(error)) from error
        self._rng.seed(self._options.get("seed", 0))

    def _place(self, rest: str) -> None:
        self._check_idle()
        text, _, moves = f"{rest} ".partition(" moves ")
        try:
            start = parse_position(text, self._position.rules)
            self._position = parse_moves(moves, start).position
        except NotationError as error:
            raise Refusal(Kind.NOTATION, str(error.message)) from error
        except (IllegalMoveError, IllegalPositionError) as error:
            raise Refusal(Kind.ILLEGAL, getattr(error, "message", str(error))) from error

    def _go(self, rest: str) -> None:
        self._check_idle()
        budget = read_budget(rest)
        if budget is None and words(rest)[0] == "level":
            known = ", ".join(levels_for(self._position.rules))
            raise Refusal(Kind.UNSUPPORTED, f"there is no such level: there are {known}")
        if budget is None:
            raise Refusal(Kind.SYNTAX, "say go time MS, go nodes N, go level NAME or go infinite")
        if not isinstance(self._position.to_move, Player):
            why = "chance decides this collapse" if self._position.to_move else "the game is over"
            raise Refusal(Kind.STATE, f"there is nothing to choose: {why}")
        if reason := refusal(self._position, budget):
            raise Refusal(Kind.UNSUPPORTED, reason)
        self._stop, self._budget = threading.Event(), budget
        arguments = (self._position, budget, self._stop)
        self._thread = threading.Thread(target=self._think, args=arguments, daemon=True)
        self._thread.start()

    def _check_idle(self) -> None:
        with self._lock:
            if self._thread:
                raise Refusal(Kind.BUSY, "still thinking: say stop and wait for bestmove")

    # --- the thread that thinks --------------------------------------------------------------

    def _think(self, position: Position, budget: Budget, stop: threading.Event) -> None:
        def tell(info: Info) -> None:
            self._tell(str(info))

        try:
            resources = {name: n for name, n in self._options.items() if name != "seed"}
            move = think(position, budget, self._rng, stop, tell, **resources)
            answer = f"bestmove {format_move(move, position)}"
        except Exception as error:
            self._answer(str(Refusal(Kind.FAULT, repr(error))))
            raise
        self._answer(answer)

    def _answer(self, line: str) -> None:
        """The last line of the thread: whoever reads it finds the engine idle."""
        with self._lock:
            self._thread = None
            self._tell(line)

    def _tell(self, lines: str) -> None:
        with self._lock:
            for line in lines.splitlines():
                self._write(line)
