"""Key bindings and the command line.

Each key must apply to what is open after the previous key, even with fast typing. So a ``key`` acts
before any widget receives it, and the command line handles Enter and Esc itself.
"""

from textual import events
from textual.binding import Binding
from textual.widgets import Input


def key(name: str, action: str, label: str = "", *, display: str | None = None) -> Binding:
    """Return a priority binding of the main screen, shown in the footer if it has a ``label``."""
    return Binding(name, action, label, show=bool(label), key_display=display, priority=True)


class CommandLine(Input):
    """An input, open while it has the focus; needs ``enter_line`` and ``leave_line`` actions."""

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
