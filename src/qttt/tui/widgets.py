"""Widgets beside the board."""

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option as Row

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


def columns(left: str, right: str) -> str:
    """Format a line as wide as the panels, with ``right`` at its right end."""
    room = WIDTH - len(right) - 1
    return f"{left[:room]:<{room}} {right}"


class OutcomeView(Static):
    """An outcome of the pending loop: hovering previews it, a click chooses it."""

    ALLOW_SELECT = False

    class Touched(Message):
        """The outcome was clicked, or the mouse is over it; ``number`` is None when it leaves."""

        def __init__(self, number: int | None, *, is_clicked: bool = False) -> None:
            super().__init__()
            self.number, self.is_clicked = number, is_clicked

    def __init__(self, number: int) -> None:
        super().__init__(id=f"choice-{number}", markup=False)
        self.number = number

    def show(self, title: str, text: str, *, is_shown: bool) -> None:
        """Show the description of an outcome."""
        self.border_title = title
        self.set_class(is_shown, "shown")
        self.update(text)

    def on_click(self) -> None:
        """Post ``Touched`` to choose the outcome."""
        self.post_message(self.Touched(self.number, is_clicked=True))

    def on_enter(self, _: events.Enter) -> None:
        """Post ``Touched`` to preview the outcome."""
        self.post_message(self.Touched(self.number))

    def on_leave(self, _: events.Leave) -> None:
        """Post ``Touched`` to end the preview."""
        self.post_message(self.Touched(None))


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
