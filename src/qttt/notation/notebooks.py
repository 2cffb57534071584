"""Positions are shown as pictures in notebooks."""

import sys

from qttt.game import Position

from .svg import Picture, board_svg


def register() -> None:
    """Let the running IPython, if there is one, show positions as SVG.

    Programs such as Solara run with an IPython that lacks parts; nothing is registered there.
    """
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    formatter = getattr(shell, "display_formatter", None)
    if svg := getattr(formatter, "formatters", {}).get("image/svg+xml"):
        svg.for_type(Position, _picture)


def _picture(position: Position) -> Picture:
    return board_svg(position, collapses=True)
