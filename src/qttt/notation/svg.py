"""Draws a position as standalone SVG without identifiers, scripts or external resources."""

import re
from collections.abc import Iterable, Mapping
from math import inf
from typing import NamedTuple
from xml.etree.ElementTree import tostring
from zlib import crc32

from qttt.game import Collapse, Move, Node, Position, mark_name
from qttt.game.arguments import checked

from .describe import describe
from .drawing import Drawing
from .landing_arrows import landing_arrows
from .shapes import add
from .theme import DARK, LIGHT, Layout
from .view import Role, view

__all__ = ["FONT", "Arrow", "Picture", "board_svg"]

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Picture(str):
    """The text of an SVG file; notebooks show it as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Arrow(NamedTuple):
    """An arrow between the middles of two squares; a ring if they are equal."""

    tail: int
    head: int
    color: str = "arrow"


@checked
def board_svg(
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
    """Draw a position as SVG; the output is deterministic.

    - ``size``: width in pixels; by default the picture fills its container.
    - ``coordinates``: show the names of squares.
    - ``lastmove``: a move whose squares have a ring.
    - ``arrows``: arrows between squares.
    - ``fill``: colours of tiles, by square; a name in the theme or any CSS colour.
    - ``colors``: replacements for colours of the theme, by their names in ``theme.LIGHT``.
    - ``style``: extra CSS; ``&`` selects this picture: ``& .qttt-x{opacity:.5}``.
    - ``dark``: the dark or the light theme; None follows the reader's system, by default light.
    - ``history``: the node of the game at this position. Vanished marks are shown too, and
      classical marks are small. Otherwise these have their numbers only while they matter: in a
      pending loop, and if both players have a line.
    - ``preview``: draw the position after this collapse of the pending loop.
    - ``links``: link the halves of each quantum mark, with one colour and dash pattern per
      entanglement; on the pending loop, each link has the colour of its player.
    - ``collapses``: replace the links of the pending loop's entanglement by arrows to where its
      marks would land: solid in the first collapse, dashed in the second, pale if the same in
      both. With a ``preview`` only those of that collapse are drawn.

    Raises:
        ValueError: The size is not positive, a square or colour name is unknown, a text is not
            allowed in XML, or ``history`` is at another position.
        IllegalMoveError: ``preview`` is not legal.

    >>> board_svg(Position(), size=300)[:66]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 328 328" role'
    """
    all_arrows = [Arrow(*arrow) for arrow in arrows]
    last_squares, fill, colors = [*dict.fromkeys(lastmove or ())], fill or {}, colors or {}
    _check_squares(position, lastmove=last_squares, arrows=_ends(all_arrows), fill=fill)
    _check_colors(colors, style or "", *fill.values(), *(arrow.color for arrow in all_arrows))
    drawing = _drawing(position, preview, history, coordinates)
    drawing.palette = {**(DARK if dark else LIGHT), **colors}
    drawing.tile_colors |= fill
    drawing.last_squares = last_squares
    moving = landing_arrows(position, preview) if collapses else []
    drawing.marks_with_arrows = {arrow.mark for arrow in moving}
    legend = _arrow_legend(position) if moving and preview is None else ""
    _set_head(drawing, size, _title(position, preview), legend, _css(dark, colors) + (style or ""))
    drawing.draw(links)
    before = drawing if preview is None else _drawing(position, None, history, coordinates)
    drawing.landing_arrows(moving, before)
    drawing.arrows(all_arrows)
    return Picture(tostring(drawing.root, encoding="unicode"))


def _drawing(
    position: Position, preview: Collapse | None, history: Node | None, coordinates: bool
) -> Drawing:
    squares, shown = view(position, history), position
    if preview is not None:
        shown = position.play(preview)
        # Not added to the children of `history`, which must not change.
        squares = view(shown, history and Node(shown, preview, history))
    landed = shown.classical.keys() - position.classical.keys()
    return Drawing(
        shown,
        squares,
        Layout.of(shown.rules.board, coordinates),
        has_small_classical=history is not None,
        tile_colors=dict.fromkeys(landed, "preview"),
    )


def _set_head(drawing: Drawing, size: float | None, title: str, legend: str, css: str) -> None:
    if size is not None and not 0 < size < inf:
        raise ValueError(f"size={size!r} is not a width in pixels; give a positive number")
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
    add(root, "title").text = title
    add(root, "desc").text = f"{_contents(drawing)} {legend}".rstrip()
    if css:
        add(root, "style").text = css.replace("&", f".{name}")


def _css(dark: bool | None, colors: Mapping[str, str]) -> str:
    """A media query for the dark theme, unless the theme is fixed.

    Its selectors have child combinators, which LibreOffice skips: it applies simpler rules of any
    media query.
    """
    if dark is not None:
        return ""
    paints = {**DARK, **colors}.items()
    rules = (f"&>.qttt-{name}{{fill:{paint};stroke:{paint}}}" for name, paint in paints)
    return f"@media (prefers-color-scheme:dark){{{''.join(rules)}}}"


def _title(position: Position, preview: Collapse | None) -> str:
    if preview is None:
        return describe(position)
    closing, square = mark_name(len(position.marks)), position.rules.board.name(preview.square)
    return f"If {closing} lands on {square}: {describe(position.play(preview))}"


def _contents(drawing: Drawing) -> str:
    name = drawing.position.rules.board.name
    sentences = (
        f"{name(number)}: {', '.join(map(_mark_text, square.items()))}."
        for number, square in enumerate(drawing.squares)
        if square
    )
    return " ".join(sentences) or "The board is empty."


def _arrow_legend(position: Position) -> str:
    first, second = (position.rules.board.name(move[0]) for move in position.legal_moves)
    closing = mark_name(len(position.marks))
    return f"Arrows are solid for {closing} on {first}, dashed for {closing} on {second}."


def _mark_text(item: tuple[int, Role]) -> str:
    mark, role = item
    return mark_name(mark) if role is Role.QUANTUM else f"{mark_name(mark)} {_ROLE_TEXTS[role]}"


_ROLE_TEXTS = {
    Role.CLASSICAL: "classical",
    Role.LOOP: "on the loop",
    Role.CLOSING: "closing mark",
    Role.STEM: "stem",
    Role.GHOST: "apart from the loop",
    Role.VANISHED: "vanished",
}


def _check_colors(colors: Mapping[str, str], *texts: str) -> None:
    """Check names and values of colours, and other texts."""
    for name in colors:
        if name not in LIGHT:
            raise ValueError(f"unknown colour {name!r}: choose from {', '.join(LIGHT)}")
    for text in (*colors.values(), *texts):
        if match := _NOT_XML.search(text):
            raise ValueError(
                f"{text!r} contains the character {match[0]!r}, which XML does not allow"
            )


def _ends(arrows: Iterable[Arrow]) -> list[int]:
    return [square for arrow in arrows for square in arrow[:2]]


def _check_squares(position: Position, **arguments: Iterable[int]) -> None:
    for name, squares in arguments.items():
        for square in squares:
            if square not in position.rules.board.squares:
                size = position.rules.board.size
                raise ValueError(f"{name} has square {square!r}; this board has 0 to {size - 1}")
