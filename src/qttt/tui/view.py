"""What the main screen shows, and how it is brought up to date."""

from collections.abc import Iterator
from pathlib import Path

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, Input

from qttt.engine import Analysis

from . import prompts
from .advice import Advice, advise, signs, spoken, worth
from .board import BoardView
from .lists import hints, options, record
from .palette import DARK, LIGHT, MONO, Palette
from .scene import scene
from .side import Actions, Choices, Rows, Words, players, thoughts
from .table import Table
from .words import rules_title


class TableScreen(Screen[None]):
    """Shows a table; what can be done at it is for a subclass."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.notice = ""
        """What is said first: ``! `` and a refusal, or ``✓ `` and what became of a file."""
        self.path: Path | None = None
        """The file that the game was read from or saved to."""
        self.analysis: Analysis | None = None
        """What the solver said last."""
        self.gives_hints = False
        self.is_paused = False
        self.is_slow = False
        """True if the computer has been thinking for a while."""

    def compose(self) -> ComposeResult:
        """The board on the left, the rest on the right, a line for what is at the cursor."""
        yield Words("title")
        with Horizontal(id="middle"):
            yield BoardView(scene(self.table), id="board")
            with Vertical(id="side"):
                yield Words("players")
                yield Words("message")
                yield Words("thoughts")
                yield Choices(id="choices")
                yield Rows(id="hints")
                yield Rows(id="moves")
                yield Actions(id="actions")
        yield Words("status")
        yield Input(id="command", compact=True, placeholder="12   @5   several moves   12/25/15")
        yield Footer(compact=True, show_command_palette=False)

    @property
    def palette(self) -> Palette:
        """The colours of the theme in use."""
        if self.app.no_color:
            return MONO
        return DARK if self.app.current_theme.dark else LIGHT

    @property
    def advices(self) -> tuple[Advice, ...]:
        """What the solver says about the position on the board, if it has been asked."""
        analysis, position = self.analysis, self.table.position
        if not self.gives_hints or self.table.looking or analysis is None:
            return ()
        return advise(analysis) if analysis.position == position else ()

    # --- showing -----------------------------------------------------------------------------

    def show(self, *, follow: bool = False) -> None:
        """Bring everything on the screen up to date."""
        table, advices = self.table, self.advices
        notes = signs(advices, table.first)
        self.query_one(BoardView).show(scene(table, notes), self.palette, follow=follow)
        self._show_status()
        # A computer that answers at once shall not make the text beside the board flicker.
        if table.awaits_computer and not self.is_slow and table.people and table.looking is None:
            return
        self.query_one("#title", Words).tell(Text(self._title))
        self.query_one("#players", Words).tell(players(table, self.palette))
        self.query_one("#message", Words).tell(self._message())
        self._show_thoughts()
        self._show_lists(advices)
        self.query_one(Actions).show(tuple(self._actions()))

    def _show_thoughts(self) -> None:
        told, widget = thoughts(self.table, self.palette), self.query_one("#thoughts", Words)
        widget.tell(told)
        widget.set_class(bool(told), "told")

    def _show_status(self) -> None:
        told = filter(None, [prompts.legend(self.table), prompts.detail(self.table)])
        self.query_one("#status", Words).tell(Text("   ".join(told)))

    @property
    def _title(self) -> str:
        match = self.table.match
        games = len(match.series.games) + 1 if match.series else 1
        parts = ["Quantum tic-tac-toe", rules_title(match.rules), f"game {games}"]
        return " · ".join([*parts, *([self.path.name] if self.path else [])])

    def _message(self) -> Text:
        palette, table = self.palette, self.table
        text = Text()
        if self.notice:
            color = palette.bad if self.notice.startswith("!") else palette.good
            text.append(f"{self.notice}\n", style=f"bold {color}")
        heading = "Thinking…" if self.is_slow else prompts.heading(table)
        text.append(f"{heading}\n", style=f"bold {palette.cursor}")
        text.append(prompts.prompt(table), style=palette.ink)
        return text.append(f"\n\n{self._news}".rstrip(), style=palette.soft)

    @property
    def _news(self) -> str:
        """What has happened; or, next to hints, what will happen if both play well."""
        if self.advices and self.analysis:
            return f"Best line: {spoken(self.table.position, self.analysis.line)}"
        return prompts.news(self.table)

    def _show_lists(self, advices: tuple[Advice, ...]) -> None:
        choices, hinted, moves = map(self.query_one, ("#choices", "#hints", "#moves"))
        choices.display = self.table.is_choosing
        hinted.display = bool(advices) and not self.table.is_choosing
        moves.display = not choices.display and not hinted.display
        if choices.display:
            self._show_choices(advices)
        elif hinted.display:
            self._show_hints(advices)
        entries = record(self.table)
        here = next((n for n, entry in enumerate(entries) if entry.is_here), None)
        self.query_one("#moves", Rows).show([entry.row for entry in entries], here)

    def _show_choices(self, advices: tuple[Advice, ...]) -> None:
        position = self.table.position
        told = {advice.move: f"{worth(advice.value)}, {advice.verdict}" for advice in advices}
        pair = options(position)
        notes = [told.get(option.move, "") for option in pair]
        self.query_one(Choices).show(pair, position, self.palette, notes, self.table.preview)

    def _show_hints(self, advices: tuple[Advice, ...]) -> None:
        self.query_one("#hints", Rows).show(hints(self.table.position, advices), None)

    def _actions(self) -> Iterator[tuple[str, str]]:
        """What the buttons offer just now."""
        table = self.table
        if table.looking:
            yield "Back to the game (Esc)", "back"
            yield "Go on from here (g)", "go_on"
        elif table.match.outcome:
            yield "Again, other side (p)", "again(True)"
            yield "Again, same side (P)", "again(False)"
        elif not table.people:
            yield ("Go on (space)" if self.is_paused else "Pause (space)"), "space"
        elif table.awaits_coin:
            yield "Throw the coin (Enter)", "throw"
        elif table.first is not None:
            yield "Take it back (Esc)", "back"
