"""The Textual application: themes and the main screen."""

import os
from pathlib import Path

from textual.app import App
from textual.theme import Theme

from qttt.play.local_game import LocalGameSetup

from .palette import DARK, LIGHT, Palette
from .screen import PLY_INTERVAL_S, GameScreen


class QtttApp(App[None]):
    """Quantum tic-tac-toe in a terminal.

    ``pace`` is the time in seconds between plies when only computers play.
    """

    TITLE = "Quantum tic-tac-toe"
    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self, setup: LocalGameSetup, load: Path | None = None, *, pace: float = PLY_INTERVAL_S
    ) -> None:
        """Start with a new game, or with the one in the file ``load``."""
        if not (is_colorless := bool(os.environ.get("NO_COLOR"))):
            os.environ.pop("NO_COLOR", None)  # an empty one, which counts for Textual only
        # Without colours use the terminal's own: Textual would draw in shades of grey.
        super().__init__(ansi_color=True if is_colorless else None)
        for palette in (DARK, LIGHT):
            self.register_theme(_theme(palette))
        self.theme = "qttt-dark"
        self.game = GameScreen(setup, pace=pace)
        if load is not None:
            self.game.load(load)

    def on_mount(self) -> None:
        """Show the main screen."""
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
