"""The table at which a match is played: who sits here, what is chosen, what was last said.

It knows no widgets and no threads: keys and clicks become calls, and each call either changes the
table or raises a ``ValueError`` that says why not. Whether a move is legal is for the match.
"""

from collections.abc import Iterable, Mapping
from itertools import takewhile
from pathlib import Path
from random import Random

from qttt.engine import Decision
from qttt.game import (
    Collapse,
    IllegalMoveError,
    IllegalPositionError,
    Move,
    Node,
    Placement,
    Player,
    Position,
    Refusal,
    mark_name,
)
from qttt.notation import NotationError
from qttt.play import Coin, Computer, Event, Match, MatchError, Toss, save, system_coin
from qttt.play.events import Collapsed, Played

from .setup import Setup, check_levels


class RefusedError(ValueError):
    """What was asked for cannot be done at this table now."""


REFUSALS = (
    MatchError,
    RefusedError,
    NotationError,
    IllegalMoveError,
    IllegalPositionError,
)
"""What a request can be refused with; nothing has changed then."""


class Table:
    """A match, and what a person at this terminal is doing with it.

    cursor
        The square that the keyboard is at.
    first
        The square of a half-made placement.
    looking
        The earlier node that is looked at; None if the board shows the game as it stands.
    shows_history
        Whether marks that vanished are shown.
    preview
        Which of the two outcomes of the pending loop the board shows: 0, 1 or None.
    news
        What happened since a person last did something.
    file
        Where the game is saved, if it is; a coin is saved there before anybody sees it.
    fallen
        What coins have shown that nobody has seen yet, by the node of their loop.
    decisions
        What computers have decided in this match, by the node that each move led to.
    """

    def __init__(self, match: Match, rng: Random | None = None, coin: Coin = system_coin) -> None:
        check_levels(match.rules, tuple(match.seats.values()))
        self.match = match
        self.rng = rng or Setup().rng
        self.coin = coin
        self.file: Path | None = None
        self.fallen: dict[Node, Toss] = {}
        board = match.rules.board
        self.cursor = board.rows // 2 * board.cols + board.cols // 2
        self.first: int | None = None
        self.looking: Node | None = None
        self.shows_history = False
        self.preview: int | None = None
        self.news: tuple[Event, ...] = ()
        self.decisions: dict[Node, Decision] = {}

    # --- how it stands -----------------------------------------------------------------------

    @property
    def opponents(self) -> Mapping[Player, Computer]:
        """The computers that play here."""
        return {
            player: Computer(seat.level, self.rng)
            for player, seat in self.match.seats.items()
            if seat.level
        }

    @property
    def node(self) -> Node:
        """The point of the game that the board shows."""
        return self.looking or self.match.node

    @property
    def position(self) -> Position:
        """The position that the board shows."""
        return self.node.position

    @property
    def people(self) -> tuple[Player, ...]:
        """The seats that are played from this terminal."""
        return tuple(player for player in Player if player not in self.opponents)

    @property
    def is_ours(self) -> bool:
        """True if a person decides now."""
        return self.match.to_move in self.people

    @property
    def awaits_computer(self) -> bool:
        """True if a computer decides now."""
        return self.match.to_move in self.opponents

    @property
    def awaits_coin(self) -> bool:
        """True if a coin decides now."""
        return self.match.to_move == "chance"

    @property
    def is_choosing(self) -> bool:
        """True if the board shows a loop that a person or a coin decides now."""
        here = self.looking is None and self.position.has_loop
        return here and self.match.outcome is None and not self.awaits_computer

    @property
    def decision(self) -> Decision | None:
        """The last that a computer decided on the way to what the board shows."""
        made = (self.decisions.get(node) for node in reversed(self.node.path))
        return next(filter(None, made), None)

    @property
    def fresh(self) -> frozenset[int]:
        """The squares that have just changed: since a person's last move, or else by it."""
        moves = [event for event in self.news if isinstance(event, Played | Collapsed)]
        others = list(takewhile(lambda event: event.by not in self.people, reversed(moves)))
        return frozenset(square for event in others or moves[-1:] for square in _touched(event))

    # --- choosing squares --------------------------------------------------------------------

    def point(self, square: int) -> None:
        """Put the cursor on a square."""
        self.cursor = square

    def steer(self, down: int, right: int) -> None:
        """Move the cursor, from edge to edge; at a loop, go through its two outcomes."""
        if self.is_choosing:
            forward = down + right > 0
            self.preview = int(forward) if self.preview is None else 1 - self.preview
            return
        board = self.match.rules.board
        row, col = divmod(self.cursor, board.cols)
        self.cursor = (row + down) % board.rows * board.cols + (col + right) % board.cols

    def press(self, square: int, mark: int | None = None) -> None:
        """Choose a square, or a mark in it: half a placement, a whole one, or a collapse.

        Raises ``RefusedError`` or ``IllegalMoveError`` if that is not possible.
        """
        self.check_ours()
        self.cursor = square
        if self.match.position.has_loop:
            self.play(self._pointed(square, mark))
        elif square in self.match.position.classical:
            raise RefusedError(f"{self._name(square)}: {Refusal.NOT_OPEN}")
        elif self._is_whole:
            self.play(Placement(square, square))
        elif self.first is None:
            self.first = square
        elif self.first == square:
            self.first = None
        else:
            self.play(Placement(self.first, square))

    def press_named(self, name: str) -> None:
        """Choose the square of that name. Raises ``RefusedError`` if there is none."""
        board = self.match.rules.board
        try:
            square = board.square(name)
        except KeyError:
            known = f"{board.name(0)} to {board.name(board.size - 1)}"
            raise RefusedError(
                f"The squares here are {known}: use the arrows and Enter, or : to type."
            ) from None
        self.press(square)

    def option_at(self, square: int | None, mark: int | None) -> int | None:
        """Which outcome of the pending loop a square, or a mark in it, names; None if neither."""
        if square is None or not self.is_choosing:
            return None
        legal = self.position.legal_moves
        try:
            move = self._pointed(square, mark)
        except IllegalMoveError:
            return None
        return legal.index(move) if move in legal else None

    def ask_where(self) -> None:
        """Say in which squares the closing mark can land."""
        self.check_ours()
        position = self.match.position
        if not position.has_loop:
            raise RefusedError(f"{Refusal.NO_LOOP}")
        first, second = (self._name(move[0]) for move in position.legal_moves)
        raise RefusedError(
            f"{mark_name(len(position.marks))} lands on {first} or on {second}: which?"
        )

    def confirm(self) -> None:
        """What Enter does: press the square under the cursor, or choose the outcome shown."""
        if not self.is_choosing:
            self.press(self.cursor)
        elif self.awaits_coin:
            self.throw()
        elif self.preview is None:
            raise RefusedError("Look at an outcome first: the arrow keys show one, then the other.")
        else:
            self.choose(self.preview)

    def choose(self, option: int) -> None:
        """Decide the pending loop: 0 is the first of its two outcomes, 1 the second."""
        self.check_ours()
        if not self.match.position.has_loop:
            raise RefusedError(f"{Refusal.NO_LOOP}")
        self.play(self.match.position.legal_moves[option])

    def show(self, option: int | None) -> None:
        """Show an outcome of the pending loop on the board; None shows the loop again."""
        self.preview = option if self.is_choosing else None

    def cancel(self) -> None:
        """Take the half-made placement back, end the preview, or return to the game."""
        self.first = self.preview = self.looking = None

    # --- playing -----------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Play a move for the person who decides."""
        self.check_ours()
        self.act(self.match.play(move))

    def answer(self, decision: Decision) -> None:
        """Play what a computer has decided."""
        self.news += self.match.play(decision.move)
        self.decisions[self.match.node] = decision

    def throw(self) -> None:
        """Throw the coin for the pending loop.

        Raises ``RefusedError`` if the game is kept in a file which cannot be written; it is shown
        nevertheless, as it is not thrown again.
        """
        fallen = self.fallen.pop(self.match.node, None)
        self.news += self.match.throw((lambda _: fallen) if fallen else self.coin)
        self.preview = None
        if self.file is None:
            return
        try:
            save(self.match, self.file)
        except OSError as error:
            raise RefusedError(f"{self.file} does not know it: {error.strerror}") from error

    # --- going back and forth ----------------------------------------------------------------

    def undo(self) -> None:
        """Take back the half-made placement, or else the last decision of a person here."""
        if self.first is not None:
            self.first = None
            return
        alone = self.people[0] if len(self.people) == 1 else None
        self.act(self.match.undo_decision(alone) if alone else self.match.undo())

    def redo(self) -> None:
        """Make again what was taken back, up to the next decision of a person here."""
        events = self.match.redo()
        while self.people and not self.is_ours and self.match.node.children:
            events += self.match.redo()
        self.act(events)

    def look(self, node: Node) -> None:
        """Show an earlier or later point of the game; the game itself stays where it is."""
        self.cancel()
        self.looking = None if node is self.match.node else node

    def leaf(self, by: int) -> None:
        """Look that many moves further on, or back."""
        line = self.line
        place = line.index(self.node) + by
        self.look(line[max(0, min(place, len(line) - 1))])

    @property
    def line(self) -> tuple[Node, ...]:
        """The game from its start, with what was taken back and can be made again."""
        return (self.match.root, *self.match.root.main_line)

    def go_on(self) -> None:
        """Play on from the point that is looked at."""
        if self.looking is None:
            raise RefusedError("The board shows the game as it stands.")
        self.act(self.match.goto(self.looking))

    # --- giving up, and starting again -------------------------------------------------------

    def resign(self) -> None:
        """Give the game up: the person to move, or the only one here."""
        self.act(self.match.resign(self._speaker("resign")))

    def offer_draw(self) -> None:
        """Offer a draw, in the name of the person to move or the only one here."""
        self.act(self.match.offer_draw(self._speaker("offer a draw")))

    def answer_draw(self, accepts: bool) -> None:
        """Answer the offer that is open, for the one who was asked."""
        by = self.match.offer
        if by is None:
            raise RefusedError("Nobody has offered a draw.")
        answer = self.match.accept_draw if accepts else self.match.decline_draw
        self.news += answer(by.other)

    def toggle_history(self) -> None:
        """Show or hide the marks that vanished."""
        self.shows_history = not self.shows_history

    def again(self, *, swap: bool) -> None:
        """The next game of the same two; with ``swap`` they change seats.

        Raises ``RefusedError`` while this one goes on.
        """
        if self.match.outcome is None:
            raise RefusedError("The game is not over: n begins a new one.")
        self.match = self.match.rematch(swap=swap)
        self.decisions = {}
        self.act(())

    # --- inside ------------------------------------------------------------------------------

    @property
    def _is_whole(self) -> bool:
        position = self.match.position
        return not position.rules.is_quantum or len(position.open_squares) == 1

    def _pointed(self, square: int, mark: int | None) -> Collapse:
        """The collapse that a mark names, or a square for the closing mark (R8)."""
        return Collapse(square) if mark is None else self.match.position.pointed(mark, square)

    def check_ours(self) -> None:
        """Raise ``RefusedError`` unless a person here decides now."""
        if self.looking is not None:
            raise RefusedError("This is an earlier position: Esc goes back to the game.")
        if self.match.outcome:
            raise RefusedError("The game is over: p plays again, u takes a move back.")
        if self.awaits_coin:
            raise RefusedError("A coin decides this loop: Enter throws it.")
        if self.awaits_computer:
            raise RefusedError("The computer has not moved yet.")

    def _speaker(self, what: str) -> Player:
        """The person here who can say something about the game itself."""
        if not self.people:
            raise RefusedError(f"Nobody sits here who could {what}.")
        mover = self.match.to_move
        return mover if isinstance(mover, Player) and mover in self.people else self.people[0]

    def _name(self, square: int) -> str:
        return self.match.rules.board.name(square)

    def act(self, events: tuple[Event, ...]) -> None:
        """Tell what a person has done; what was chosen is done with."""
        self.cancel()
        self.news = events


def _touched(event: Played | Collapsed) -> Iterable[int]:
    return event.move if isinstance(event, Played) else event.landed.values()
