"""Generates the golden pictures.

python -m tests.golden.pictures

They are output of ``qttt``, to be inspected by eye before they are committed. The landing arrows
come from the independent module ``arrows``.
"""

import re
from typing import NamedTuple

from qttt.game import Collapse, Position, Rules
from qttt.notation import format_move, parse_moves
from qttt.notation.svg import board_svg
from tests.golden.arrows import Sketch, with_arrows
from tests.golden.tables import GOLDEN

PICTURES = """\
# The board as SVG. One row each; columns are separated by one tab.
#
# rules    a preset and what differs from it
# moves    from the empty board, separated by one space
# preview  the collapse that is considered; - if there is none
# shown    links, names, history, and collapses as arrows, as far as they are shown; - if nothing is
# layers   the elements of the picture from the tiles on, without what each colour is; the last
#          move has a ring
#
# rules	moves	preview	shown	layers
"""


class Case(NamedTuple):
    """A board to draw."""

    rules: str
    moves: str
    preview: str = "-"
    shown: str = "links names"


CASES = (
    Case("goff", ""),
    Case("goff", "12 25 59"),
    Case("goff", "12 25 59 15"),
    Case("goff", "12 25 59 34 67 15", shown="names"),
    Case("goff", "12 25 59 34 67 15", preview="@5"),
    Case("goff", "12 12 @1 45 45 @4 78 78", preview="@7", shown="links names history"),
    Case("goff", "12 12 @1 45 45 @4 78 78 @7"),
    Case("goff", "12 12 @1 45 45 @4 78 78 @7", shown="links history"),
    Case("classic3", "5 1 9 3 2"),
    Case("qubic4", "a1b1 a1b2 a1b3 c1c2 d3d4 d4c4"),
    Case("qubic4", "a1b1 b1c1 c1a1", shown="links"),
    Case("krist", "a1b1 a1b2 a1b3 a1b4 a1c1 a1c2 a1c3 a1c4 a1d1 a1d2"),
    Case("krist rows=2 cols=2", "a1b1 b1a2 a2a1 @a2 b2b2"),
    Case("krist rows=6 cols=7", "a1b1 a1c1 a1d1 a1e1 a1f1 e1f6 g6f1 a1b1"),
    Case("krist rows=9 cols=9", "a1b1 b1c1 a1c4 g2h3"),
    Case("krist rows=9 cols=9 marks=classical", "a1 d1 b2 d2 c3 e5"),
    Case("goff ends=full", "14 34 45 49 59 @9 67", shown="links names history"),
    Case("goff", "12 25 59 15", shown="links names collapses"),
    Case("goff", "12 25 59 15", preview="@1", shown="links names collapses"),
    Case("goff", "12 25 59 15", preview="@5", shown="links names collapses"),
    Case("goff", "12 12", shown="links collapses"),
    Case("goff", "12 12 @1 45 45 @4 78 78", shown="links names history collapses"),
    Case("goff", "12 25 59 34 67 15", shown="links names collapses"),
    Case("krist rows=2 cols=2", "a1b1 b1a2 a2a1", shown="links names collapses"),
    Case("qubic4", "a1b1 a1b2 b2d3 c4d4 b1b2", shown="links names collapses"),
    Case("qubic5", "a1b1 b1c1 c1a1", preview="@c1", shown="links names collapses"),
    Case(
        "krist rows=6 cols=7",
        "a1b1 a1c1 a1d1 a1e1 a1f1 e1f6 g6f1 a1b1",
        preview="@b1",
        shown="links names collapses",
    ),
    Case(
        "krist rows=6 cols=7",
        "a1b1 a1c1 a1d1 a1e1 a1f1 e1f6 g6f1 a1b1",
        shown="links collapses",
    ),
)


def pictures_text() -> str:
    """Draw every case of ``CASES``."""
    rows = (
        [case.rules, case.moves or "-", case.preview, case.shown, layers(case)] for case in CASES
    )
    return PICTURES + "".join("\t".join(row) + "\n" for row in rows)


def layers(case: Case) -> str:
    """The layers of a picture, without its head and the values of colours."""
    shown = case.shown.split()
    if "collapses" not in shown:
        return drawn(case)
    plain = drawn(case._replace(shown=case.shown.replace("collapses", "")))
    sketch = Sketch(case.rules, case.moves, has_names="names" in shown)
    return with_arrows(plain, sketch, case.preview)


def drawn(case: Case) -> str:
    """Draw a case with ``qttt``."""
    node = parse_moves(case.moves, Position(Rules.parse(case.rules)))
    shown = case.shown.split()
    previews = [
        m for m in node.position.legal_moves if format_move(m, node.position) == case.preview
    ]
    picture = board_svg(
        node.position,
        dark=False,
        links="links" in shown,
        coordinates="names" in shown,
        history=node if "history" in shown else None,
        lastmove=node.move,
        preview=next((m for m in previews if isinstance(m, Collapse)), None),
        collapses="collapses" in shown,
    )
    return re.sub('^.*?</desc>|</svg>$| (fill|stroke)="(?!none)[^"]*"', "", picture)


if __name__ == "__main__":
    (GOLDEN / "pictures.tsv").write_text(pictures_text(), encoding="utf-8", newline="\n")
