"""Boards and marks as SVG for PDF documents."""

from xml.etree.ElementTree import Element, tostring

from qttt.game import Board, Position, player_of
from qttt.notation import shapes
from qttt.notation.drawing import Drawing
from qttt.notation.shapes import add
from qttt.notation.theme import LARGE_NUMBER, LIGHT, NUMBER_AT, Layout, MarkSize, Point
from qttt.notation.view import view, without_loop_roles

PAPER = {**LIGHT, "background": "#aeb9c6", "name": "#3d4855"}
"""The light theme, with grid lines dark enough for photocopies."""
CARD = 100.0


def board_picture(position: Position, *, roles: bool = True, links: bool = True) -> bytes:
    """Return the board as SVG in the light theme.

    ``roles`` marks the pending loop and its stems, ``links`` connects the two halves of each mark;
    without them pupils must find out.
    """
    squares = view(position) if roles else without_loop_roles(view(position))
    layout = Layout.of(position.rules.board)
    drawing = Drawing(position, squares, layout, has_small_classical=False, palette=PAPER)
    drawing.draw(links)
    return _svg(drawing.root, layout.size)


def board_ratio(board: Board) -> float:
    """Return the height of the board's picture, relative to its width."""
    size = Layout.of(board).size
    return size.y / size.x


def card_picture(mark: int, *, is_half: bool) -> bytes:
    """Return a card to cut out: a classical mark, or half of a quantum mark."""
    root, centre = Element("svg"), Point(CARD / 2, CARD / 2)
    edge: dict[str, str | float] = {"fill": "none", "stroke": "#8a95a3", "stroke_width": 1.2}
    add(root, "rect", x=0, y=0, width=CARD, height=CARD, **edge, stroke_dasharray="5 4")
    color = PAPER[player_of(mark).lower()]
    pen = add(root, "g", fill=color, stroke=color)
    if is_half:
        height, number = 0.5 * CARD, 0.22 * CARD
        at = Point(NUMBER_AT[0] * height, NUMBER_AT[1] * height)
        shapes.add_small_mark(pen, mark, centre, MarkSize(height, number, at))
    else:
        shapes.add_large_mark(pen, mark, centre, 0.62 * CARD)
        shapes.add_large_number(pen, mark, Point(0, 0), LARGE_NUMBER)
    return _svg(root, Point(CARD, CARD))


def _svg(root: Element, size: Point) -> bytes:
    """Return the SVG with a standard font of PDF."""
    root.attrib = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {size.x:g} {size.y:g}",
        "width": f"{size.x:g}",
        "height": f"{size.y:g}",
    }
    for text in root.iter("text"):
        weight = "normal" if text.get("font-weight") == "400" else "bold"
        text.attrib |= {"font-family": "helvetica", "font-weight": weight}
    return tostring(root)
