"""One game between two players: the one authority behind every door.

A match is pure: it reads no clock, waits for nobody and writes nothing. Each request either
returns the events that it caused or raises one of the errors of ``play.errors`` (or the
``IllegalMoveError`` of the rules), and then nothing has changed.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from qttt.game import Collapse, Move, Node, Outcome, Player, Position, Rules

from .coins import Coin, Toss, check_tosses, toss
from .errors import (
    ChanceDecidesError,
    DrawOfferError,
    MatchOverError,
    NoChanceError,
    NotAMoveError,
    NothingToRedoError,
    NothingToUndoError,
    NotInTreeError,
    NotYourTurnError,
    ResumeError,
)
from .events import (
    Collapsed,
    DrawAccepted,
    DrawDeclined,
    DrawLapsed,
    DrawOffered,
    Ended,
    Event,
    Played,
    Redone,
    Resigned,
    Undone,
    Went,
)
from .seats import Seat
from .series import Series
from .steps import ahead, between, decisions, holds, no_such_count
from .verdicts import Concession, Ruling, conceded

GOFF = Rules()
FIRST, SECOND = Seat("Player 1"), Seat("Player 2")


class Match:
    """A game with its players, everything that was tried in it, and where it stands.

    ``start`` is the rules, for a game from the empty board, or a position to play on from. ``x``
    and ``o`` say who plays. ``series`` holds the games that these two have finished before.

    The moves form a tree. Playing on after an undo keeps what was taken back as a variation; the
    line in play is always the main line. ``at`` is a time in the caller's own units; it is only
    written into the events. ``tags`` go with a record of the match, such as Event and Date; the
    match itself does not read them.

    Raises ``SeriesError`` if ``series`` is between others.

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
        self._seats = MappingProxyType({Player.X: x, Player.O: o})
        self._series = series
        self._tosses: dict[Node, Toss] = {}
        self._conceded: Concession | None = None
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
        concession: Concession | None = None,
        offer: Player | None = None,
    ) -> "Match":
        """The match that stands at ``node`` of a tree that was played before.

        The tree is taken over. ``tosses`` must say what decided each collapse in it that was a
        coin's; ``concession`` and ``offer`` are as the properties of those names.

        Raises ``ResumeError`` if these contradict the tree, ``SeriesError`` as the constructor.
        """
        match = cls(node.path[0].position, x=x, o=o, series=series)
        check_tosses(node.path[0], tosses or {})
        if (concession or offer) and (node.position.outcome or (concession and offer)):
            raise ResumeError("a match that is over has no more offers and cannot be given up")
        if isinstance(concession, Ruling) and node.children:
            raise ResumeError(f"a game that ended by {concession.reason!r} stands at its last move")
        match._root, match._node = node.path[0], node
        match._tosses = dict(tosses or {})
        match._conceded, match._offer = concession, offer
        node.promote()
        return match

    # --- how it stands -----------------------------------------------------------------------

    @property
    def root(self) -> Node:
        """The start of the move tree; its main line is the line in play. Look, do not change."""
        return self._root

    @property
    def node(self) -> Node:
        """The point of the tree at which the match stands."""
        return self._node

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._node.position

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self._root.position.rules

    @property
    def seats(self) -> Mapping[Player, Seat]:
        """Who plays X and who plays O."""
        return self._seats

    @property
    def to_move(self) -> Player | Literal["chance"] | None:
        """Who decides now; None if the match is over."""
        return None if self._conceded else self.position.to_move

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """What the player to move may play; nothing if the match is over or a coin decides."""
        return self.position.legal_moves if isinstance(self.to_move, Player) else ()

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, on the board or off it; None while it goes on."""
        if self._conceded:
            return conceded(self.rules, self._conceded)
        return self.position.outcome

    @property
    def concession(self) -> Concession | None:
        """How the game ended off the board: who resigned, ``both`` who agreed, or a ruling."""
        return self._conceded

    @property
    def offer(self) -> Player | None:
        """Who has offered a draw that is not yet answered."""
        return self._offer

    @property
    def tosses(self) -> Mapping[Node, Toss]:
        """For each loop that a coin has decided, what it showed."""
        return MappingProxyType(self._tosses)

    @property
    def journal(self) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return tuple(self._journal)

    @property
    def series(self) -> Series | None:
        """The games finished before this match; None if no points are added up."""
        return self._series

    @property
    def standing(self) -> Series | None:
        """The series with this match, once it is over."""
        x, o = (self._seats[player].name for player in Player)
        return self._series and self._series.after(x, o, self.outcome)

    # --- playing -----------------------------------------------------------------------------

    def play(
        self, move: Move, by: Player | None = None, *, at: float | None = None
    ) -> tuple[Event, ...]:
        """Play ``move``; with ``by``, only if that player decides now.

        An offer of a draw by the other player lapses, and any at the end.

        Raises ``MatchOverError``, ``ChanceDecidesError``, ``NotYourTurnError``,
        ``NotAMoveError`` or ``IllegalMoveError``.
        """
        mover = self._mover(by)
        if not isinstance(move, Move):
            raise NotAMoveError(f"{move!r} is no move: give a Placement or a Collapse")
        before = self.position
        self._enter(self._node.play(move))
        is_off = self._offer and (self._offer is mover.other or self.outcome)
        lapsed = self._lapsed(at) if is_off else ()
        moved = (
            Collapsed(by=mover, move=move, before=before, at=at)
            if isinstance(move, Collapse)
            else Played(by=mover, move=move, before=before, at=at)
        )
        return self._tell(*lapsed, moved, at=at)

    def throw(self, coin: Coin, *, at: float | None = None) -> tuple[Event, ...]:
        """Let ``coin`` decide the pending loop (R7).

        It is shown the position; what it shows is recorded in ``tosses`` before anything else. A
        loop that was decided before and taken back is decided the same way again, and the coin is
        not asked.

        Raises ``MatchOverError``, ``NoChanceError`` or ``CoinError``; errors of the coin itself
        pass through.
        """
        self._check_open()
        before = self.position
        if self.to_move != "chance":
            raise NoChanceError(f"no coin decides now: {self.to_move} is to move in {before}")
        if self._node not in self._tosses:
            self._tosses[self._node] = toss(coin, before)
        shown = self._tosses[self._node]
        move = Collapse(before.legal_moves[shown.bit][0])
        self._enter(self._node.play(move))
        lapsed = self._lapsed(at) if self.outcome else ()
        collapsed = Collapsed(by="chance", move=move, before=before, toss=shown, at=at)
        return self._tell(*lapsed, collapsed, at=at)

    # --- going back and forth ----------------------------------------------------------------

    def undo(self, count: int = 1, *, at: float | None = None) -> tuple[Event, ...]:
        """Take back ``count`` moves: placements, and collapses that a player chose.

        A coin's collapse is nobody's move; it goes with the placement before it. An end off the
        board is taken back first, and counts. Open offers lapse.

        Raises ``NothingToUndoError`` if there are not so many.
        """
        made = [*decisions(self._node), *([self._node] if self._conceded else [])]
        if not 1 <= count <= len(made):
            raise NothingToUndoError(no_such_count("take back", count, len(made)))
        return self._go_back(made[-count], at)

    def undo_decision(self, player: Player, *, at: float | None = None) -> tuple[Event, ...]:
        """Go back to where ``player`` last decided: against a computer, one's own last move.

        An end off the board is taken back alone, unless the other player resigned.

        Raises ``NothingToUndoError`` if that player has decided nothing yet.
        """
        if self._conceded not in (None, player.other):
            return self._go_back(self._node, at)
        own = [node for node in decisions(self._node) if node.position.to_move == player]
        if not own:
            raise NothingToUndoError(f"{player} has not decided anything that could be taken back")
        return self._go_back(own[-1], at)

    def redo(self, count: int = 1, *, at: float | None = None) -> tuple[Event, ...]:
        """Make ``count`` moves of the main line again that were taken back; undoes ``undo``.

        Raises ``MatchOverError`` after an end off the board, ``NothingToRedoError`` if there are
        not so many.
        """
        self._check_not_conceded()
        stops = ahead(self._node)
        if not 1 <= count <= len(stops):
            raise NothingToRedoError(no_such_count("make again", count, len(stops)))
        before, moves = self.position, between(self._node, stops[count - 1])
        lapsed = self._lapsed(at)
        self._enter(stops[count - 1])
        redone = Redone(before=before, after=self.position, moves=moves, at=at)
        return self._tell(*lapsed, redone, at=at)

    def goto(self, node: Node, *, at: float | None = None) -> tuple[Event, ...]:
        """Let the match stand at ``node`` of its tree, whose branch becomes the line in play.

        Raises ``NotInTreeError`` for a node of another tree, and ``MatchOverError`` after an end
        off the board: ``undo`` takes that back first.
        """
        self._check_not_conceded()
        if not holds(self._root, node):
            raise NotInTreeError(f"{node.position} at that point is not in this match's tree")
        before = self.position
        lapsed = self._lapsed(at)
        self._enter(node)
        return self._tell(*lapsed, Went(before=before, after=self.position, at=at), at=at)

    # --- giving up, and starting again -------------------------------------------------------

    def resign(self, player: Player, *, at: float | None = None) -> tuple[Event, ...]:
        """Let ``player`` give up; also out of turn. Raises ``MatchOverError``."""
        self._check_open()
        lapsed = self._lapsed(at)
        self._conceded = Player(player)
        return self._tell(*lapsed, Resigned(by=player, at=at), at=at)

    def offer_draw(self, player: Player, *, at: float | None = None) -> tuple[Event, ...]:
        """Offer a draw; it stays open until the other player answers or moves.

        Raises ``MatchOverError``, or ``DrawOfferError`` if an offer is open already.
        """
        self._check_open()
        if self._offer is not None:
            raise DrawOfferError(f"{self._offer} has already offered a draw: wait for the answer")
        self._offer = Player(player)
        return self._tell(DrawOffered(by=player, at=at), at=at)

    def accept_draw(self, player: Player, *, at: float | None = None) -> tuple[Event, ...]:
        """Accept the other player's offer. Raises ``MatchOverError`` or ``DrawOfferError``."""
        self._check_offered_to(player)
        self._offer, self._conceded = None, "both"
        return self._tell(DrawAccepted(by=player, at=at), at=at)

    def decline_draw(self, player: Player, *, at: float | None = None) -> tuple[Event, ...]:
        """Decline the other player's offer. Raises ``MatchOverError`` or ``DrawOfferError``."""
        self._check_offered_to(player)
        self._offer = None
        return self._tell(DrawDeclined(by=player, at=at), at=at)

    def rematch(self, *, swap: bool = False) -> "Match":
        """A new match from the same start; with ``swap`` the players change seats.

        If this one is over its points go into the series. Also the way to reset the board.
        """
        x, o = self._seats[Player.X], self._seats[Player.O]
        if swap:
            x, o = o, x
        return Match(self._root.position, x=x, o=o, series=self.standing)

    # --- inside ------------------------------------------------------------------------------

    def _mover(self, by: Player | None) -> Player:
        """Who decides now, if that may be ``by``."""
        mover = self.to_move
        if not isinstance(mover, Player):
            self._check_open()
            raise ChanceDecidesError(f"a coin decides the loop in {self.position}: throw it")
        if by is not None and by != mover:
            raise NotYourTurnError(f"{by} cannot play now: {mover} is to move in {self.position}")
        return mover

    def _check_open(self) -> None:
        if self.outcome:
            raise MatchOverError(
                f"the match is over, {self.outcome.result} ({self.outcome.title}): "
                "take a move back, or play a rematch"
            )

    def _check_not_conceded(self) -> None:
        if self._conceded:
            self._check_open()

    def _check_offered_to(self, player: Player) -> None:
        self._check_open()
        if self._offer != player.other:
            raise DrawOfferError(f"{player.other} has not offered a draw to {player}")

    def _enter(self, node: Node) -> None:
        node.promote()
        self._node = node

    def _go_back(self, node: Node, at: float | None) -> tuple[Event, ...]:
        before, reopened = self.position, self._conceded is not None
        moves = between(node, self._node)
        lapsed = self._lapsed(at)
        self._node, self._conceded = node, None
        undone = Undone(before=before, after=self.position, moves=moves, reopened=reopened, at=at)
        return self._tell(*lapsed, undone, at=at)

    def _lapsed(self, at: float | None) -> tuple[Event, ...]:
        offer, self._offer = self._offer, None
        return (DrawLapsed(by=offer, at=at),) if offer else ()

    def _tell(self, *events: Event, at: float | None) -> tuple[Event, ...]:
        """Write down and return what happened, with the end if this is one."""
        if self.outcome:
            events = (*events, Ended(outcome=self.outcome, at=at))
        self._journal += events
        return events
