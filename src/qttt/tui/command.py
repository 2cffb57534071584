"""Keys, and the line in which moves are typed.

However fast somebody types, each key counts for what is open after the one before. So nothing may
wait in two queues: a ``key`` acts before any widget gets it, and the line deals with Enter and Esc
itself, behind the letters before them.
"""

from textual import events
from textual.binding import Binding
from textual.widgets import Input


def key(name: str, action: str, label: str = "", *, display: str | None = None) -> Binding:
    """A key of the main screen; with a ``label`` it stands in the footer."""
    return Binding(name, action, label, show=bool(label), key_display=display, priority=True)


class CommandLine(Input):
    """Open while it has the focus; the screen has the actions ``enter_line``, ``leave_line``."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, compact=True, placeholder="12   @5   several moves   12/25/15")

    async def on_key(self, event: events.Key) -> None:
        """End the line, or pass a key on that was meant for what came after it."""
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
