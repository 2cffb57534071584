"""The widget: traits that its view in JavaScript has too, and the position that they describe."""

from pathlib import Path
from typing import Any

from anywidget import AnyWidget
from traitlets import (
    Bool,
    Bunch,
    Enum,
    HasTraits,
    TraitError,
    TraitType,
    Unicode,
    default,
    observe,
    validate,
)

from qttt.copies import RebuiltError, Uncopyable
from qttt.extras import how_to_get
from qttt.game import Move, Node, Position, Rules
from qttt.notation import format_moves, parse_move, parse_moves, parse_position, read
from qttt.notation.svg import board_svg
from qttt.texts.folders import REFERENCE, languages

BUNDLE = Path(__file__).parent / "_board" / "bundle.js"
"""The view, which ``scripts/web.py`` builds."""
SHOWABLE = ("links", "worlds", "values", "steps")


class BundleMissingError(RebuiltError, RuntimeError):
    """The view is missing; the message has the remedy."""

    def __init__(self) -> None:
        super().__init__(f"there is no JavaScript for the board; {how_to_get('board')}")


class _PositionTrait(TraitType[Position, Position | str]):
    """A position; a text is read under the rules of the displayed one."""

    info_text = "a Position or its text"

    def validate(self, obj: HasTraits | None, value: object) -> Position:
        """Return the position. Raises ``TraitError``."""
        if isinstance(value, str):
            rules = obj.position.rules if isinstance(obj, BoardWidget) else Rules()
            try:
                return parse_position(value, rules)
            except ValueError as error:
                raise TraitError(f"position: {error}") from error
        if not isinstance(value, Position):
            self.error(obj, value)
        return value


class BoardWidget(Uncopyable, AnyWidget):
    """A board in a cell of a notebook, whose moves Python sees, and the reverse.

    Args:
        game: What ``qttt.read`` reads, a position, or a node of a game.
        rules: The rules, if ``game`` is a text.
        traits: Initial ``interactive``, ``show`` and ``language``.

    Raises:
        NotationError: ``game`` cannot be parsed.
        IllegalMoveError: A move of it is not legal.
        IllegalPositionError: No game reaches its position.
        BundleMissingError: The view is missing, for example in a clone that was not built.

    Setting a trait to an invalid value raises ``traitlets.TraitError`` and changes nothing.
    ``observe(callback, "position")`` calls back after each move and each change by Python.
    """

    copying = "create another widget of its node"

    position = _PositionTrait(Position())
    """The displayed position. If it is set, a game starts there, under its rules."""
    moves = Unicode().tag(sync=True)
    """The moves since ``start``, as ``12 25 15 @5``; it can be set."""
    rules = Unicode(str(Rules()), read_only=True).tag(sync=True)
    """The rules, as text."""
    start = Unicode(str(Position()), read_only=True).tag(sync=True)
    """The position before ``moves``, as text."""
    interactive = Bool(True).tag(sync=True)
    """Whether moves can be made on the board."""
    show = Unicode("links").tag(sync=True)
    """Words of ``links``, ``worlds`` (possible outcomes) and ``values`` (of perfect play)."""
    language = Enum(languages(), REFERENCE).tag(sync=True)
    """The language of the board's texts, as ISO 639 code."""

    _esm = Unicode().tag(sync=True)

    def __init__(
        self, game: str | Position | Node = "", rules: str | Rules = "goff", **traits: Any
    ) -> None:
        if isinstance(game, str):
            game = read(game, Rules.of(rules))
        super().__init__(**traits)
        self._display(game if isinstance(game, Node) else Node(game))

    def __repr__(self) -> str:
        start = "" if self.start == str(Position()) else self.start
        rules = "" if self.rules == str(Rules()) else f", {self.rules!r}"
        return f"BoardWidget({f'{start} {self.moves}'.strip()!r}{rules})"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Add a picture, for programs that show no widgets, such as sites that show notebooks."""
        shown: tuple[dict[str, Any], dict[str, Any]] | None = super()._repr_mimebundle_(**kwargs)
        if shown is not None:
            picture = board_svg(self.position, links="links" in self.show.split())
            shown[0]["image/svg+xml"] = str(picture)
        return shown

    @property
    def node(self) -> Node:
        """The game up to the displayed position, with its history."""
        return parse_moves(self.moves, self._start())

    def play(self, move: str | Move) -> None:
        """Make a move on the board.

        Raises:
            NotationError: A text cannot be parsed.
            IllegalMoveError: The move is not legal.
        """
        node = self.node
        if isinstance(move, str):
            move = parse_move(move, node.position)
        self.moves = format_moves(node.play(move))

    def _start(self) -> Position:
        return parse_position(self.start, Rules.parse(self.rules))

    def _display(self, node: Node) -> None:
        start = node.root.position
        with self.hold_sync(), self.hold_trait_notifications():
            self.set_trait("rules", str(start.rules))
            self.set_trait("start", str(start))
            self.moves = format_moves(node)

    @default("_esm")
    def _read_bundle(self) -> str:
        try:
            return BUNDLE.read_text("utf-8")
        except FileNotFoundError as error:
            raise BundleMissingError from error

    @validate("moves")
    def _check_moves(self, proposal: Bunch) -> str:
        try:
            parse_moves(proposal.value, self._start())
        except ValueError as error:
            raise TraitError(f"moves: {error}") from error
        return str(proposal.value)

    @validate("show")
    def _check_show(self, proposal: Bunch) -> str:
        for word in proposal.value.split():
            if word not in SHOWABLE:
                known = ", ".join(SHOWABLE)
                raise TraitError(f"show: {word!r} cannot be shown; write words of {known}")
        return str(proposal.value)

    @observe("rules", "start", "moves")
    def _follow_moves(self, _: Bunch) -> None:
        self.position = self.node.position

    @observe("position")
    def _follow_position(self, change: Bunch) -> None:
        if change.new != self.node.position:
            self._display(Node(change.new))
