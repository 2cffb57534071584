"""The controller of a game, independent of widgets and threads.

Methods change the state or raise a ``ValueError`` with a message for the user.
"""

from random import Random

from qttt.engine import Decision
from qttt.game import (
    Collapse,
    IllegalMoveError,
    IllegalMoveReason,
    Move,
    Node,
    Placement,
    Position,
    mark_name,
)
from qttt.notation import parse_moves, read, read_tokens, resolve_token
from qttt.play import Coin, Match, system_coin
from qttt.play.events import Event
from qttt.play.local_game import LocalGame


class ActionError(ValueError):
    """The requested action is not possible now."""


class GameController(LocalGame):
    """A local game and what is selected and shown on its board.

    Attributes:
        cursor: The square at the keyboard cursor.
        first: The square of a half-made placement.
        viewed: The earlier node shown on the board; None for the current one.
        shows_history: Whether marks that vanished are shown.
        preview: The outcome of the pending loop shown on the board: 0, 1 or None.
    """

    def __init__(self, match: Match, rng: Random | None = None, coin: Coin = system_coin) -> None:
        super().__init__(match, rng, coin)
        self.check_levels()
        board = match.rules.board
        self.cursor = board.rows // 2 * board.cols + board.cols // 2
        self.first: int | None = None
        self.viewed: Node | None = None
        self.shows_history = False
        self.preview: int | None = None

    # --- state -------------------------------------------------------------------------------

    @property
    def node(self) -> Node:
        """The node shown on the board."""
        return self.viewed or self.match.node

    @property
    def position(self) -> Position:
        """The position shown on the board."""
        return self.node.position

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

    # --- choosing squares --------------------------------------------------------------------

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

    def play(self, move: Move) -> tuple[Event, ...]:
        """Play a move for the person to move. Raises ``ActionError`` if none is."""
        self.check_ours()
        return super().play(move)

    def toss(self) -> tuple[Event, ...]:
        """Toss the coin and end the preview."""
        self.preview = None
        return super().toss()

    def act(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Record the events of a person's action, and reset the selection."""
        self.cancel()
        return super().act(events)

    def enter(self, text: str) -> None:
        """Play one typed move, several for both players, or set up a position.

        Raises the errors of ``notation`` and of this class, without changing anything.
        """
        words = text.split()
        if not words:
            return
        if "/" in words[0] or words[0] == "-" or "(" in text or "+" in text:
            self.set_up(read(text, self.match.rules))
            return
        tokens = read_tokens(text)
        if len(tokens) == 1:
            self.check_ours()
            self.play(resolve_token(tokens[0], self.match.position))
        else:
            self.play_out(parse_moves(text, self.match.position).moves)

    # --- history -----------------------------------------------------------------------------

    def undo(self, count: int | None = None) -> tuple[Event, ...]:
        """Cancel the half-made placement, otherwise undo to a person's last decision."""
        if self.first is None:
            return super().undo(count)
        self.first = None
        return ()

    def look(self, node: Node) -> None:
        """Show another node without changing the game."""
        self.cancel()
        self.viewed = None if node is self.match.node else node

    def browse(self, by: int) -> None:
        """Show the node ``by`` moves later or earlier."""
        line = self.line
        place = line.index(self.node) + by
        self.look(line[max(0, min(place, len(line) - 1))])

    def go_on(self) -> None:
        """Continue the game from the node shown."""
        if self.viewed is None:
            raise ActionError("The board shows the current position.")
        self.act(self.match.go_to(self.viewed))

    def toggle_history(self) -> None:
        """Show or hide the marks that vanished."""
        self.shows_history = not self.shows_history

    def again(self, *, swap: bool) -> None:
        """Start the next game of the series; with ``swap`` the players change seats.

        Raises ``ActionError`` if this game is not over.
        """
        if self.match.outcome is None:
            raise ActionError("The game is not over: press n for a new one.")
        self.use(self.match.rematch(swap=swap))
        self.act(())

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

    def _name(self, square: int) -> str:
        return self.match.rules.board.name(square)
