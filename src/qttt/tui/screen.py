"""The main screen: keys, mouse and dialogs."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.widgets import OptionList

from qttt.engine.kernel import is_supported
from qttt.engine.kernel_api import MAX_SQUARES
from qttt.play import load_with_repairs

from .board import BoardView
from .command import CommandLine, key
from .command_input import enter
from .controller import ActionError, GameController
from .dialogs import ConfirmDialog, FileDialog, HelpDialog
from .files import Saver, free_name, opened_message
from .lists import record
from .newgame import NewGame
from .play_screen import PLY_INTERVAL_S, PlayScreen
from .setup import LocalGameSetup
from .widgets import OutcomeView


class GameScreen(PlayScreen):
    """A game with all its commands."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-wide")]  # noqa: RUF012  as in Textual
    BINDINGS: ClassVar[list[BindingType]] = [
        key("u", "undo", "Undo"),
        key("r", "redo", "Redo"),
        key("n", "new", "New"),
        key("h", "hint", "Hint"),
        key("H", "history", "History"),
        key("s", "save", "Save"),
        key("o", "open", "Open"),
        key("d", "draw", "Draw"),
        key("R", "resign", "Resign"),
        key("question_mark", "help", "Help", display="?"),
        key("q", "quit", "Quit"),
        *(key(str(n), f"digit({n})") for n in range(1, 10)),
        key("a", "choose(0)"),
        key("b", "choose(1)"),
        key("at", "at"),
        key("colon", "command"),
        key("escape", "back"),
        key("g", "go_on"),
        key("p", "again(True)"),
        key("P", "again(False)"),
        key("t", "theme"),
        key("m", "move_now"),
        key("space", "space"),
        key("tab", "app.focus_next"),
        key("shift+tab", "app.focus_previous"),
    ]

    def __init__(
        self, controller: GameController, setup: LocalGameSetup, *, pace: float = PLY_INTERVAL_S
    ) -> None:
        super().__init__(controller, pace=pace)
        self.setup = setup
        self._saved: object = None

    @property
    def has_distant_coin(self) -> bool:
        """Whether a device tosses the coin, which can take long."""
        return self.setup.coin_source is not None

    def on_mount(self) -> None:
        """Focus the board and start."""
        self.query_one(BoardView).focus()
        self.proceed()

    # --- at the board ------------------------------------------------------------------------

    @on(BoardView.Pressed)
    def _pressed(self, message: BoardView.Pressed) -> None:
        square, mark = message.square, message.mark
        self.query_one(BoardView).focus()
        if self.controller.is_choosing and self.controller.awaits_coin:
            self.attempt(self.controller.toss)
        elif self.controller.first is None and square in self.controller.position.classical:
            self.attempt(self.controller.toggle_history)
        else:
            self.attempt(lambda: self.controller.press(square, mark))

    @on(BoardView.Pointed)
    def _pointed(self, message: BoardView.Pointed) -> None:
        if self.controller.is_choosing:
            self._preview(self.controller.option_at(message.square, message.mark))
        elif message.square is not None:
            self.controller.point(message.square)
            self.show()

    @on(OutcomeView.Shown)
    def _shown(self, message: OutcomeView.Shown) -> None:
        self._preview(message.number)

    @on(OutcomeView.Taken)
    def _taken(self, message: OutcomeView.Taken) -> None:
        if self.controller.awaits_coin:
            self.action_toss()
        else:
            self.action_choose(message.number)

    def _preview(self, option: int | None) -> None:
        if option != self.controller.preview:
            self.controller.show(option)
            self.show()

    def action_move_cursor(self, down: int, right: int) -> None:
        """Move the cursor, or preview the other outcome of a loop."""
        self.notice = ""
        self.controller.move_cursor(down, right)
        self.show(follow=True)

    def action_confirm(self) -> None:
        """Press the square at the cursor, choose the previewed outcome, or toss the coin."""
        if self.controller.is_choosing and self.controller.awaits_coin:
            self.toss()
        else:
            self.attempt(self.controller.confirm)

    def action_digit(self, digit: int) -> None:
        """Press a square of a 3×3 board."""
        self.attempt(lambda: self.controller.press_named(str(digit)))

    def action_at(self) -> None:
        """Show in which squares the closing mark can land."""
        self.attempt(self.controller.ask_where)

    def action_choose(self, option: int) -> None:
        """Choose an outcome of the loop."""
        self.attempt(lambda: self.controller.choose(option))

    def action_toss(self) -> None:
        """Toss the coin."""
        self.toss()

    def action_space(self) -> None:
        """Confirm as Enter does; if only computers play, pause or resume."""
        if self.controller.people:
            self.action_confirm()
        else:
            self.is_paused = not self.is_paused
            self.proceed()

    def action_move_now(self) -> None:
        """Make the computer play the best move found so far."""
        self.attempt(self._move_now)

    def _move_now(self) -> None:
        if not self._tasks.finish_now("move"):
            raise ActionError("No computer is thinking now.")

    # --- back and forth ----------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Esc to the open command line, which handles earlier keys first."""
        is_typing = self.focused is not None and self.focused.id == "command"
        return super().check_action(action, parameters) and not (action == "back" and is_typing)

    def action_back(self) -> None:
        """Leave the command line, half-made placement, preview or earlier position."""
        self._close_command()
        self.attempt(self.controller.cancel)

    def action_undo(self) -> None:
        """Undo a move."""
        self.is_paused = True
        self.attempt(self.controller.undo)

    def action_redo(self) -> None:
        """Redo a move."""
        self.attempt(self.controller.redo)

    def action_browse(self, by: int) -> None:
        """Show an earlier or later position."""
        self.attempt(lambda: self.controller.browse(by))

    def action_go_on(self) -> None:
        """Continue the game from the position shown."""
        self.attempt(self.controller.go_on)

    def action_history(self) -> None:
        """Show or hide the marks that vanished."""
        self.attempt(self.controller.toggle_history)

    @on(OptionList.OptionSelected, "#moves")
    def _entry(self, event: OptionList.OptionSelected) -> None:
        self.attempt(lambda: self.controller.look(record(self.controller)[event.option_index].node))
        self.query_one(BoardView).focus()

    @on(OptionList.OptionSelected, "#hints")
    def _hinted(self, event: OptionList.OptionSelected) -> None:
        advices = self.advices
        if event.option_index < len(advices):
            self.attempt(lambda: self.controller.play(advices[event.option_index].move))
        self.query_one(BoardView).focus()

    def action_hint(self) -> None:
        """Show or hide hints."""
        self.gives_hints, self.evaluation = not self.gives_hints, None
        self.attempt(self._check_hints)

    def _check_hints(self) -> None:
        if self.gives_hints and not is_supported(self.controller.match.rules):
            self.gives_hints = False
            raise ActionError(f"Hints are limited to boards of {MAX_SQUARES} squares.")

    # --- the command line --------------------------------------------------------------------

    def action_command(self) -> None:
        """Open the command line."""
        line = self.query_one(CommandLine)
        self.query_one("#status").display, line.display = False, True
        # Widget.focus would only take effect after the next key.
        self.set_focus(line)

    def action_enter_line(self) -> None:
        """Run the typed command."""
        text = self.query_one(CommandLine).value
        self._close_command()
        self.attempt(lambda: enter(self.controller, text))

    def action_leave_line(self) -> None:
        """Close the command line without running it."""
        self._close_command()
        self.proceed()

    def _close_command(self) -> None:
        line = self.query_one(CommandLine)
        line.value = ""
        self.query_one("#status").display, line.display = True, False
        self.set_focus(self.query_one(BoardView))

    # --- games and files ---------------------------------------------------------------------

    def open_game(
        self, controller: GameController, setup: LocalGameSetup, path: Path | None = None
    ) -> None:
        """Switch to another game."""
        self.cancel_computations()
        self.controller, self.setup, self.path = controller, setup, path
        controller.file = path
        self.gives_hints = self.is_paused = False
        self._saved = controller.match.node

    def action_new(self) -> None:
        """Set up a new game, after asking if this one would be lost."""
        self._unless_lost("Start another one?", self._set_up)

    def _set_up(self) -> None:
        self.app.push_screen(NewGame(self.setup), self._new)

    def _new(self, setup: LocalGameSetup | None) -> None:
        if setup is not None:
            same_rules = setup.rules == self.controller.match.rules
            series = self.controller.match.series_score if same_rules else None
            controller = GameController(setup.match(series), setup.rng, setup.coin)
            self.attempt(lambda: self.open_game(controller, setup))

    def action_again(self, swap: bool) -> None:
        """Start the next game of the series; with ``swap`` the players change sides."""
        self.is_paused = False
        self.attempt(lambda: self.controller.again(swap=swap))

    def action_resign(self) -> None:
        """Resign after a confirmation."""
        if self.controller.match.outcome or not self.controller.people:
            self.attempt(self.controller.resign)
        else:
            self.app.push_screen(
                ConfirmDialog("Resign this game?"), self._on_yes(self.controller.resign)
            )

    def action_draw(self) -> None:
        """Offer a draw."""
        self.attempt(self.controller.offer_draw)

    def action_save(self) -> None:
        """Save the game."""
        saver = Saver(self.controller.match, self.path)
        start = self.path or free_name(Path())

        def use(path: Path) -> None:
            saver(path)
            self._saved, self.path = self.controller.match.node, path
            self.controller.file = path
            self.notice = f"✓ saved as {path}"
            self.show()

        self.app.push_screen(FileDialog("Save this game as", "Save", start, use))

    def action_open(self) -> None:
        """Open a saved game, after asking if this one would be lost."""
        self._unless_lost("Open another one?", self._open)

    def _open(self) -> None:
        start = self.path.parent if self.path else Path()
        dialog = FileDialog("Open a saved game", "Open", start, self.load)
        self.app.push_screen(dialog, lambda _: self.proceed())

    def load(self, path: Path) -> None:
        """Replace this game by a saved one, without updating the display.

        Raises the errors of ``load_with_repairs`` and ``GameController``, keeping the current game.
        """
        read = load_with_repairs(path)
        controller = GameController(read.match, self.setup.rng, self.setup.coin)
        self.open_game(
            controller, LocalGameSetup.of(read.match, self.setup.seed, self.setup.coin_source), path
        )
        self.notice = f"✓ {opened_message(path, read)}"

    # --- other commands ----------------------------------------------------------------------

    def action_help(self) -> None:
        """Show the rules and the keys."""
        self.app.push_screen(HelpDialog())

    def action_theme(self) -> None:
        """Switch between the light and the dark theme."""
        self.app.theme = "qttt-light" if self.palette.is_dark else "qttt-dark"
        self.show()

    def action_quit(self) -> None:
        """Quit, after asking if the game would be lost."""
        self._unless_lost("Quit?", self.app.exit)

    def _unless_lost(self, question: str, act: Callable[[], object]) -> None:
        """Call ``act`` if the game is over, saved or empty, otherwise after a confirmation."""
        match = self.controller.match
        if match.outcome or not match.node.moves or self._saved is match.node:
            act()
        else:
            text = f"This game is not over and not saved. {question}"
            self.app.push_screen(ConfirmDialog(text), self._on_yes(act))

    def _on_yes(self, act: Callable[[], object]) -> Callable[[bool | None], None]:
        return lambda answer: self.attempt(act) if answer else None
