"""The controller of a game, independent of widgets and threads.

Methods change the state or raise a ``ValueError`` with a message for the user.
"""

from collections.abc import Iterable, Mapping
from itertools import takewhile
from pathlib import Path
from random import Random

from qttt.engine import Decision
from qttt.game import (
    Collapse,
    IllegalMoveError,
    IllegalMoveReason,
    IllegalPositionError,
    Move,
    Node,
    Placement,
    Player,
    Position,
    mark_name,
)
from qttt.notation import NotationError
from qttt.play import Coin, Computer, Event, Match, MatchError, Toss, save, system_coin
from qttt.play.events import Collapsed, Played

from .setup import LocalGameSetup, check_levels


class ActionError(ValueError):
    """The requested action is not possible now."""


ACTION_ERRORS = (
    MatchError,
    ActionError,
    NotationError,
    IllegalMoveError,
    IllegalPositionError,
)
"""Errors of a request, which then has changed nothing."""


class GameController:
    """A match and the state of its user interface.

    Attributes:
        cursor: The square at the keyboard cursor.
        first: The square of a half-made placement.
        viewed: The earlier node shown on the board; None for the current one.
        shows_history: Whether marks that vanished are shown.
        preview: The outcome of the pending loop shown on the board: 0, 1 or None.
        events: Events since a person's last action.
        file: The file of the saved game, if any; coin tosses are saved before they are shown.
        pending_tosses: Tosses that have not been applied yet, by the node of their loop.
        decisions: Decisions of computers, by the node after the move.
    """

    def __init__(self, match: Match, rng: Random | None = None, coin: Coin = system_coin) -> None:
        check_levels(match.rules, tuple(match.seats.values()))
        self.match = match
        self.rng = rng or LocalGameSetup().rng
        self.coin = coin
        self.file: Path | None = None
        self.pending_tosses: dict[Node, Toss] = {}
        board = match.rules.board
        self.cursor = board.rows // 2 * board.cols + board.cols // 2
        self.first: int | None = None
        self.viewed: Node | None = None
        self.shows_history = False
        self.preview: int | None = None
        self.events: tuple[Event, ...] = ()
        self.decisions: dict[Node, Decision] = {}

    # --- state -------------------------------------------------------------------------------

    @property
    def opponents(self) -> Mapping[Player, Computer]:
        """The computers in this match."""
        return {
            player: Computer(seat.level, self.rng)
            for player, seat in self.match.seats.items()
            if seat.level
        }

    @property
    def node(self) -> Node:
        """The node shown on the board."""
        return self.viewed or self.match.node

    @property
    def position(self) -> Position:
        """The position shown on the board."""
        return self.node.position

    @property
    def people(self) -> tuple[Player, ...]:
        """The players at this terminal."""
        return tuple(player for player in Player if player not in self.opponents)

    @property
    def is_ours(self) -> bool:
        """Whether a person is to move."""
        return self.match.to_move in self.people

    @property
    def awaits_computer(self) -> bool:
        """Whether a computer is to move."""
        return self.match.to_move in self.opponents

    @property
    def awaits_coin(self) -> bool:
        """Whether a coin decides."""
        return self.match.to_move == "chance"

    @property
    def is_choosing(self) -> bool:
        """Whether the board shows a pending loop that a person or a coin decides."""
        here = self.viewed is None and self.position.has_loop
        return here and self.match.outcome is None and not self.awaits_computer

    @property
    def decision(self) -> Decision | None:
        """The last decision of a computer up to the node shown."""
        made = (self.decisions.get(node) for node in reversed(self.node.path))
        return next(filter(None, made), None)

    @property
    def fresh(self) -> frozenset[int]:
        """The squares changed since a person's last move, otherwise by it."""
        moves = [event for event in self.events if isinstance(event, Played | Collapsed)]
        others = list(takewhile(lambda event: event.by not in self.people, reversed(moves)))
        return frozenset(square for event in others or moves[-1:] for square in _touched(event))

    # --- choosing squares --------------------------------------------------------------------

    def point(self, square: int) -> None:
        """Move the cursor to a square."""
        self.cursor = square

    def move_cursor(self, down: int, right: int) -> None:
        """Move the cursor, wrapping around; at a loop, switch between its two outcomes."""
        if self.is_choosing:
            forward = down + right > 0
            self.preview = int(forward) if self.preview is None else 1 - self.preview
            return
        board = self.match.rules.board
        row, col = divmod(self.cursor, board.cols)
        self.cursor = (row + down) % board.rows * board.cols + (col + right) % board.cols

    def press(self, square: int, mark: int | None = None) -> None:
        """Choose a square, or a mark in it, for a placement or a collapse.

        Raises ``ActionError`` or ``IllegalMoveError``.
        """
        self.check_ours()
        self.cursor = square
        if self.match.position.has_loop:
            self.play(self._pointed(square, mark))
        elif square in self.match.position.classical:
            raise ActionError(f"{self._name(square)}: {IllegalMoveReason.NOT_OPEN}")
        elif self._is_whole:
            self.play(Placement(square, square))
        elif self.first is None:
            self.first = square
        elif self.first == square:
            self.first = None
        else:
            self.play(Placement(self.first, square))

    def press_named(self, name: str) -> None:
        """Choose a square by name. Raises ``ActionError`` if it does not exist."""
        board = self.match.rules.board
        try:
            square = board.square(name)
        except KeyError:
            known = f"{board.name(0)} to {board.name(board.size - 1)}"
            raise ActionError(
                f"The squares here are {known}: use the arrows and Enter, or : to type."
            ) from None
        self.press(square)

    def option_at(self, square: int | None, mark: int | None) -> int | None:
        """Return the outcome of the pending loop for a square or a mark in it, or None."""
        if square is None or not self.is_choosing:
            return None
        legal = self.position.legal_moves
        try:
            move = self._pointed(square, mark)
        except IllegalMoveError:
            return None
        return legal.index(move) if move in legal else None

    def ask_where(self) -> None:
        """Raise ``ActionError`` with the squares in which the closing mark can land."""
        self.check_ours()
        position = self.match.position
        if not position.has_loop:
            raise ActionError(f"{IllegalMoveReason.NO_LOOP}")
        first, second = (self._name(move[0]) for move in position.legal_moves)
        raise ActionError(
            f"{mark_name(len(position.marks))} lands on {first} or on {second}: which?"
        )

    def confirm(self) -> None:
        """Press the square at the cursor, or choose the previewed outcome."""
        if not self.is_choosing:
            self.press(self.cursor)
        elif self.awaits_coin:
            self.toss()
        elif self.preview is None:
            raise ActionError("Preview an outcome first with the arrow keys.")
        else:
            self.choose(self.preview)

    def choose(self, option: int) -> None:
        """Collapse the pending loop to its first (0) or second (1) outcome."""
        self.check_ours()
        if not self.match.position.has_loop:
            raise ActionError(f"{IllegalMoveReason.NO_LOOP}")
        self.play(self.match.position.legal_moves[option])

    def show(self, option: int | None) -> None:
        """Preview an outcome of the pending loop; None ends the preview."""
        self.preview = option if self.is_choosing else None

    def cancel(self) -> None:
        """Cancel the half-made placement, the preview or the view of an earlier position."""
        self.first = self.preview = self.viewed = None

    # --- playing -----------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Play a move for the person to move."""
        self.check_ours()
        self.act(self.match.play(move))

    def answer(self, decision: Decision) -> None:
        """Play a computer's decision."""
        self.events += self.match.play(decision.move)
        self.decisions[self.match.node] = decision

    def toss(self) -> None:
        """Toss the coin for the pending loop.

        Raises ``ActionError`` if the game's file cannot be written; the toss is applied anyway,
        because it is never repeated.
        """
        toss = self.pending_tosses.pop(self.match.node, None)
        self.events += self.match.toss((lambda _: toss) if toss else self.coin)
        self.preview = None
        if self.file is None:
            return
        try:
            save(self.match, self.file)
        except OSError as error:
            raise ActionError(f"{self.file} was not updated: {error.strerror}") from error

    # --- history -----------------------------------------------------------------------------

    def undo(self) -> None:
        """Cancel the half-made placement, otherwise undo to a person's last decision."""
        if self.first is not None:
            self.first = None
            return
        alone = self.people[0] if len(self.people) == 1 else None
        self.act(self.match.undo_decision(alone) if alone else self.match.undo())

    def redo(self) -> None:
        """Redo up to the next decision of a person."""
        events = self.match.redo()
        while self.people and not self.is_ours and self.match.node.children:
            events += self.match.redo()
        self.act(events)

    def look(self, node: Node) -> None:
        """Show another node without changing the game."""
        self.cancel()
        self.viewed = None if node is self.match.node else node

    def browse(self, by: int) -> None:
        """Show the node ``by`` moves later or earlier."""
        line = self.line
        place = line.index(self.node) + by
        self.look(line[max(0, min(place, len(line) - 1))])

    @property
    def line(self) -> tuple[Node, ...]:
        """The nodes of the game from its start, including moves that can be redone."""
        return (self.match.root, *self.match.root.main_line)

    def go_on(self) -> None:
        """Continue the game from the node shown."""
        if self.viewed is None:
            raise ActionError("The board shows the current position.")
        self.act(self.match.go_to(self.viewed))

    # --- end of the game ---------------------------------------------------------------------

    def resign(self) -> None:
        """Resign for the person to move, or the only one at this terminal."""
        self.act(self.match.resign(self._person("resign")))

    def offer_draw(self) -> None:
        """Offer a draw for the person to move, or the only one at this terminal."""
        self.act(self.match.offer_draw(self._person("offer a draw")))

    def answer_draw(self, accepts: bool) -> None:
        """Answer the open draw offer."""
        by = self.match.draw_offer
        if by is None:
            raise ActionError("There is no draw offer.")
        answer = self.match.accept_draw if accepts else self.match.decline_draw
        self.events += answer(by.other)

    def toggle_history(self) -> None:
        """Show or hide the marks that vanished."""
        self.shows_history = not self.shows_history

    def again(self, *, swap: bool) -> None:
        """Start the next game of the series; with ``swap`` the players change seats.

        Raises ``ActionError`` if this game is not over.
        """
        if self.match.outcome is None:
            raise ActionError("The game is not over: press n for a new one.")
        self.match = self.match.rematch(swap=swap)
        self.decisions = {}
        self.act(())

    # --- helpers -----------------------------------------------------------------------------

    @property
    def _is_whole(self) -> bool:
        """Whether the next mark takes one square."""
        position = self.match.position
        return not position.rules.is_quantum or len(position.open_squares) == 1

    def _pointed(self, square: int, mark: int | None) -> Collapse:
        """Return the collapse with ``mark``, by default the closing one, on ``square`` (R8)."""
        return Collapse(square) if mark is None else self.match.position.collapse_onto(mark, square)

    def check_ours(self) -> None:
        """Raise ``ActionError`` unless a person is to move."""
        if self.viewed is not None:
            raise ActionError("This is an earlier position: press Esc to return to the game.")
        if self.match.outcome:
            raise ActionError("The game is over: press p to play again, u to undo.")
        if self.awaits_coin:
            raise ActionError("A coin decides this loop: press Enter to toss it.")
        if self.awaits_computer:
            raise ActionError("The computer has not moved yet.")

    def _person(self, action: str) -> Player:
        """Return the person to move, or the only one at this terminal."""
        if not self.people:
            raise ActionError(f"Only computers play: no person can {action}.")
        mover = self.match.to_move
        return mover if isinstance(mover, Player) and mover in self.people else self.people[0]

    def _name(self, square: int) -> str:
        return self.match.rules.board.name(square)

    def act(self, events: tuple[Event, ...]) -> None:
        """Record the events of a person's action, and reset the selection."""
        self.cancel()
        self.events = events


def _touched(event: Played | Collapsed) -> Iterable[int]:
    return event.move if isinstance(event, Played) else event.landings.values()
