"""The main screen: what follows from the state of its table, and every key."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.widgets import OptionList

from qttt.engine.kernel import MAX_SQUARES, fits
from qttt.play import recover

from .board import BoardView
from .command import CommandLine, key
from .dialogs import Ask, FileDialog, Help
from .files import Saver, free_name, told
from .flow import PACE, PlayScreen
from .lists import record
from .newgame import NewGame
from .setup import Setup
from .side import Choice
from .table import RefusedError, Table
from .typed import enter


class GameScreen(PlayScreen):
    """One table with all that can be done at it."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-wide")]  # noqa: RUF012  Textual wants it so
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
        key("m", "hurry"),
        key("space", "space"),
        key("tab", "app.focus_next"),
        key("shift+tab", "app.focus_previous"),
    ]

    def __init__(self, table: Table, setup: Setup, *, pace: float = PACE) -> None:
        super().__init__(table, pace=pace)
        self.setup = setup
        self._saved: object = None

    @property
    def has_distant_coin(self) -> bool:
        """True if a device throws, which may take its time."""
        return self.setup.tossed is not None

    def on_mount(self) -> None:
        """Begin."""
        self.query_one(BoardView).focus()
        self.carry_on()

    # --- at the board ------------------------------------------------------------------------

    @on(BoardView.Pressed)
    def _pressed(self, message: BoardView.Pressed) -> None:
        square, mark = message.square, message.mark
        self.query_one(BoardView).focus()
        if self.table.is_choosing and self.table.awaits_coin:
            self.attempt(self.table.throw)
        elif self.table.first is None and square in self.table.position.classical:
            self.attempt(self.table.toggle_history)
        else:
            self.attempt(lambda: self.table.press(square, mark))

    @on(BoardView.Pointed)
    def _pointed(self, message: BoardView.Pointed) -> None:
        if self.table.is_choosing:
            self._preview(self.table.option_at(message.square, message.mark))
        elif message.square is not None:
            self.table.point(message.square)
            self.show()

    @on(Choice.Shown)
    def _shown(self, message: Choice.Shown) -> None:
        self._preview(message.number)

    @on(Choice.Taken)
    def _taken(self, message: Choice.Taken) -> None:
        if self.table.awaits_coin:
            self.action_throw()
        else:
            self.action_choose(message.number)

    def _preview(self, option: int | None) -> None:
        if option != self.table.preview:
            self.table.show(option)
            self.show()

    def action_steer(self, down: int, right: int) -> None:
        """Move the cursor, or look at the other outcome of a loop."""
        self.notice = ""
        self.table.steer(down, right)
        self.show(follow=True)

    def action_confirm(self) -> None:
        """Enter: press the square at the cursor, choose the outcome shown, or throw the coin."""
        if self.table.is_choosing and self.table.awaits_coin:
            self.throw()
        else:
            self.attempt(self.table.confirm)

    def action_digit(self, digit: int) -> None:
        """Press a square of a 3×3 board."""
        self.attempt(lambda: self.table.press_named(str(digit)))

    def action_at(self) -> None:
        """``@``: say which squares can follow."""
        self.attempt(self.table.ask_where)

    def action_choose(self, option: int) -> None:
        """Choose an outcome of the loop."""
        self.attempt(lambda: self.table.choose(option))

    def action_throw(self) -> None:
        """Throw the coin."""
        self.throw()

    def action_space(self) -> None:
        """Space: as Enter; where only computers play, stop and go on."""
        if self.table.people:
            self.action_confirm()
        else:
            self.is_paused = not self.is_paused
            self.carry_on()

    def action_hurry(self) -> None:
        """Have the computer that thinks play the best move that it has found by now."""
        self.attempt(self._hurry)

    def _hurry(self) -> None:
        if not self._desk.hurry("move"):
            raise RefusedError("No computer is thinking now.")

    # --- back and forth ----------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Esc to the command line while that is open: what was typed before goes first."""
        is_typing = self.focused is not None and self.focused.id == "command"
        return super().check_action(action, parameters) and not (action == "back" and is_typing)

    def action_back(self) -> None:
        """Escape: away from the command line, the half move, the preview, the earlier position."""
        self._close_command()
        self.attempt(self.table.cancel)

    def action_undo(self) -> None:
        """Take back."""
        self.is_paused = True
        self.attempt(self.table.undo)

    def action_redo(self) -> None:
        """Make again."""
        self.attempt(self.table.redo)

    def action_leaf(self, by: int) -> None:
        """Look at an earlier or later position."""
        self.attempt(lambda: self.table.leaf(by))

    def action_go_on(self) -> None:
        """Play on from the position that is looked at."""
        self.attempt(self.table.go_on)

    def action_history(self) -> None:
        """Show or hide what vanished."""
        self.attempt(self.table.toggle_history)

    @on(OptionList.OptionSelected, "#moves")
    def _entry(self, event: OptionList.OptionSelected) -> None:
        self.attempt(lambda: self.table.look(record(self.table)[event.option_index].node))
        self.query_one(BoardView).focus()

    @on(OptionList.OptionSelected, "#hints")
    def _hinted(self, event: OptionList.OptionSelected) -> None:
        advices = self.advices
        if event.option_index < len(advices):
            self.attempt(lambda: self.table.play(advices[event.option_index].move))
        self.query_one(BoardView).focus()

    def action_hint(self) -> None:
        """Show what every move is worth, or hide it again."""
        self.gives_hints, self.opinion = not self.gives_hints, None
        self.attempt(self._check_hints)

    def _check_hints(self) -> None:
        if self.gives_hints and not fits(self.table.match.rules):
            self.gives_hints = False
            raise RefusedError(f"No hints here: they end at boards of {MAX_SQUARES} squares.")

    # --- the command line --------------------------------------------------------------------

    def action_command(self) -> None:
        """Open the command line."""
        line = self.query_one(CommandLine)
        self.query_one("#status").display, line.display = False, True
        # Widget.focus would wait until the next key has been handed to the board.
        self.set_focus(line)

    def action_enter_line(self) -> None:
        """Do what was typed."""
        text = self.query_one(CommandLine).value
        self._close_command()
        self.attempt(lambda: enter(self.table, text))

    def action_leave_line(self) -> None:
        """Close the command line; nothing is done."""
        self._close_command()
        self.carry_on()

    def _close_command(self) -> None:
        line = self.query_one(CommandLine)
        line.value = ""
        self.query_one("#status").display, line.display = True, False
        self.set_focus(self.query_one(BoardView))

    # --- games and files ---------------------------------------------------------------------

    def sit_down(self, table: Table, setup: Setup, path: Path | None = None) -> None:
        """Go on at another table."""
        self.withdraw()
        self.table, self.setup, self.path = table, setup, path
        table.file = path
        self.gives_hints = self.is_paused = False
        self._saved = table.match.node

    def action_new(self) -> None:
        """Set up a new game; this one is asked about if it would be lost."""
        self._unless_lost("Begin another one?", self._set_up)

    def _set_up(self) -> None:
        self.app.push_screen(NewGame(self.setup), self._new)

    def _new(self, setup: Setup | None) -> None:
        if setup is not None:
            same_rules = setup.rules == self.table.match.rules
            series = self.table.match.standing if same_rules else None
            table = Table(setup.match(series), setup.rng, setup.coin)
            self.attempt(lambda: self.sit_down(table, setup))

    def action_again(self, swap: bool) -> None:
        """Play another game; with ``swap`` the players change sides."""
        self.is_paused = False
        self.attempt(lambda: self.table.again(swap=swap))

    def action_resign(self) -> None:
        """Resign, if that is meant."""
        if self.table.match.outcome or not self.table.people:
            self.attempt(self.table.resign)
        else:
            self.app.push_screen(Ask("Give this game up?"), self._on_yes(self.table.resign))

    def action_draw(self) -> None:
        """Offer a draw."""
        self.attempt(self.table.offer_draw)

    def action_save(self) -> None:
        """Save the game."""
        saver = Saver(self.table.match, self.path)
        start = self.path or free_name(Path())

        def use(path: Path) -> None:
            saver(path)
            self._saved, self.path = self.table.match.node, path
            self.table.file = path
            self.notice = f"✓ saved as {path}"
            self.show()

        self.app.push_screen(FileDialog("Save this game as", "Save", start, use))

    def action_open(self) -> None:
        """Open a saved game; this one is asked about if it would be lost."""
        self._unless_lost("Open another one?", self._open)

    def _open(self) -> None:
        start = self.path.parent if self.path else Path()
        dialog = FileDialog("Open a saved game", "Open", start, self.take)
        self.app.push_screen(dialog, lambda _: self.carry_on())

    def take(self, path: Path) -> None:
        """Take a saved game in place of this one, without showing it yet.

        Raises what ``play.recover`` raises and what ``Table`` refuses, and then keeps this one.
        """
        read = recover(path)
        table = Table(read.match, self.setup.rng, self.setup.coin)
        self.sit_down(table, Setup.of(read.match, self.setup.seed, self.setup.tossed), path)
        self.notice = f"✓ {told(path, read)}"

    # --- the rest ----------------------------------------------------------------------------

    def action_help(self) -> None:
        """Show the rules and the keys."""
        self.app.push_screen(Help())

    def action_theme(self) -> None:
        """Change between light and dark."""
        self.app.theme = "qttt-light" if self.palette.is_dark else "qttt-dark"
        self.show()

    def action_quit(self) -> None:
        """Leave; a game that would be lost is asked about."""
        self._unless_lost("Leave it?", self.app.exit)

    def _unless_lost(self, question: str, act: Callable[[], object]) -> None:
        """Do it at once if the game is over, saved or not begun; else if a person says yes."""
        match = self.table.match
        if match.outcome or not match.node.moves or self._saved is match.node:
            act()
        else:
            told = f"This game is not over and not saved. {question}"
            self.app.push_screen(Ask(told), self._on_yes(act))

    def _on_yes(self, act: Callable[[], object]) -> Callable[[bool | None], None]:
        return lambda answer: self.attempt(act) if answer else None
