"""The arbiter's side of the engine protocol: driving an external program."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from qttt.copies import Uncopyable
from qttt.game import Move, Node, Position, Rules
from qttt.notation import format_moves, parse_move
from qttt.play import History

from .budget import Budget
from .errors import ForfeitError
from .pipe import EXIT_GRACE_S, Pipe
from .protocol import EngineOption, sanitize, split_command

ANSWER_TIMEOUT_S = 10.0
"""Default time that a program has for an answer, besides its budget."""

_SKIPPED = ("", "id", "info", "option", "bestmove", "readyok", "qtttok")
"""Lines that may come before an answer."""


class Program(Uncopyable):
    """A running program. Requests raise ``ForfeitError`` for a wrong, late or missing answer.

    ``answer_timeout_s`` is in addition to the time for a move.
    """

    copying = "start the program again"

    def __init__(self, command: Sequence[str], answer_timeout_s: float = ANSWER_TIMEOUT_S) -> None:
        self.answer_timeout_s = answer_timeout_s
        self.id: dict[str, str] = {}
        self.options: dict[str, EngineOption] = {}
        self.pipe = Pipe(command)
        self._grace_s = EXIT_GRACE_S

    def greet(self) -> None:
        """Perform the handshake, which fills ``id`` and ``options``."""

        def is_done(name: str, rest: str) -> bool:
            if name == "id":
                key, value = split_command(rest)
                self.id[key] = sanitize(value)
            elif name == "option" and (option := EngineOption.read(rest)):
                self.options[option.name] = option
            return name == "qtttok"

        self.ask("qttt", is_done)

    def set(self, name: str, value: int) -> None:
        """Set a numeric option if the program has it, to ``value`` modulo its range."""
        option = self.options.get(name)
        if option and option.kind == "number":
            span = option.maximum - option.minimum + 1
            self.ready(f"setoption {name} {option.minimum + value % span}")

    def new_game(self, rules: Rules) -> None:
        """Begin a game under ``rules``."""
        self.ready(f"newgame rules {rules}")

    def best_move(self, game: History, budget: Budget) -> Move:
        """Send the whole game and return the program's move; a player must be to move."""
        node = Node(game.start)
        for move in game.moves:
            node = node.play(move)
        moves = f" moves {format_moves(node)}" if game.moves else ""
        self.ready(f"position {game.start}{moves}")
        answer = self.ask(f"go {budget.go_arguments}", "bestmove", budget.seconds or 0)
        return self.parse_best_move(answer, game.position)

    def ready(self, line: str) -> None:
        """Send ``line`` and wait for ``readyok``, discarding earlier output."""
        self.ask(f"{line}\nisready", "readyok")

    def ask(self, line: str, answer: str | Callable[[str, str], bool], seconds: float = 0.0) -> str:
        """Send ``line`` and return the arguments of the answer; other lines are skipped.

        ``answer`` is the first word of the answer, or a predicate on its first word and the rest.
        ``seconds`` are added to the timeout.
        """
        deadline = time.monotonic() + seconds + self.answer_timeout_s
        skipped = ""
        try:
            self.pipe.write_line(line)
            while True:
                name, rest = split_command(self.pipe.read_line(deadline))
                if name == "error":
                    raise ForfeitError(f"it answered: {sanitize(f'error {rest}')}")
                if answer(name, rest) if callable(answer) else name == answer:
                    return rest
                if name not in _SKIPPED:
                    skipped = f"; it wrote {sanitize(f'{name} {rest}'.rstrip(), 60)!r}"
        except ForfeitError as forfeit:
            self._grace_s = 0.0
            sent = sanitize(line.splitlines()[0])
            raise ForfeitError(f"after {sent!r}: {forfeit}{skipped}") from None

    def parse_best_move(self, answer: str, position: Position) -> Move:
        """Parse the arguments of ``bestmove``. Raises ``ForfeitError`` if the move is illegal."""
        name = (answer.split() or [""])[0]
        try:
            return parse_move(name, position)
        except ValueError as error:
            message = getattr(error, "message", str(error))
            raise ForfeitError(f"illegal move {sanitize(name)!r}: {sanitize(message)}") from error

    def close(self) -> None:
        """Send ``quit`` and terminate the program if it does not exit."""
        with suppress(ForfeitError):
            self.pipe.write_line("quit")
        self.pipe.close(self._grace_s)
