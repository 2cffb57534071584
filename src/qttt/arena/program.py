"""A program that speaks the engine protocol, as the arbiter of a game sees it."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from qttt.game import Move, Position, Rules
from qttt.notation import parse_move

from .budget import Budget
from .errors import Forfeit
from .pipe import FAREWELL, Pipe
from .protocol import Option, cut, words


class Program:
    """A running program. Raises ``Forfeit`` from every request that it does not answer as it must.

    ``patience`` is how many seconds it may take for an answer, beyond its time for a move.
    """

    def __init__(self, command: Sequence[str], patience: float = 10.0) -> None:
        self.patience = patience
        self.id: dict[str, str] = {}
        self.options: dict[str, Option] = {}
        self.pipe = Pipe(command)
        self._farewell = FAREWELL

    def greet(self) -> None:
        """The handshake: ``id`` and ``options`` are known then."""

        def is_done(name: str, rest: str) -> bool:
            if name == "id":
                key, _, value = rest.partition(" ")
                self.id[key] = cut(value)
            elif name == "option" and (option := Option.read(rest)):
                self.options[option.name] = option
            return name == "qtttok"

        self.ask("qttt", is_done)

    def set(self, name: str, value: int) -> None:
        """Set an option, if the program has it and takes whole numbers; ``value`` is fitted in."""
        option = self.options.get(name)
        if option and option.kind == "number":
            span = option.most - option.least + 1
            self.ready(f"setoption {name} {option.least + value % span}")

    def new_game(self, rules: Rules) -> None:
        """Begin a game under ``rules``."""
        self.ready(f"newgame rules {rules}")

    def best_move(self, position: Position, budget: Budget) -> Move:
        """The program's move in ``position``, where a player decides."""
        self.ready(f"position {position}")
        return self.legal(self.ask(f"go {budget.words}", "bestmove", budget.seconds or 0), position)

    def ready(self, line: str) -> None:
        """Say ``line`` and wait until it has been dealt with; what came before is passed over."""
        self.ask(f"{line}\nisready", "readyok")

    def ask(self, line: str, answer: str | Callable[[str, str], bool], seconds: float = 0.0) -> str:
        """What follows the first word of the answer to ``line``; other lines are passed over.

        ``answer`` is that word, or tells the answer from other lines by its word and the rest.
        ``seconds`` are added to the patience.
        """
        until = time.monotonic() + seconds + self.patience
        try:
            self.pipe.say(line)
            while True:
                name, rest = words(self.pipe.hear(until))
                if name == "error":
                    raise Forfeit(f"it answered: {cut(f'error {rest}')}")
                if answer(name, rest) if callable(answer) else name == answer:
                    return rest
        except Forfeit as reason:
            self._farewell = 0.0
            raise Forfeit(f"after {cut(line.splitlines()[0])!r}: {reason}") from None

    def legal(self, answer: str, position: Position) -> Move:
        """The legal move that follows ``bestmove``. Raises ``Forfeit`` if it is none."""
        name = (answer.split() or [""])[0]
        try:
            return parse_move(name, position)
        except ValueError as error:
            message = getattr(error, "message", str(error))
            raise Forfeit(f"illegal move {cut(name)!r}: {cut(message)}") from error

    def close(self) -> None:
        """Tell it to leave, and see to it that it is gone."""
        with suppress(Forfeit):
            self.pipe.say("quit")
        self.pipe.close(self._farewell)
