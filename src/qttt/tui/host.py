"""What the parts of the main screen need of it."""

from collections.abc import Callable

from textual.screen import Screen

from qttt.play.local_game import LocalGameSetup

from .controller import GameController


class GameHost(Screen[None]):
    """A screen with a game.

    ``notice`` is ``! `` and an error, or ``✓ `` and the result of a file operation.
    """

    def __init__(self, setup: LocalGameSetup) -> None:
        super().__init__()
        self.controller = GameController(setup.match(), setup.rng, setup.coin)
        self.setup = setup
        self.notice = ""

    def show(self, *, follow: bool = False) -> None:
        """Update the display; with ``follow``, scroll the board to its cursor."""
        raise NotImplementedError

    def show_progress(self) -> None:
        """Update what is shown of a search."""
        raise NotImplementedError

    def proceed(self) -> None:
        """Start the jobs that the current state needs, and update the display."""
        raise NotImplementedError

    def attempt(self, act: Callable[[], object]) -> None:
        """Call ``act`` and show the result or the error."""
        raise NotImplementedError
