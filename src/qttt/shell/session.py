"""A session of the shell: the commands. It does not print or use a clock."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from random import Random
from textwrap import wrap
from typing import NamedTuple

from qttt.engine import Level, choose_move, levels_for
from qttt.game import IllegalMoveError, Player, Rules
from qttt.notation.errors import quote
from qttt.play import Coin, Ended, Event, Match, MatchError, seeded_coin, system_coin

from . import analysis_output, files
from .board import board_lines
from .computers import (
    analysis_lines,
    assign_computer,
    computers_of,
    describe_players,
    level_named,
    think,
)
from .errors import ShellError
from .moves import describe_illegal_move, move_named
from .tree import tree_lines
from .words import event_words, rules_words, status

_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)
_MORE_PLAYS = (
    ("play R C", "collapse the loop so that its closing mark lands there; fill the last square"),
    ("play X1 R C", "collapse the loop so that this mark lands there"),
)


@dataclass(frozen=True)
class TerminalStyle:
    """The capabilities of the terminal."""

    unicode: bool = True
    color: bool = False
    width: int = 80


PLAIN = TerminalStyle()


class Session:
    """A match and the commands that change or show it.

    ``seed`` makes random moves and computers repeatable, and the coin unless ``coin`` is given.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        seed: int | None = None,
        coin: Coin | None = None,
        style: TerminalStyle = PLAIN,
    ) -> None:
        self.match = Match(rules)
        self.computers: Mapping[Player, Level] = {}
        self.is_over = False
        self.style = style
        self._rng = Random(seed)
        self._coin = coin or (system_coin if seed is None else seeded_coin(seed))

    def execute(self, line: str) -> list[str]:
        """Run one command and return the lines of its output, empty for comments (``#``).

        Raises ``ShellError`` without changing anything.
        """
        return list(self.execute_lazily(line))

    def execute_lazily(self, line: str) -> Iterator[str]:
        """Run one command as ``execute`` does, yielding each line as soon as it is known."""
        name, *rest = line.split(maxsplit=1)[:2] or ["#"]
        if name.startswith("#"):
            return iter(())
        command = COMMANDS.get(name.lower())
        if command is None:
            near = get_close_matches(name.lower(), COMMANDS, 1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise ShellError(f"no command {quote(name)}: {hint}type help for the list")
        return command.run(self, rest[0].strip() if rest else "")

    @property
    def prompt(self) -> str:
        """The prompt, which names the player to move."""
        return f"{self.match.to_move or 'over'}> "

    # --- commands that change the game --------------------------------------------------------

    def play(self, rest: str) -> Iterator[str]:
        """Place the next mark, or collapse the loop."""
        self._check_open()
        try:
            events = self.match.play(move_named(rest, self.match.position))
        except IllegalMoveError as error:
            raise ShellError(describe_illegal_move(error, self.match.position)) from error
        yield from self._after([*events, *self._toss()])

    def random(self, rest: str) -> Iterator[str]:
        """Play the given number of random moves, fewer if the game ends."""
        self._check_open()
        left = _count(rest, "random")
        events: list[Event] = []
        while left and not self.match.outcome:
            events += self.match.play(choose_move(self.match.position, Level.RANDOM, self._rng))
            events += self._toss()
            left -= 1
        yield from self._after(events)

    def go(self, rest: str) -> Iterator[str]:
        """Let a computer decide, by the given level, the assigned one or the strongest."""
        self._check_open()
        level = None if rest else self._computer_to_move
        yield from self._decide(level or level_named(rest, self.match.rules))
        yield from self._after(())

    def computer(self, rest: str) -> Iterator[str]:
        """Assign a computer to X or O, or remove it."""
        if rest:
            self.computers = assign_computer(rest, self.computers, self.match.rules)
        yield from self._wrap(describe_players(self.computers, self.match.rules))
        if rest and self._computer_to_move:
            yield from self._after(())

    def undo(self, rest: str) -> Iterator[str]:
        """Take moves back, keeping them in the tree. Computers wait for the next command."""
        count = _count(rest, "undo")
        people = [player for player in Player if player not in self.computers]
        own_move = not rest and len(people) == 1
        try:
            events = self.match.undo_decision(people[0]) if own_move else self.match.undo(count)
        except MatchError as error:
            is_start = not self.match.node.moves and not self.match.outcome
            raise ShellError("there is no move to undo" if is_start else str(error)) from error
        yield from self._after_without_computers(events)

    def load(self, rest: str) -> Iterator[str]:
        """Continue the game in a file, with its rules and computers."""
        match, messages = files.load(_file(rest, "load"))
        levels, loaded = levels_for(match.rules), computers_of(match)
        self.match = match
        self.computers = {player: level for player, level in loaded.items() if level in levels}
        yield from messages
        if loaded:
            yield from self._wrap(describe_players(self.computers, match.rules))
        for player, level in loaded.items():
            if level not in levels:
                yield f"{player} was {level}, which does not play on this board."
        yield from self._after_without_computers(self._toss())

    # --- commands that show something ---------------------------------------------------------

    def save(self, rest: str) -> Iterator[str]:
        """Write the game with its tree to a file."""
        return files.save(self.match, _file(rest, "save"))

    def board(self, rest: str) -> Iterator[str]:
        """Show the board."""
        _no_arguments(rest, "board")
        style = self.style
        yield from board_lines(
            self.match.position, unicode=style.unicode, color=style.color, width=style.width
        )
        yield status(self.match, unicode=style.unicode)

    def tree(self, rest: str) -> Iterator[str]:
        """Show the tree of all moves."""
        _no_arguments(rest, "tree")
        return tree_lines(self.match.root, self.match.node, unicode=self.style.unicode)

    def moves(self, rest: str) -> Iterator[str]:
        """List the legal moves."""
        _no_arguments(rest, "moves")
        return self._wrap(analysis_output.moves(self.match, unicode=self.style.unicode))

    def value(self, rest: str) -> Iterator[str]:
        """Show the value under perfect play, and who leads by krists."""
        _no_arguments(rest, "value")
        return self._wrap(analysis_output.value(self.match, unicode=self.style.unicode))

    def hint(self, rest: str) -> Iterator[str]:
        """Show the best moves."""
        _no_arguments(rest, "hint")
        return self._wrap(analysis_output.hint(self.match, unicode=self.style.unicode))

    def rules(self, rest: str) -> Iterator[str]:
        """Show the rules of this game."""
        _no_arguments(rest, "rules")
        return self._wrap(rules_words(self.match.rules))

    def help(self, rest: str) -> Iterator[str]:
        """List the commands."""
        _no_arguments(rest, "help")
        first, *others = ((command.usage, command.help) for command in COMMANDS.values())
        for usage, text in (first, *_MORE_PLAYS, *others):
            yield f"{usage:<18}{text}"
        yield "Rows R and columns C are counted from 0."

    def exit(self, rest: str) -> Iterator[str]:
        """Leave the shell."""
        _no_arguments(rest, "exit")
        self.is_over = True
        return iter(())

    # --- helpers ------------------------------------------------------------------------------

    def _after(self, events: Iterable[Event]) -> Iterator[str]:
        """Describe events, let computers play, and show the board."""
        yield from self._describe(events)
        while level := self._computer_to_move:
            yield from self._decide(level)
        yield from self.board("")

    def _after_without_computers(self, events: Iterable[Event]) -> Iterator[str]:
        """Describe events and show the board; computers wait for the next command."""
        yield from self._describe(events)
        yield from self.board("")
        if self._computer_to_move:
            yield f"{self.match.to_move} is {self._computer_to_move}: go lets it play."

    def _describe(self, events: Iterable[Event]) -> Iterator[str]:
        board = self.match.rules.board
        sentences = (event_words(event, board) for event in events if not isinstance(event, Ended))
        return self._wrap(sentences)

    @property
    def _computer_to_move(self) -> Level | None:
        player = self.match.to_move
        return self.computers.get(player) if isinstance(player, Player) else None

    def _decide(self, level: Level) -> Iterator[str]:
        """Let a computer decide, and describe its move and search."""
        decision = think(self.match.position, level, self._rng)
        yield from self._describe([*self.match.play(decision.move), *self._toss()])
        yield from analysis_lines(level, decision.analysis, unicode=self.style.unicode)

    def _wrap(self, sentences: Iterable[str]) -> Iterator[str]:
        for sentence in sentences:
            text = sentence if self.style.unicode else sentence.replace("×", "x")
            yield from wrap(text, self.style.width, break_on_hyphens=False)

    def _check_open(self) -> None:
        if self.match.outcome:
            raise ShellError("the game is over: type undo to go back")

    def _toss(self) -> list[Event]:
        """Toss the coin if chance decides."""
        return [*self.match.toss(self._coin)] if self.match.to_move == "chance" else []


# --- arguments ---------------------------------------------------------------------------------


def _count(rest: str, name: str) -> int:
    if not rest:
        return 1
    if not _NUMBER.fullmatch(rest) or int(rest) == 0:
        raise ShellError(f"{name} needs a positive number of moves, not {quote(rest)}")
    return int(rest)


def _file(rest: str, name: str) -> str:
    if not rest:
        raise ShellError(f"{name} needs a file name, as in {name} game.qtn")
    return rest


def _no_arguments(rest: str, name: str) -> None:
    if rest:
        raise ShellError(f"{name} takes no arguments: leave out {quote(rest)}")


class ShellCommand(NamedTuple):
    """The usage, help text and implementation of a command."""

    usage: str
    help: str
    run: Callable[[Session, str], Iterator[str]]


COMMANDS = {
    "play": ShellCommand("play R1 C1 R2 C2", "put the next mark on two squares", Session.play),
    "undo": ShellCommand(
        "undo [k]", "undo k moves; by default one, or up to your own last one", Session.undo
    ),
    "tree": ShellCommand("tree", "show the tree of all moves", Session.tree),
    "save": ShellCommand("save FILE", "save the game to a file", Session.save),
    "load": ShellCommand("load FILE", "load a game from a file", Session.load),
    "go": ShellCommand("go [LEVEL]", "let a computer decide, by default the best one", Session.go),
    "computer": ShellCommand(
        "computer X LEVEL",
        "let a computer play X or O from now on; off ends it",
        Session.computer,
    ),
    "random": ShellCommand("random [k]", "play k random moves", Session.random),
    "moves": ShellCommand("moves", "list the legal moves", Session.moves),
    "hint": ShellCommand("hint", "show the best moves", Session.hint),
    "value": ShellCommand("value", "show who is ahead", Session.value),
    "board": ShellCommand("board", "show the board", Session.board),
    "rules": ShellCommand("rules", "show the rules of this game", Session.rules),
    "help": ShellCommand("help", "list the commands", Session.help),
    "exit": ShellCommand("exit", "leave", Session.exit),
}
"""Commands by name, in the order of ``help``."""
