"""Positions are shown as pictures in notebooks."""

from qttt.game import Position

from .svg import Picture, board_svg


def register() -> None:
    """Let the running IPython, if there is one, show positions as SVG."""
    from IPython import get_ipython

    if shell := get_ipython():
        shell.display_formatter.formatters["image/svg+xml"].for_type(Position, _picture)


def _picture(position: Position) -> Picture:
    return board_svg(position, collapses=True)
