"""One game between two players, as used by every interface.

A match does no I/O and reads no clock. Each request returns the events that it caused, or raises
an error of ``play.errors`` (or ``IllegalMoveError``) and changes nothing.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from qttt.copies import IndependentCopies
from qttt.game import Collapse, Move, MoveLike, Node, Outcome, Player, Position, Rules
from qttt.game.arguments import checked_class
from qttt.game.moves import as_move

from . import errors, events
from .coins import Coin, Toss, check_tosses, toss_coin
from .events import Event
from .navigation import (
    count_error,
    decision_nodes,
    is_in_tree,
    last_decision,
    moves_between,
    redo_stops,
)
from .rulings import EndOffBoard, Ruling, outcome_off_board
from .seats import Seat
from .series import Series

GOFF = Rules()
FIRST, SECOND = Seat("Player 1"), Seat("Player 2")


@checked_class
class Match(IndependentCopies):
    """A game with its players, its tree of moves and the current node.

    Playing on after an undo keeps the undone moves as a variation; the current line is always the
    main line. Methods take a time ``at`` in the caller's units and only copy it into events.
    ``tags`` such as Event and Date are stored in records. ``series`` has earlier games.

    Raises:
        SeriesError: ``series`` is between other players.

    >>> from qttt.game import Placement
    >>> match = Match()
    >>> [str(event) for event in match.play(Placement(0, 8), by=Player.X)]
    ['X1 goes to 1 and 9.']
    >>> match.to_move, str(match.position)
    (<Player.O: 'O'>, '19')
    """

    def __init__(
        self,
        start: Rules | Position = GOFF,
        *,
        x: Seat = FIRST,
        o: Seat = SECOND,
        series: Series | None = None,
    ) -> None:
        if series is not None:
            series.check(x.name, o.name)
        self._root = Node(start if isinstance(start, Position) else Position(start))
        self._node = self._root
        self._seats = {Player.X: x, Player.O: o}
        self._series = series
        self._tosses: dict[Node, Toss] = {}
        self._end_off_board: EndOffBoard | None = None
        self._offer: Player | None = None
        self._journal: list[Event] = []
        self.tags: dict[str, str] = {}

    @classmethod
    def resume(
        cls,
        node: Node,
        *,
        x: Seat = FIRST,
        o: Seat = SECOND,
        series: Series | None = None,
        tosses: Mapping[Node, Toss] | None = None,
        end_off_board: EndOffBoard | None = None,
        draw_offer: Player | None = None,
    ) -> "Match":
        """Return a match at ``node`` of an existing tree, of which it takes ownership.

        ``tosses`` must have a toss for each collapse by chance; ``end_off_board`` and
        ``draw_offer`` are as the properties.

        Raises:
            ResumeError: The arguments contradict each other or the tree.
            SeriesError: ``series`` is between other players.
        """
        match = cls(node.root.position, x=x, o=o, series=series)
        check_tosses(node.root, tosses or {})
        if (end_off_board or draw_offer) and (
            node.position.outcome or (end_off_board and draw_offer)
        ):
            raise errors.ResumeError(
                "a finished match can have neither a draw offer nor a concession"
            )
        if isinstance(end_off_board, Ruling) and node.children:
            raise errors.ResumeError(
                f"a game that ended by {end_off_board.reason!r} must be at its last move"
            )
        match._root, match._node = node.root, node
        match._tosses = dict(tosses or {})
        match._end_off_board, match._offer = end_off_board, draw_offer
        node.promote()
        return match

    # --- state -----------------------------------------------------------------------

    @property
    def root(self) -> Node:
        """The root of the move tree, whose main line is the current line. Read-only."""
        return self._root

    @property
    def node(self) -> Node:
        """The current node."""
        return self._node

    @property
    def position(self) -> Position:
        """The current position."""
        return self._node.position

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._root.position.rules

    @property
    def seats(self) -> Mapping[Player, Seat]:
        """The players."""
        return MappingProxyType(self._seats)

    @property
    def to_move(self) -> Player | Literal["chance"] | None:
        """The player to move, ``chance``, or None if the match is over."""
        return None if self._end_off_board else self.position.to_move

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves; none if the match is over or a coin decides."""
        return self.position.legal_moves if isinstance(self.to_move, Player) else ()

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, on the board or off it; None if the match is not over."""
        if self._end_off_board:
            return outcome_off_board(self.rules, self._end_off_board)
        return self.position.outcome

    @property
    def end_off_board(self) -> EndOffBoard | None:
        """The end off the board, if any: who resigned, ``both`` for an agreed draw, or a ruling."""
        return self._end_off_board

    @property
    def draw_offer(self) -> Player | None:
        """The player with an open draw offer."""
        return self._offer

    @property
    def tosses(self) -> Mapping[Node, Toss]:
        """The toss for each loop that a coin has decided."""
        return MappingProxyType(self._tosses)

    @property
    def journal(self) -> tuple[Event, ...]:
        """All events, in order."""
        return tuple(self._journal)

    @property
    def series(self) -> Series | None:
        """The earlier games; None if the match is not part of a series."""
        return self._series

    @property
    def series_score(self) -> Series | None:
        """The series, including this match if it is over."""
        x, o = (self._seats[player].name for player in Player)
        return self._series and self._series.after(x, o, self.outcome)

    # --- playing -----------------------------------------------------------------------------

    def play(
        self, move: MoveLike, by: Player | None = None, *, at: float | None = None
    ) -> tuple[Event, ...]:
        """Play ``move``; if ``by`` is given, only if that player is to move.

        A draw offer by the other player expires, as does any offer at the end of the game.

        Raises:
            MatchOverError: The match has ended.
            ChanceDecidesError: A coin decides.
            NotYourTurnError: ``by`` is not to move.
            TypeError: ``move`` is not a move.
            IllegalMoveError: ``move`` is not legal.
        """
        mover = self._mover(by)
        move = as_move(move)
        before = self.position
        self._enter(self._node.play(move))
        expires = self._offer and (self._offer is mover.other or self.outcome)
        expired = self._clear_offer(at) if expires else ()
        moved = (
            events.Collapsed(by=mover, move=move, before=before, at=at)
            if isinstance(move, Collapse)
            else events.Played(by=mover, move=move, before=before, at=at)
        )
        return self._record(*expired, moved, at=at)

    def toss(self, coin: Coin, *, at: float | None = None) -> tuple[Event, ...]:
        """Toss ``coin`` to decide the pending loop (R7).

        The toss is stored in ``tosses`` and used again if the collapse is taken back. Exceptions of
        the coin propagate.

        Raises:
            MatchOverError: The match has ended.
            NoChanceError: No coin decides now.
            CoinError: The coin did not return a ``Toss``.
        """
        self._check_open()
        before = self.position
        if self.to_move != "chance":
            raise errors.NoChanceError(
                f"no coin decides now: {self.to_move} is to move in {before}"
            )
        if self._node not in self._tosses:
            self._tosses[self._node] = toss_coin(coin, before)
        result = self._tosses[self._node]
        move = Collapse(before.legal_moves[result.bit][0])
        self._enter(self._node.play(move))
        expired = self._clear_offer(at) if self.outcome else ()
        collapsed = events.Collapsed(by="chance", move=move, before=before, toss=result, at=at)
        return self._record(*expired, collapsed, at=at)

    # --- undo, redo, goto ----------------------------------------------------------------

    def undo(self, count: int = 1, *, at: float | None = None) -> tuple[Event, ...]:
        """Take back ``count`` placements and collapses.

        A coin's collapse does not count: it is taken back with the placement before it. An end off
        the board is taken back first, and counts. An open draw offer expires.

        Raises ``NothingToUndoError`` if ``count`` is out of range.
        """
        stops = [*decision_nodes(self._node), *([self._node] if self._end_off_board else [])]
        if not 1 <= count <= len(stops):
            raise errors.NothingToUndoError(count_error("undo", count, len(stops)))
        return self._go_back(stops[-count], at)

    def undo_decision(self, player: Player, *, at: float | None = None) -> tuple[Event, ...]:
        """Go back to the last decision of ``player``, for example in a game against a computer.

        An end off the board is taken back alone, unless the other player resigned.

        Raises ``NothingToUndoError`` if that player has decided nothing yet.
        """
        if self._end_off_board not in (None, player.other):
            return self._go_back(self._node, at)
        return self._go_back(last_decision(self._node, player), at)

    def redo(self, count: int = 1, *, at: float | None = None) -> tuple[Event, ...]:
        """Play the next ``count`` moves of the main line again: the inverse of ``undo``.

        Raises:
            MatchOverError: The match has ended off the board.
            NothingToRedoError: ``count`` is out of range.
        """
        self._check_not_ended_off_board()
        stops = redo_stops(self._node)
        if not 1 <= count <= len(stops):
            raise errors.NothingToRedoError(count_error("redo", count, len(stops)))
        before, moves = self.position, moves_between(self._node, stops[count - 1])
        expired = self._clear_offer(at)
        self._enter(stops[count - 1])
        redone = events.Redone(before=before, after=self.position, moves=moves, at=at)
        return self._record(*expired, redone, at=at)

    def go_to(self, node: Node, *, at: float | None = None) -> tuple[Event, ...]:
        """Go to ``node`` of the tree, whose branch becomes the main line.

        Raises:
            MatchOverError: The match has ended off the board; ``undo`` takes that back.
            NotInTreeError: ``node`` is in another tree.
        """
        self._check_not_ended_off_board()
        if not is_in_tree(self._root, node):
            raise errors.NotInTreeError(f"the node at {node.position} is not in this match's tree")
        before = self.position
        expired = self._clear_offer(at)
        self._enter(node)
        return self._record(
            *expired, events.Navigated(before=before, after=self.position, at=at), at=at
        )

    # --- resignation, draws, rematch -------------------------------------------------------

    def resign(self, player: Player, *, at: float | None = None) -> tuple[Event, ...]:
        """Resign for ``player``, also out of turn. Raises ``MatchOverError``."""
        self._check_open()
        expired = self._clear_offer(at)
        self._end_off_board = Player(player)
        return self._record(*expired, events.Resigned(by=player, at=at), at=at)

    def offer_draw(self, player: Player, *, at: float | None = None) -> tuple[Event, ...]:
        """Offer a draw, which is open until the other player answers or moves.

        Raises:
            MatchOverError: The match has ended.
            DrawOfferError: A draw is already offered.
        """
        self._check_open()
        if self._offer is not None:
            raise errors.DrawOfferError(
                f"{self._offer} has already offered a draw: wait for the answer"
            )
        self._offer = Player(player)
        return self._record(events.DrawOffered(by=player, at=at), at=at)

    def accept_draw(self, player: Player, *, at: float | None = None) -> tuple[Event, ...]:
        """Accept the other player's offer. Raises ``MatchOverError`` or ``DrawOfferError``."""
        self._check_offered_to(player)
        self._offer, self._end_off_board = None, "both"
        return self._record(events.DrawAccepted(by=player, at=at), at=at)

    def decline_draw(self, player: Player, *, at: float | None = None) -> tuple[Event, ...]:
        """Decline the other player's offer. Raises ``MatchOverError`` or ``DrawOfferError``."""
        self._check_offered_to(player)
        self._offer = None
        return self._record(events.DrawDeclined(by=player, at=at), at=at)

    def rematch(self, *, swap: bool = False) -> "Match":
        """Return a new match from the same start, with swapped seats if ``swap``.

        If this match is over, it is added to the series.
        """
        x, o = self._seats[Player.X], self._seats[Player.O]
        if swap:
            x, o = o, x
        return Match(self._root.position, x=x, o=o, series=self.series_score)

    # --- internals ------------------------------------------------------------------------------

    def _mover(self, by: Player | None) -> Player:
        """Return the player to move, who must be ``by`` if that is given."""
        mover = self.to_move
        if not isinstance(mover, Player):
            self._check_open()
            raise errors.ChanceDecidesError(f"a coin decides the loop in {self.position}: toss it")
        if by is not None and by != mover:
            raise errors.NotYourTurnError(
                f"{by} cannot play now: {mover} is to move in {self.position}"
            )
        return mover

    def _check_open(self) -> None:
        if self.outcome:
            raise errors.MatchOverError(
                f"the match is over, {self.outcome.result} ({self.outcome.title}): "
                "undo a move, or play a rematch"
            )

    def _check_not_ended_off_board(self) -> None:
        if self._end_off_board:
            self._check_open()

    def _check_offered_to(self, player: Player) -> None:
        self._check_open()
        if self._offer != player.other:
            raise errors.DrawOfferError(f"{player.other} has not offered a draw to {player}")

    def _enter(self, node: Node) -> None:
        node.promote()
        self._node = node

    def _go_back(self, node: Node, at: float | None) -> tuple[Event, ...]:
        before, reopened = self.position, self._end_off_board is not None
        moves = moves_between(node, self._node)
        expired = self._clear_offer(at)
        self._node, self._end_off_board = node, None
        undone = events.Undone(
            before=before, after=self.position, moves=moves, reopened=reopened, at=at
        )
        return self._record(*expired, undone, at=at)

    def _clear_offer(self, at: float | None) -> tuple[Event, ...]:
        offer, self._offer = self._offer, None
        return (events.DrawExpired(by=offer, at=at),) if offer else ()

    def _record(self, *new: Event, at: float | None) -> tuple[Event, ...]:
        """Append events to the journal, with ``Ended`` if the match is over, and return them."""
        if self.outcome:
            new = (*new, events.Ended(outcome=self.outcome, at=at))
        self._journal += new
        return new
