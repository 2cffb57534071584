"""A session of the shell: the commands. It does not print or use a clock."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

from qttt.copies import Uncopyable
from qttt.engine import Level, choose_move, levels_for
from qttt.engine.ladder import measured_elo
from qttt.engine.levels import ladder_for
from qttt.game import IllegalMoveError, Player, Rules
from qttt.notation.armour import repair_note
from qttt.notation.errors import quote
from qttt.notation.escapes import printable
from qttt.notation.files import expand_home
from qttt.notation.points import to_ascii
from qttt.notation.rules_text import rules_in_words, rules_title
from qttt.notation.text import board_lines
from qttt.play import Coin, Match, MatchError, save
from qttt.play.events import Ended, Event
from qttt.play.local_game import LocalGame, LocalGameSetup, levels_of

from . import output
from .moves import (
    ShellError,
    describe_illegal_move,
    move_named,
    numbers,
    place_names,
    read_count,
)

_MORE_PLAYS = (
    ("play R C", "collapse the loop so that its closing mark lands there; fill the last square"),
    ("play X1 R C", "collapse the loop so that this mark lands there"),
)
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*", re.DOTALL)
_OFF = "off"


@dataclass(frozen=True)
class TerminalStyle:
    """The capabilities of the terminal."""

    unicode: bool = True
    color: bool = False
    width: int = 80


PLAIN = TerminalStyle()


class Session(Uncopyable):
    """A game and the commands that change or show it.

    ``seed`` makes random moves and computers repeatable, and the coin unless ``coin`` is given.
    """

    copying = "create another session and repeat its commands"

    def __init__(
        self,
        rules: Rules,
        *,
        seed: int | None = None,
        coin: Coin | None = None,
        style: TerminalStyle = PLAIN,
    ) -> None:
        setup = LocalGameSetup(seed=seed, coin_source=coin)
        self.game = LocalGame(Match(rules), setup.rng, setup.coin)
        self.is_over = False
        self.style = style

    def execute(self, line: str) -> list[str]:
        """Run one command and return the lines of its output; a word with ``#`` begins a comment.

        Raises ``ShellError`` without changing anything.
        """
        return list(self.execute_lazily(line))

    def execute_lazily(self, line: str) -> Iterator[str]:
        """Run one command as ``execute`` does, yielding each line as soon as it is known."""
        name, *rest = _COMMENT.sub("", line).split(maxsplit=1)[:2] or [""]
        if not name:
            return iter(())
        command = COMMANDS.get(_OTHER_NAMES.get(name.lower(), name.lower()))
        if command is None:
            near = get_close_matches(name.lower(), COMMANDS, 1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise ShellError(f"no command {quote(name)}: {hint}type help for the list")
        argument = rest[0].strip() if rest else ""
        if argument and " " not in command.usage:
            raise ShellError(f"{name.lower()} takes no arguments: leave out {quote(argument)}")
        return command.run(self, argument)

    @property
    def match(self) -> Match:
        """The match that is played."""
        return self.game.match

    @property
    def prompt(self) -> str:
        """The prompt, which names the player to move."""
        return f"{self.match.to_move or 'over'}> "

    # --- commands that change the game --------------------------------------------------------

    def play(self, rest: str) -> Iterator[str]:
        """Put the next mark on two squares."""
        self._check_open()
        try:
            events = self.game.play(move_named(rest, self.match.position))
        except IllegalMoveError as error:
            raise ShellError(describe_illegal_move(error, self.match.position)) from error
        yield from self._after([*events, *self._toss()])

    def random(self, rest: str) -> Iterator[str]:
        """Play k random moves."""
        self._check_open()
        events: list[Event] = []
        for _ in range(read_count(rest or "1", "random")):
            if self.match.outcome:
                break
            move = choose_move(self.match.position, Level.RANDOM, self.game.rng)
            events += (*self.match.play(move), *self._toss())
        yield from self._after(events)

    def go(self, rest: str) -> Iterator[str]:
        """Let a computer decide, by default the best one."""
        self._check_open()
        level = None if rest else self.game.level_to_move
        yield from self._decide(level or _level(rest, self.match.rules))
        yield from self._after(())

    def computer(self, rest: str) -> Iterator[str]:
        """Let a computer play X or O from now on; off ends it."""
        if rest:
            self._assign(rest)
        yield from self._players()
        if rest and self.game.awaits_computer:
            yield from self._after(())

    def _assign(self, words: str) -> None:
        match words.split():
            case [word] if word.lower() == _OFF:
                self.game.levels.clear()
            case [side, name] if side.upper() in set(Player):
                if name.lower() == _OFF:
                    self.game.levels.pop(Player(side.upper()), None)
                else:
                    self.game.levels[Player(side.upper())] = _level(name, self.match.rules)
            case _:
                raise ShellError(
                    "write computer X LEVEL or computer O LEVEL; to end it, computer X off, "
                    "computer O off or computer off"
                )

    def undo(self, rest: str) -> Iterator[str]:
        """Undo k moves; by default one, or up to your own last one."""
        try:
            events = self.game.undo(read_count(rest, "undo") if rest else None)
        except MatchError as error:
            is_start = not self.match.node.moves and not self.match.outcome
            raise ShellError("there is no move to undo" if is_start else str(error)) from error
        yield from self._after(events, computers_play=False)

    def load(self, rest: str) -> Iterator[str]:
        """Load a game from a file."""
        path = _path(rest, "load")
        try:
            loaded = self.game.load(path)
        except (OSError, ValueError) as error:
            raise _file_error(f"cannot load {rest}", error) from error
        count = len(loaded.match.node.moves)
        moves = f"{count} move" + "s" * (count != 1)
        yield f"Loaded {printable(rest)}: {loaded.match.rules}, {moves}."
        if loaded.repaired_bytes:
            yield f"{repair_note(loaded.repaired_bytes)}; save it again."
        if computers := levels_of(loaded.match):
            yield from self._players()
        for player, level in computers.items():
            if player not in self.game.levels:
                yield f"{player} was {level}, which does not play on this board."
        yield from self._after(self._toss(), computers_play=False)

    # --- commands that show something ---------------------------------------------------------

    def save(self, rest: str) -> Iterator[str]:
        """Save the game to a file."""
        path = _path(rest, "save")
        try:
            # Saving replaces the path by a new file, which must not happen to devices.
            if path.exists() and not path.is_file():
                raise ShellError(f"{path} is not a file: give another name")
            save(self.match, path)
        except (OSError, ValueError) as error:
            raise _file_error(f"cannot save {rest}", error) from error
        yield f"Saved in {printable(str(path))}."

    def board(self, _: str) -> Iterator[str]:
        """Show the board."""
        board, style = self.match.rules.board, self.style
        yield from board_lines(
            self.match.position,
            unicode=style.unicode,
            color=style.color,
            name=lambda square: numbers(board, [square]),
            width=style.width,
        )
        yield from self._status()

    def tree(self, _: str) -> Iterator[str]:
        """Show the tree of all moves."""
        return output.tree_lines(self.match.root, self.match.node, unicode=self.style.unicode)

    def moves(self, _: str) -> Iterator[str]:
        """List the legal moves."""
        return self._unless_over(output.moves(self.match))

    def value(self, _: str) -> Iterator[str]:
        """Show who is ahead."""
        return self._unless_over(output.value(self.match, unicode=self.style.unicode))

    def hint(self, _: str) -> Iterator[str]:
        """Show the best moves."""
        return self._unless_over(output.hint(self.match, unicode=self.style.unicode))

    def rules(self, _: str) -> Iterator[str]:
        """Show the rules of this game."""
        rules = self.match.rules
        return self._wrap([f"{rules_title(rules)}:", *rules_in_words(rules).splitlines()])

    def help(self, _: str) -> Iterator[str]:
        """List the commands."""
        first, *others = ((command.usage, command.help) for command in COMMANDS.values())
        for usage, text in (first, *_MORE_PLAYS, *others):
            yield f"{usage:<18}{text}"
        yield "Rows R and columns C are counted from 0."

    def exit(self, _: str) -> Iterator[str]:
        """Leave."""
        self.is_over = True
        return iter(())

    # --- helpers ------------------------------------------------------------------------------

    def _after(self, events: Iterable[Event], *, computers_play: bool = True) -> Iterator[str]:
        """Describe events, let computers play or wait, and show the board."""
        yield from self._describe(events)
        while computers_play and (level := self.game.level_to_move):
            yield from self._decide(level)
        yield from self.board("")
        if level := self.game.level_to_move:
            yield f"{self.match.to_move} is {level}: go lets it play."

    def _decide(self, level: Level) -> Iterator[str]:
        """Let a computer decide, and describe its move and search."""
        decision = self.game.decision_job(level).run_interruptibly()
        yield from self._describe([*self.game.apply(decision), *self._toss()])
        yield from output.search_table(level, decision, unicode=self.style.unicode)

    def _toss(self) -> tuple[Event, ...]:
        """Toss the coin if chance decides."""
        return self.game.toss() if self.game.awaits_coin else ()

    def _players(self) -> Iterator[str]:
        levels = self.game.levels
        yield " ".join(f"{player} is {levels.get(player, 'yours')}." for player in Player)
        rules = self.match.rules
        elos = ((level, measured_elo(level.value, rules)) for level in levels_for(rules))
        names = (level if elo is None else f"{level} ({elo} Elo)" for level, elo in elos)
        yield from self._wrap([f"Levels: {', '.join(names)}."])

    def _describe(self, events: Iterable[Event]) -> Iterator[str]:
        name = place_names(self.match.rules.board)
        return self._wrap(event.sentence(name) for event in events if not isinstance(event, Ended))

    def _wrap(self, sentences: Iterable[str]) -> Iterator[str]:
        for sentence in sentences:
            text = sentence if self.style.unicode else to_ascii(sentence)
            yield from wrap(text, self.style.width, break_on_hyphens=False)

    def _status(self) -> Iterator[str]:
        return self._wrap([output.status(self.match, unicode=self.style.unicode)])

    def _unless_over(self, sentences: Iterator[str]) -> Iterator[str]:
        """Wrap sentences about a game in progress; describe the end if it is over."""
        return self._status() if self.match.outcome else self._wrap(sentences)

    def _check_open(self) -> None:
        if self.match.outcome:
            raise ShellError("the game is over: type undo to go back")


# --- arguments ---------------------------------------------------------------------------------


def _level(name: str, rules: Rules) -> Level:
    """Return the level of that name, by default the strongest of the ladder."""
    levels = levels_for(rules)
    if not name:
        return ladder_for(rules)[-1]
    if name.lower() not in levels:
        raise ShellError(f"no level {quote(name)} on this board: choose from {', '.join(levels)}")
    return Level(name.lower())


def _path(name: str, command: str) -> Path:
    if not name:
        raise ShellError(f"{command} needs a file name, as in {command} game.qtn")
    try:
        return expand_home(name)
    except OSError as error:
        raise _file_error(name, error) from error


def _file_error(what: str, error: OSError | ValueError) -> ShellError:
    if isinstance(error, ShellError):
        return error
    if isinstance(error, OSError):
        return ShellError(f"{what}: {error.strerror or error}")
    line, column = getattr(error, "line", None), getattr(error, "column", None)
    place = f"line {line}, column {column}: " if line else ""
    return ShellError(f"{what}: {place}{getattr(error, 'message', error)}")


class ShellCommand(NamedTuple):
    """The usage of a command, its line in ``help``, and its implementation."""

    usage: str
    help: str
    run: Callable[[Session, str], Iterator[str]]


COMMANDS = {
    command.usage.split()[0]: command
    for command in (
        ShellCommand("play R1 C1 R2 C2", "put the next mark on two squares", Session.play),
        ShellCommand(
            "undo [k]", "undo k moves; by default one, or up to your own last one", Session.undo
        ),
        ShellCommand("tree", "show the tree of all moves", Session.tree),
        ShellCommand("save FILE", "save the game to a file", Session.save),
        ShellCommand("load FILE", "load a game from a file", Session.load),
        ShellCommand("go [LEVEL]", "let a computer decide, by default the best one", Session.go),
        ShellCommand(
            "computer X LEVEL",
            "let a computer play X or O from now on; off ends it",
            Session.computer,
        ),
        ShellCommand("random [k]", "play k random moves", Session.random),
        ShellCommand("moves", "list the legal moves", Session.moves),
        ShellCommand("hint", "show the best moves", Session.hint),
        ShellCommand("value", "show who is ahead", Session.value),
        ShellCommand("board", "show the board", Session.board),
        ShellCommand("rules", "show the rules of this game", Session.rules),
        ShellCommand("help", "list the commands", Session.help),
        ShellCommand("exit", "leave; also quit and q", Session.exit),
    )
}
"""Commands by name, in the order of ``help``."""
_OTHER_NAMES = {"quit": "exit", "q": "exit"}
