"""One session of the shell: what each command does. It prints nothing and touches no clock."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from random import Random
from textwrap import wrap
from typing import NamedTuple

from qttt.engine import Level, choose, levels_for
from qttt.game import IllegalMoveError, Player, Rules
from qttt.notation.errors import quoted
from qttt.play import Coin, Ended, Event, Match, MatchError, seeded_coin, system_coin

from . import files, telling
from .board import board_lines
from .computers import assigned, level_named, roster, seated, think, thoughts_lines
from .errors import ShellError
from .moves import move_named, refusal_words
from .tree import tree_lines
from .words import event_words, rules_words, status

_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)
_MORE_PLAYS = (
    ("play R C", "let the closing mark of the loop land there, or fill the last square"),
    ("play X1 R C", "let that mark of the loop land there"),
)


@dataclass(frozen=True)
class Style:
    """What the reader's terminal can show."""

    unicode: bool = True
    color: bool = False
    width: int = 80


PLAIN = Style()


class Session:
    """A match, and the commands that change it and tell about it.

    With a ``seed`` all chance repeats: the moves of ``random`` and of computers, and the coin where
    the rules let one decide.
    """

    def __init__(self, rules: Rules, *, seed: int | None = None, style: Style = PLAIN) -> None:
        self.match = Match(rules)
        self.computers: Mapping[Player, Level] = {}
        self.is_over = False
        self.style = style
        self._rng = Random(seed)
        self._coin: Coin = system_coin if seed is None else seeded_coin(seed)

    def obey(self, line: str) -> list[str]:
        """Carry out one command. Returns the lines of the answer, none for a comment (``#``).

        Raises ``ShellError``, and then everything is as it was.
        """
        return list(self.answer(line))

    def answer(self, line: str) -> Iterator[str]:
        """As ``obey``, but each line comes as soon as it is known: computers think for a while."""
        name, *rest = line.split(maxsplit=1)[:2] or ["#"]
        if name.startswith("#"):
            return iter(())
        known = COMMANDS.get(name.lower())
        if known is None:
            near = get_close_matches(name.lower(), COMMANDS, 1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise ShellError(f"there is no command {quoted(name)}; {hint}help lists them all")
        return known.run(self, rest[0].strip() if rest else "")

    @property
    def prompt(self) -> str:
        """Who decides now."""
        return f"{self.match.to_move or 'over'}> "

    # --- commands that change the game --------------------------------------------------------

    def play(self, rest: str) -> Iterator[str]:
        """Places the next mark, or decides where the closing mark of the loop lands."""
        self._check_open()
        try:
            events = self.match.play(move_named(rest, self.match.position))
        except IllegalMoveError as error:
            raise ShellError(refusal_words(error, self.match.position)) from error
        yield from self._told([*events, *self._thrown()])

    def random(self, rest: str) -> Iterator[str]:
        """Plays so many random moves, or fewer if the game ends before."""
        self._check_open()
        left = _count(rest, "random")
        events: list[Event] = []
        while left and not self.match.outcome:
            events += self.match.play(choose(self.match.position, Level.RANDOM, self._rng))
            events += self._thrown()
            left -= 1
        yield from self._told(events)

    def go(self, rest: str) -> Iterator[str]:
        """Lets a computer decide, by the level that is named or was assigned."""
        self._check_open()
        level = None if rest else self._answerer
        yield from self._decided(level or level_named(rest, self.match.rules))
        yield from self._told(())

    def computer(self, rest: str) -> Iterator[str]:
        """Lets a computer play X or O from now on, or no longer."""
        if rest:
            self.computers = assigned(rest, self.computers, self.match.rules)
        yield from self._wrapped(roster(self.computers, self.match.rules))
        if rest and self._answerer:
            yield from self._told(())

    def undo(self, rest: str) -> Iterator[str]:
        """Takes moves back; they stay in the tree. Computers wait until something is played."""
        count = _count(rest, "undo")
        people = [player for player in Player if player not in self.computers]
        alone = not rest and len(people) == 1
        try:
            events = self.match.undo_decision(people[0]) if alone else self.match.undo(count)
        except MatchError as error:
            none = not self.match.node.moves and not self.match.outcome
            raise ShellError("there is no move to take back" if none else str(error)) from error
        yield from self._waiting(events)

    def load(self, rest: str) -> Iterator[str]:
        """Goes on with the game in a file, whatever its rules, against the computers in it."""
        match, said = files.load(_file(rest, "load"))
        levels, brought = levels_for(match.rules), seated(match)
        self.match = match
        self.computers = {player: level for player, level in brought.items() if level in levels}
        yield from said
        if brought:
            yield from self._wrapped(roster(self.computers, match.rules))
        for player, level in brought.items():
            if level not in levels:
                yield f"{player} was {level}, which does not play on this board."
        yield from self._waiting(self._thrown())

    # --- commands that tell -------------------------------------------------------------------

    def save(self, rest: str) -> Iterator[str]:
        """Writes the game with its tree into a file that survives damage."""
        return files.save(self.match, _file(rest, "save"))

    def board(self, rest: str) -> Iterator[str]:
        """Shows the board."""
        _nothing(rest, "board")
        shown = self.style
        yield from board_lines(
            self.match.position, unicode=shown.unicode, color=shown.color, width=shown.width
        )
        yield status(self.match, unicode=shown.unicode)

    def tree(self, rest: str) -> Iterator[str]:
        """Shows every move that was tried."""
        _nothing(rest, "tree")
        return tree_lines(self.match.root, self.match.node, unicode=self.style.unicode)

    def moves(self, rest: str) -> Iterator[str]:
        """Lists what can be played now."""
        _nothing(rest, "moves")
        return self._wrapped(telling.moves(self.match, unicode=self.style.unicode))

    def value(self, rest: str) -> Iterator[str]:
        """Tells what perfect play leads to, and who leads by krists."""
        _nothing(rest, "value")
        return self._wrapped(telling.value(self.match, unicode=self.style.unicode))

    def hint(self, rest: str) -> Iterator[str]:
        """Tells the best moves."""
        _nothing(rest, "hint")
        return self._wrapped(telling.hint(self.match, unicode=self.style.unicode))

    def rules(self, rest: str) -> Iterator[str]:
        """Tells the rules of this game."""
        _nothing(rest, "rules")
        return self._wrapped(rules_words(self.match.rules))

    def help(self, rest: str) -> Iterator[str]:
        """Lists the commands."""
        _nothing(rest, "help")
        first, *others = ((known.usage, known.says) for known in COMMANDS.values())
        for usage, says in (first, *_MORE_PLAYS, *others):
            yield f"{usage:<18}{says}"
        yield "Rows R and columns C are counted from 0."

    def exit(self, rest: str) -> Iterator[str]:
        """Leaves the shell."""
        _nothing(rest, "exit")
        self.is_over = True
        return iter(())

    # --- inside -------------------------------------------------------------------------------

    def _told(self, events: Iterable[Event]) -> Iterator[str]:
        """What happened, what computers answer, and the board after it."""
        yield from self._said(events)
        while level := self._answerer:
            yield from self._decided(level)
        yield from self.board("")

    def _waiting(self, events: Iterable[Event]) -> Iterator[str]:
        """The same, but computers wait until something is played."""
        yield from self._said(events)
        yield from self.board("")
        if self._answerer:
            yield f"{self.match.to_move} is {self._answerer}: go lets it play."

    def _said(self, events: Iterable[Event]) -> Iterator[str]:
        board = self.match.rules.board
        told = (event_words(event, board) for event in events if not isinstance(event, Ended))
        return self._wrapped(told)

    @property
    def _answerer(self) -> Level | None:
        """The computer that has to decide now."""
        decider = self.match.to_move
        return self.computers.get(decider) if isinstance(decider, Player) else None

    def _decided(self, level: Level) -> Iterator[str]:
        """Lets a computer decide; what it played and what it found out."""
        decision = think(self.match.position, level, self._rng)
        yield from self._said([*self.match.play(decision.move), *self._thrown()])
        yield from thoughts_lines(level, decision.thoughts, unicode=self.style.unicode)

    def _wrapped(self, sentences: Iterable[str]) -> Iterator[str]:
        for sentence in sentences:
            text = sentence if self.style.unicode else sentence.replace("×", "x")
            yield from wrap(text, self.style.width, break_on_hyphens=False)

    def _check_open(self) -> None:
        if self.match.outcome:
            raise ShellError("the game is over; undo takes moves back")

    def _thrown(self) -> list[Event]:
        """Let the coin decide if it must."""
        return [*self.match.throw(self._coin)] if self.match.to_move == "chance" else []


# --- what follows a command's name -------------------------------------------------------------


def _count(rest: str, name: str) -> int:
    if not rest:
        return 1
    if not _NUMBER.fullmatch(rest) or int(rest) == 0:
        raise ShellError(f"{name} takes a number of moves from 1 up, not {quoted(rest)}")
    return int(rest)


def _file(rest: str, name: str) -> str:
    if not rest:
        raise ShellError(f"{name} needs the name of a file, as in {name} game.qtn")
    return rest


def _nothing(rest: str, name: str) -> None:
    if rest:
        raise ShellError(f"{name} stands alone, without {quoted(rest)}")


class Command(NamedTuple):
    """How a command is typed, what it does, and what carries it out."""

    usage: str
    says: str
    run: Callable[[Session, str], Iterator[str]]


COMMANDS = {
    "play": Command("play R1 C1 R2 C2", "put the next mark on two squares", Session.play),
    "undo": Command(
        "undo [k]", "take back k moves; without k one, or back to your own last one", Session.undo
    ),
    "tree": Command("tree", "show every move that was tried", Session.tree),
    "save": Command("save FILE", "write the game into a file", Session.save),
    "load": Command("load FILE", "go on with the game in a file", Session.load),
    "go": Command("go [LEVEL]", "let a computer decide, the best one if none is named", Session.go),
    "computer": Command(
        "computer X LEVEL",
        "let a computer play X, or O, from now on; off ends it",
        Session.computer,
    ),
    "random": Command("random [k]", "let chance play k moves", Session.random),
    "moves": Command("moves", "list what can be played", Session.moves),
    "hint": Command("hint", "tell the best moves", Session.hint),
    "value": Command("value", "tell who is ahead", Session.value),
    "board": Command("board", "show the board", Session.board),
    "rules": Command("rules", "tell the rules of this game", Session.rules),
    "help": Command("help", "list the commands", Session.help),
    "exit": Command("exit", "leave", Session.exit),
}
"""What a line can begin with, in the order in which ``help`` lists it."""
