"""Widgets beside the board."""

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option as Row

from qttt.engine.search import Estimate
from qttt.game import Position, player_of
from qttt.notation.text import mark_text

from .controller import GameController
from .lists import MAX_COLS, CollapseOption, landing_texts, search_statistics, standings
from .palette import Palette

WIDTH = 26


def key(name: str, action: str, label: str = "", *, display: str | None = None) -> Binding:
    """Return a priority binding of the main screen, shown in the footer if it has a ``label``."""
    return Binding(name, action, label, show=bool(label), key_display=display, priority=True)


class CommandLine(Input):
    """An input, open while it has the focus; needs ``enter_line`` and ``leave_line`` actions.

    Each key must apply to what is open after the previous key, even with fast typing. So a ``key``
    acts before any widget receives it, and the command line handles Enter and Esc itself.
    """

    def __init__(self, id: str) -> None:
        super().__init__(id=id, compact=True, placeholder="12   @5   several moves   12/25/15")

    async def on_key(self, event: events.Key) -> None:
        """Submit or close the line, or forward a key that arrived after it was closed."""
        is_open = self.screen.focused is self
        if is_open and event.key not in ("enter", "escape"):
            return
        event.stop()
        event.prevent_default()
        if is_open:
            ending = "enter_line" if event.key == "enter" else "leave_line"
            await self.run_action(f"screen.{ending}")
        elif (late := self.screen.active_bindings.get(event.key)) is not None:
            await self.app.run_action(late.binding.action, late.node)


class TextPanel(Static):
    """Text that is rendered only if it changes, because mouse moves are frequent."""

    ALLOW_SELECT = False

    def __init__(self, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._text = Text()

    def set_text(self, text: Text) -> None:
        """Show a text."""
        if (text.plain, text.spans) != (self._text.plain, self._text.spans):
            self._text = text
            self.update(text)


def players(controller: GameController, palette: Palette) -> Text:
    """Format the players and points, with an arrow at the player to move."""
    lines = []
    for player, name, points in standings(controller):
        arrow = "▸" if controller.match.to_move == player else " "
        start = f"{arrow}{player} "
        room = WIDTH - len(start) - len(points) - 1
        line = Text(start, style=f"bold {palette.player(player)}")
        line.append(name[:room].ljust(room), style=palette.ink)
        lines.append(line.append(points, style=f"bold {palette.ink}"))
    return Text("\n").join(lines)


def search_text(controller: GameController, palette: Palette, progress: Estimate | None) -> Text:
    """Format the statistics of the computer's search, one per line."""
    lines = []
    for name, number in search_statistics(controller, progress):
        line = Text(f"{name:<{WIDTH - len(number)}}", style=palette.soft)
        lines.append(line.append(number, style=palette.ink))
    return Text("\n").join(lines)


class OutcomeView(Static):
    """An outcome of the pending loop: hovering previews it, a click chooses it."""

    ALLOW_SELECT = False

    class Taken(Message):
        """The outcome was clicked."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    class Shown(Message):
        """The mouse is over the outcome; ``number`` is None when it leaves."""

        def __init__(self, number: int | None) -> None:
            super().__init__()
            self.number = number

    def __init__(self, number: int) -> None:
        super().__init__(id=f"choice-{number}", markup=False)
        self.number = number

    def show(
        self,
        option: CollapseOption,
        position: Position,
        palette: Palette,
        note: str,
        is_shown: bool,
    ) -> None:
        """Draw the outcome; ``note`` is its evaluation."""
        sign = "ab"[self.number]
        self.border_title = f"{sign} {option.title}"
        self.set_class(is_shown, "shown")
        parts = [picture(option, position, palette)]
        parts += [Text(text) for text in (option.end, note) if text]
        self.update(Text("\n").join(parts))

    def on_click(self) -> None:
        """Post ``Taken``."""
        self.post_message(self.Taken(self.number))

    def on_enter(self, _: events.Enter) -> None:
        """Post ``Shown`` to preview the outcome."""
        self.post_message(self.Shown(self.number))

    def on_leave(self, _: events.Leave) -> None:
        """Post ``Shown`` to end the preview."""
        self.post_message(self.Shown(None))


def picture(option: CollapseOption, position: Position, palette: Palette) -> Text:
    """Draw a small board of an outcome, or on wide boards describe where marks land.

    Marks that land now are bold. Subscripts are shown on 3×3 only.
    """
    board = position.rules.board
    if board.cols > MAX_COLS:
        return Text(", ".join(landing_texts(position, option)))
    lines = []
    for row in option.rows:
        line = Text(no_wrap=True)
        for mark in row:
            text = "·" if mark is None else mark_text(mark) if board.cols <= 3 else player_of(mark)
            line.append(text.ljust(2 + (board.cols <= 3)), style=_style(mark, option, palette))
        line.rstrip()
        lines.append(line)
    return Text("\n").join(lines)


def _style(mark: int | None, option: CollapseOption, palette: Palette) -> str:
    if mark is None:
        return palette.faint
    strength = "bold" if mark in option.landings else "dim"
    return f"{palette.player(player_of(mark))} {strength}"


class OutcomesView(VerticalScroll, can_focus=False):
    """Both outcomes of a loop, side by side."""

    def compose(self) -> ComposeResult:
        """Yield the two outcomes."""
        with Horizontal(id="outcomes"):
            yield OutcomeView(0)
            yield OutcomeView(1)

    def show(
        self,
        pair: Sequence[CollapseOption],
        position: Position,
        palette: Palette,
        notes: Sequence[str],
        shown: int | None,
    ) -> None:
        """Draw both outcomes."""
        for number, option in enumerate(pair):
            choice = self.query_one(f"#choice-{number}", OutcomeView)
            choice.show(option, position, palette, notes[number], number == shown)


class RowList(OptionList):
    """A list whose rows are replaced together."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, markup=False, compact=True)
        self._shown: tuple[str, ...] = ()
        self._here: int | None = None

    def show(self, rows: Sequence[str], here: int | None) -> None:
        """Replace the rows and scroll to the row ``here``."""
        if (tuple(rows), here) == (self._shown, self._here):
            return
        self._shown, self._here = tuple(rows), here
        self.clear_options()
        self.add_options(Row(Text(row, no_wrap=True, overflow="ellipsis")) for row in rows)
        self.highlighted = here
        if here is not None:
            self.call_after_refresh(self.scroll_to_highlight)


class ActionButtons(Horizontal):
    """Buttons for the currently available actions."""

    _shown: tuple[tuple[str, str], ...] | None = None

    def compose(self) -> ComposeResult:
        """Yield three buttons."""
        for number in range(3):
            yield Button("", id=f"action-{number}", compact=True)

    def show(self, actions: Sequence[tuple[str, str]]) -> None:
        """Show buttons, given as a label and an action of the screen each."""
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
