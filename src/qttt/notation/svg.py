"""The board as a picture: standalone SVG without identifiers, scripts or anything to load."""

import re
from collections.abc import Iterable, Mapping
from math import inf
from typing import NamedTuple
from xml.etree.ElementTree import tostring
from zlib import crc32

from qttt.game import Board, Collapse, Move, Node, Position, mark_name

from .describe import describe
from .drawing import Drawing
from .shapes import add
from .theme import DARK, LIGHT, Layout
from .view import Role, Square, view
from .ways import ways

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"


_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Picture(str):
    """The text of an SVG file, which a notebook shows as the picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Arrow(NamedTuple):
    """An arrow from the middle of one square to that of another; a ring if they are the same."""

    tail: int
    head: int
    color: str = "arrow"


def board(
    position: Position,
    *,
    size: float | None = None,
    coordinates: bool = True,
    lastmove: Move | None = None,
    arrows: Iterable[Arrow | tuple[int, int]] = (),
    fill: Mapping[int, str] | None = None,
    colors: Mapping[str, str] | None = None,
    style: str | None = None,
    dark: bool | None = None,
    history: Node | None = None,
    preview: Collapse | None = None,
    links: bool = True,
    collapses: bool = False,
) -> Picture:
    """Draw a position; the same input gives the same bytes.

    - ``size``: the width in pixels; without it the picture fills whatever holds it.
    - ``coordinates``: whether squares are named.
    - ``lastmove``: a move whose squares are tinted.
    - ``arrows``, ``fill``: arrows between squares, and tiles in another colour, by square.
    - ``colors``: colours of the theme to replace, by their names in ``theme.LIGHT``.
    - ``style``: CSS to add, where ``&`` stands for this picture alone: ``& .qttt-x{opacity:.5}``.
    - ``dark``: one theme or the other; None follows the reader's system, light where it cannot.
    - ``history``: the node of the game at this position. Marks that vanished are shown too, and
      classical ones stand small beside them.
    - ``preview``: a collapse of the pending loop; what it leads to is drawn.
    - ``links``: whether the halves of each quantum mark are linked, with one colour and one dash
      pattern for each entanglement.
    - ``collapses``: whether arrows in place of these links tell where the marks of the pending
      loop would land: solid ones in the first collapse, dashed ones in the second, pale ones in
      both. With a ``preview`` only those of that collapse are drawn.

    A colour is one of the theme or any of CSS. Raises ``ValueError`` for a width that is not
    positive, a square or name that does not exist, text that XML cannot hold, and a history of
    another position, ``IllegalMoveError`` for a preview that is not legal.

    >>> board(Position(), size=300)[:66]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 328 328" role'
    """
    marked = [Arrow(*arrow) for arrow in arrows]
    fill, colors = fill or {}, colors or {}
    ends = [square for arrow in marked for square in arrow[:2]]
    _check_squares(position, lastmove=lastmove or (), arrows=ends, fill=fill)
    _check_names(size, colors)
    _check_texts(style or "", *fill.values(), *colors.values(), *(arrow.color for arrow in marked))
    drawing = _drawing(position, preview, history, coordinates)
    drawing.palette = {**(DARK if dark else LIGHT), **colors}
    drawing.tints = {**dict.fromkeys(lastmove or (), "lastmove"), **drawing.tints, **fill}
    moving = ways(position, preview) if collapses else []
    drawing.moving = {each.mark for each in moving}
    said = _sentence(position, preview), _contents(position.rules.board, drawing.squares)
    if moving and preview is None:
        said = said[0], f"{said[1]} {_meaning(position)}"
    _head(drawing, size, said, _css(dark, colors) + (style or ""))
    drawing.draw(links)
    before = drawing if preview is None else _drawing(position, None, history, coordinates)
    drawing.ways(moving, before)
    drawing.arrows(marked)
    return Picture(tostring(drawing.root, encoding="unicode"))


def _drawing(
    position: Position, preview: Collapse | None, history: Node | None, coordinates: bool
) -> Drawing:
    squares, shown = view(position, history), position
    if preview is not None:
        shown = position.play(preview)
        # This node is no child of the history, which stays as it is.
        squares = view(shown, history and Node(shown, preview, history))
    landed = shown.classical.keys() - position.classical.keys()
    return Drawing(
        shown,
        squares,
        Layout.of(shown.rules.board, max(map(len, squares)), coordinates),
        landed,
        shrinks=history is not None,
        tints=dict.fromkeys(landed, "preview"),
    )


def _head(drawing: Drawing, size: float | None, said: tuple[str, str], css: str) -> None:
    """What a picture says about itself, to renderers and to screen readers."""
    width, height = drawing.layout.size
    name = f"qttt-{crc32(css.encode()):08x}"
    root = drawing.root
    root.attrib = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {width:g} {height:g}",
        "role": "img",
        "class": f"qttt {name}",
        "font-family": FONT,
        "font-weight": "600",
    }
    if size is not None:
        root.attrib |= {"width": f"{size:g}", "height": f"{size * height / width:g}"}
    for tag, text in zip(("title", "desc"), said, strict=True):
        add(root, tag).text = text
    if css:
        add(root, "style").text = css.replace("&", f".{name}")


def _css(dark: bool | None, colors: Mapping[str, str]) -> str:
    """The dark theme for readers who prefer it, where the theme is left to them."""
    if dark is not None:
        return ""
    rules = (f"& .qttt-{name}{{color:{color}}}" for name, color in {**DARK, **colors}.items())
    return f"@media (prefers-color-scheme:dark){{{''.join(rules)}}}"


def _sentence(position: Position, preview: Collapse | None) -> str:
    if preview is None:
        return describe(position)
    closing, square = mark_name(len(position.marks)), position.rules.board.name(preview.square)
    return f"If {closing} lands on {square}: {describe(position.play(preview))}"


def _contents(board: Board, squares: Iterable[Square]) -> str:
    """Every square that is not empty and what it shows, in words."""
    said = (
        f"{board.name(number)}: {', '.join(map(_said, square.items()))}."
        for number, square in enumerate(squares)
        if square
    )
    return " ".join(said) or "The board is empty."


def _meaning(position: Position) -> str:
    """What the arrows of both collapses mean, for those who cannot see them."""
    first, second = (position.rules.board.name(move[0]) for move in position.legal_moves)
    closing = mark_name(len(position.marks))
    return f"Arrows are solid for {closing} on {first}, dashed for {closing} on {second}."


def _said(item: tuple[int, Role]) -> str:
    mark, role = item
    return mark_name(mark) if role is Role.QUANTUM else f"{mark_name(mark)} {_WORDS[role]}"


_WORDS = {
    Role.CLASSICAL: "classical",
    Role.LOOP: "on the loop",
    Role.CLOSING: "closing mark",
    Role.STEM: "stem",
    Role.GHOST: "apart from the loop",
    Role.VANISHED: "vanished",
}


def _check_names(size: float | None, colors: Mapping[str, str]) -> None:
    if size is not None and not 0 < size < inf:
        raise ValueError(f"size={size!r} is not a width in pixels; give a positive number")
    for name in colors:
        if name not in LIGHT:
            known = ", ".join(LIGHT)
            raise ValueError(f"there is no colour {name!r} to replace; there are {known}")


def _check_texts(*texts: str) -> None:
    for text in texts:
        if wrong := _NOT_XML.search(text):
            raise ValueError(f"{text!r} has the character {wrong[0]!r}, which XML cannot hold")


def _check_squares(position: Position, **given: Iterable[int]) -> None:
    for name, squares in given.items():
        for square in squares:
            if square not in position.rules.board.squares:
                size = position.rules.board.size
                raise ValueError(f"{name} has square {square!r}; this board has 0 to {size - 1}")
