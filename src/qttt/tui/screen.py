"""The main screen: keys, mouse and dialogs."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, OptionList

from qttt.engine.kernel import is_supported
from qttt.engine.kernel_api import MAX_SQUARES
from qttt.game import IllegalMoveError, IllegalPositionError
from qttt.notation import NotationError
from qttt.notation.armour import repair_note
from qttt.play import LoadedMatch, MatchError, load_with_repairs, save
from qttt.play.local_game import LocalGameSetup

from . import prompts
from .autoplay import AutoPlay
from .board import BoardView
from .controller import ActionError, GameController
from .dialogs import SUFFIX, ConfirmDialog, FileDialog, HelpDialog
from .host import GameHost
from .lists import record
from .newgame import NewGame
from .scene import scene
from .tasks import JobReport
from .view import GameView
from .widgets import ActionButtons, CommandLine, OutcomeView, RowList, TextPanel, key

PLY_INTERVAL_S = 0.8
"""Interval between plies when only computers play."""

ACTION_ERRORS = (MatchError, ActionError, NotationError, IllegalMoveError, IllegalPositionError)
"""Errors of a request, which then has changed nothing."""


class GameScreen(GameHost):
    """A game with all its commands.

    ``view`` shows the game, ``auto`` lets computers and coins play.
    """

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-wide")]  # noqa: RUF012  as in Textual
    BINDINGS: ClassVar[list[BindingType]] = [
        key("u", "undo", "Undo"),
        key("r", "play('redo')", "Redo"),
        key("n", "new", "New"),
        key("h", "hint", "Hint"),
        key("H", "play('toggle_history')", "History"),
        key("s", "save", "Save"),
        key("o", "open", "Open"),
        key("d", "play('offer_draw')", "Draw"),
        key("R", "resign", "Resign"),
        key("question_mark", "help", "Help", display="?"),
        key("q", "quit", "Quit"),
        *(key(str(n), f"play('press_named', '{n}')") for n in range(1, 10)),
        key("a", "play('choose', 0)"),
        key("b", "play('choose', 1)"),
        key("at", "play('ask_where')"),
        key("colon", "command"),
        key("escape", "back"),
        key("g", "play('go_on')"),
        key("p", "again(True)"),
        key("P", "again(False)"),
        key("t", "theme"),
        key("m", "move_now"),
        key("space", "space"),
        key("tab", "app.focus_next"),
        key("shift+tab", "app.focus_previous"),
    ]

    def __init__(self, setup: LocalGameSetup, *, pace: float = PLY_INTERVAL_S) -> None:
        super().__init__(setup)
        self.auto = AutoPlay(self, pace)
        self.view = GameView(self, self.auto)
        self._saved: object = None

    def compose(self) -> ComposeResult:
        """Yield the board, the widgets beside it, and the status line."""
        yield TextPanel("title")
        with Horizontal(id="middle"):
            yield BoardView(scene(self.controller), id="board")
            with Vertical(id="side"):
                yield TextPanel("players")
                yield TextPanel("message")
                yield TextPanel("thoughts")
                with (
                    VerticalScroll(id="choices", can_focus=False),
                    Horizontal(id="outcomes"),
                ):
                    yield OutcomeView(0)
                    yield OutcomeView(1)
                yield RowList(id="hints")
                yield RowList(id="moves")
                yield ActionButtons(id="actions")
        yield TextPanel("status")
        yield CommandLine(id="command")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Focus the board and start."""
        self.query_one(BoardView).focus()
        self.proceed()

    def on_unmount(self) -> None:
        """Cancel all jobs."""
        self.auto.cancel()

    def show(self, *, follow: bool = False) -> None:
        """Update all widgets."""
        self.view.show(follow=follow)

    def show_progress(self) -> None:
        """Update the message and the statistics of the search."""
        self.view.show_progress()

    def proceed(self) -> None:
        """Let computers and coins go on, and update the display."""
        self.auto.proceed()
        self.show(follow=True)

    def attempt(self, act: Callable[[], object]) -> None:
        """Call ``act`` and show the result or the error."""
        self.notice = ""
        try:
            act()
        except ACTION_ERRORS as error:
            self.notice = f"! {prompts.error_text(error)}"
        self.proceed()

    def action_play(self, method: str, *arguments: object) -> None:
        """Call a method of the game."""
        self.attempt(lambda: getattr(self.controller, method)(*arguments))

    @on(JobReport)
    def _deliver(self, report: JobReport) -> None:
        report.deliver()

    # --- at the board ------------------------------------------------------------------------

    @on(BoardView.Touched)
    def _touched(self, message: BoardView.Touched) -> None:
        game, square, mark = self.controller, message.square, message.mark
        if message.is_clicked:
            self.query_one(BoardView).focus()
            self._press(square, mark)
        elif game.is_choosing:
            self._preview(game.option_at(square, mark))
        elif square is not None:
            game.cursor = square
            self.show()

    def _press(self, square: int | None, mark: int | None) -> None:
        game = self.controller
        if game.is_choosing and game.awaits_coin:
            self.auto.toss()
        elif game.first is None and square in game.position.classical:
            self.attempt(game.toggle_history)
        elif square is not None:
            self.attempt(lambda: game.press(square, mark))

    @on(OutcomeView.Touched)
    def _touched_outcome(self, message: OutcomeView.Touched) -> None:
        if not message.is_clicked:
            self._preview(message.number)
        elif self.controller.awaits_coin:
            self.auto.toss()
        else:
            self.action_play("choose", message.number)

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
            self.auto.toss()
        else:
            self.attempt(self.controller.confirm)

    def action_space(self) -> None:
        """Confirm as Enter does; if only computers play, pause or resume."""
        if self.controller.people:
            self.action_confirm()
        else:
            self.auto.is_paused = not self.auto.is_paused
            self.proceed()

    def action_move_now(self) -> None:
        """Make the computer play the best move found so far."""
        self.attempt(self._move_now)

    def _move_now(self) -> None:
        if not self.auto.tasks.stop("move"):
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
        self.auto.is_paused = True
        self.attempt(self.controller.undo)

    @on(OptionList.OptionSelected, "#moves")
    def _entry(self, event: OptionList.OptionSelected) -> None:
        self.attempt(lambda: self.controller.look(record(self.controller)[event.option_index].node))
        self.query_one(BoardView).focus()

    @on(OptionList.OptionSelected, "#hints")
    def _hinted(self, event: OptionList.OptionSelected) -> None:
        hints = self.auto.hints
        if event.option_index < len(hints):
            self.attempt(lambda: self.controller.play(hints[event.option_index].move))
        self.query_one(BoardView).focus()

    def action_hint(self) -> None:
        """Show or hide hints."""
        self.attempt(self._toggle_hints)

    def _toggle_hints(self) -> None:
        self.auto.evaluation = None
        if not is_supported(self.controller.match.rules):
            raise ActionError(f"Hints are limited to boards of {MAX_SQUARES} squares.")
        self.auto.gives_hints = not self.auto.gives_hints

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
        self.attempt(lambda: self.controller.enter(text))

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
        self.auto.cancel()
        self.controller, self.setup, controller.file = controller, setup, path
        self.auto.gives_hints = self.auto.is_paused = False
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
        self.auto.is_paused = False
        self.attempt(lambda: self.controller.again(swap=swap))

    def action_resign(self) -> None:
        """Resign after a confirmation."""
        if self.controller.match.outcome or not self.controller.people:
            self.attempt(self.controller.resign)
        else:
            self.app.push_screen(
                ConfirmDialog("Resign this game?"), self._on_yes(self.controller.resign)
            )

    def action_save(self) -> None:
        """Save the game; another game's file is replaced only at the second attempt."""
        game = self.controller
        replaceable = {game.file}

        def use(path: Path) -> None:
            if path.exists() and path not in replaceable:
                replaceable.add(path)
                raise ActionError(f"{path} exists already: save again to replace it")
            save(game.match, path)
            game.file, self._saved = path, game.match.node
            self.notice = f"✓ saved as {path}"
            self.show()

        start = game.file or free_name(Path())
        self.app.push_screen(FileDialog("Save this game as", "Save", start, use))

    def action_open(self) -> None:
        """Open a saved game, after asking if this one would be lost."""
        self._unless_lost("Open another one?", self._open)

    def _open(self) -> None:
        file = self.controller.file
        dialog = FileDialog("Open a saved game", "Open", file.parent if file else Path(), self.load)
        self.app.push_screen(dialog, lambda _: self.proceed())

    def load(self, path: Path) -> None:
        """Replace this game by a saved one, without updating the display.

        Raises the errors of ``load_with_repairs`` and ``GameController``, keeping the current game.
        """
        loaded = load_with_repairs(path)
        controller = GameController(loaded.match, self.setup.rng, self.setup.coin)
        setup = LocalGameSetup.of(loaded.match, self.setup.seed, self.setup.coin_source)
        self.open_game(controller, setup, path)
        self.notice = f"✓ {opened_message(path, loaded)}"

    # --- other commands ----------------------------------------------------------------------

    def action_help(self) -> None:
        """Show the rules and the keys."""
        self.app.push_screen(HelpDialog(self.controller.match.rules))

    def action_theme(self) -> None:
        """Switch between the light and the dark theme."""
        self.app.theme = "qttt-light" if self.view.palette.is_dark else "qttt-dark"
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


def free_name(folder: Path) -> Path:
    """Return the first of ``game.qtn``, ``game-2.qtn`` … that does not exist."""
    names = (folder / f"game{f'-{number}' * (number > 1)}{SUFFIX}" for number in count(1))
    return next(path for path in names if not path.exists())


def opened_message(path: Path, loaded: LoadedMatch) -> str:
    """Return the message about an opened file."""
    if loaded.repaired_bytes:
        return f"{path.name} is open; {repair_note(loaded.repaired_bytes)}: save it again"
    if not loaded.armoured:
        return f"{path.name} is open; it has no armour, so damage cannot be detected"
    return f"{path.name} is open"
