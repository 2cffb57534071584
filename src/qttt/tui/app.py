"""The application around the main screen: themes, and colours or none."""

import os
from pathlib import Path

from textual.app import App
from textual.theme import Theme

from .flow import PACE
from .palette import DARK, LIGHT, Palette
from .screen import GameScreen
from .setup import Setup
from .table import Table


class QtttApp(App[None]):
    """Quantum tic-tac-toe in a terminal.

    ``pace`` is the time in seconds between two plies when only computers play.
    """

    TITLE = "Quantum tic-tac-toe"
    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, table: Table, setup: Setup, *, pace: float = PACE) -> None:
        # Without colours Textual would draw in shades of grey; so it leaves the terminal's own.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        for palette in (DARK, LIGHT):
            self.register_theme(_theme(palette))
        self.theme = "qttt-dark"
        self.game = GameScreen(table, setup, pace=pace)

    def on_mount(self) -> None:
        """Show the table."""
        self.push_screen(self.game)


def _theme(palette: Palette) -> Theme:
    return Theme(
        name="qttt-dark" if palette.is_dark else "qttt-light",
        dark=palette.is_dark,
        primary=palette.x,
        secondary=palette.o,
        accent=palette.cursor,
        warning=palette.bad,
        error=palette.o,
        success=palette.good,
        foreground=palette.ink,
        background=palette.ground,
        surface=palette.ground,
        panel=palette.panel,
        variables={"footer-key-foreground": palette.cursor},
    )


def application(setup: Setup, load: Path | None = None, *, pace: float = PACE) -> QtttApp:
    """The application at a new game, or at the one in the file ``load``."""
    app = QtttApp(Table(setup.match(), setup.rng, setup.coin), setup, pace=pace)
    if load is not None:
        app.game.take(load)
    return app
