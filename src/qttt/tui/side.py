"""What stands beside the board: players, messages, lists, the two outcomes of a loop, buttons."""

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option as Row

from qttt.engine.search import Estimate
from qttt.game import Position, player_of

from .lists import MOST_COLS, Option, findings, landings, standings
from .paint import written
from .palette import Palette
from .table import Table

WIDTH = 26


class Words(Static):
    """Text that is laid out anew only if it has changed: the mouse moves often."""

    ALLOW_SELECT = False

    def __init__(self, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._told = Text()

    def tell(self, text: Text) -> None:
        """Show this."""
        if (text.plain, text.spans) != (self._told.plain, self._told.spans):
            self._told = text
            self.update(text)


def players(table: Table, palette: Palette) -> Text:
    """Who plays and the points so far; an arrow at who is to move."""
    lines = []
    for player, name, points in standings(table):
        arrow = "▸" if table.match.to_move == player else " "
        start = f"{arrow}{player} "
        room = WIDTH - len(start) - len(points) - 1
        line = Text(start, style=f"bold {palette.player(player)}")
        line.append(name[:room].ljust(room), style=palette.ink)
        lines.append(line.append(points, style=f"bold {palette.ink}"))
    return Text("\n").join(lines)


def thoughts(table: Table, palette: Palette, progress: Estimate | None) -> Text:
    """What the computer finds out now, or before its last move: a name and a number a line."""
    lines = []
    for name, number in findings(table, progress):
        line = Text(f"{name:<{WIDTH - len(number)}}", style=palette.soft)
        lines.append(line.append(number, style=palette.ink))
    return Text("\n").join(lines)


class Choice(Static):
    """One outcome of the pending loop; a click chooses it, the mouse over it shows it."""

    ALLOW_SELECT = False

    class Taken(Message):
        """The outcome was clicked."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    class Shown(Message):
        """The mouse is over the outcome; ``number`` None: it has left."""

        def __init__(self, number: int | None) -> None:
            super().__init__()
            self.number = number

    def __init__(self, number: int) -> None:
        super().__init__(id=f"choice-{number}", markup=False)
        self.number = number

    def show(
        self, option: Option, position: Position, palette: Palette, note: str, is_shown: bool
    ) -> None:
        """Draw this outcome; ``note`` is the solver's word on it."""
        sign = "ab"[self.number]
        self.border_title = f"{sign} {option.title}"
        self.set_class(is_shown, "shown")
        parts = [picture(option, position, palette)]
        parts += [Text(text) for text in (option.end, note) if text]
        self.update(Text("\n").join(parts))

    def on_click(self) -> None:
        """Choose it."""
        self.post_message(self.Taken(self.number))

    def on_enter(self, _: events.Enter) -> None:
        """Show it on the board."""
        self.post_message(self.Shown(self.number))

    def on_leave(self, _: events.Leave) -> None:
        """Show the loop again."""
        self.post_message(self.Shown(None))


def picture(option: Option, position: Position, palette: Palette) -> Text:
    """A small board of an outcome, or on a wide board where the marks land.

    What lands now is bold. Subscripts are shown where there is room for them, on 3×3.
    """
    board = position.rules.board
    if board.cols > MOST_COLS:
        return Text(", ".join(landings(position, option)))
    lines = []
    for row in option.rows:
        line = Text(no_wrap=True)
        for mark in row:
            text = "·" if mark is None else written(mark) if board.cols <= 3 else player_of(mark)
            line.append(text.ljust(2 + (board.cols <= 3)), style=_style(mark, option, palette))
        line.rstrip()
        lines.append(line)
    return Text("\n").join(lines)


def _style(mark: int | None, option: Option, palette: Palette) -> str:
    if mark is None:
        return palette.faint
    strength = "bold" if mark in option.landed else "dim"
    return f"{palette.player(player_of(mark))} {strength}"


class Choices(VerticalScroll, can_focus=False):
    """Both outcomes, side by side."""

    def compose(self) -> ComposeResult:
        """Two outcomes."""
        with Horizontal(id="outcomes"):
            yield Choice(0)
            yield Choice(1)

    def show(
        self,
        pair: Sequence[Option],
        position: Position,
        palette: Palette,
        notes: Sequence[str],
        shown: int | None,
    ) -> None:
        """Draw both."""
        for number, option in enumerate(pair):
            choice = self.query_one(f"#choice-{number}", Choice)
            choice.show(option, position, palette, notes[number], number == shown)


class Rows(OptionList):
    """A list whose rows are replaced as a whole; the last choice is told by its number."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, markup=False, compact=True)
        self._shown: tuple[str, ...] = ()
        self._here: int | None = None

    def show(self, rows: Sequence[str], here: int | None) -> None:
        """Replace the rows; ``here`` is scrolled to."""
        if (tuple(rows), here) == (self._shown, self._here):
            return
        self._shown, self._here = tuple(rows), here
        self.clear_options()
        self.add_options(Row(Text(row, no_wrap=True, overflow="ellipsis")) for row in rows)
        self.highlighted = here
        if here is not None:
            self.call_after_refresh(self.scroll_to_highlight)


class Actions(Horizontal):
    """Buttons for what can be done just now, so that the mouse is enough."""

    _shown: tuple[tuple[str, str], ...] | None = None

    def compose(self) -> ComposeResult:
        """Room for three."""
        for number in range(3):
            yield Button("", id=f"action-{number}", compact=True)

    def show(self, actions: Sequence[tuple[str, str]]) -> None:
        """Offer these: a label and the name of an action of the screen each."""
        if tuple(actions) == self._shown:
            return
        for number in range(3):
            button = self.query_one(f"#action-{number}", Button)
            button.display = number < len(actions)
            if button.display:
                label, action = actions[number]
                button.label = Text(label)
                button.action = f"screen.{action}"
        self.display = bool(actions)
        self._shown = tuple(actions)
