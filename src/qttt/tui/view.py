"""What the main screen shows, and how it is brought up to date."""

from collections.abc import Iterator
from pathlib import Path

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer

from qttt.engine import Analysis
from qttt.engine.search import Estimate
from qttt.game import Player

from . import prompts
from .advice import Advice, advise, clipped, signs, spoken, suppose, told
from .board import BoardView
from .command import CommandLine
from .lists import hints, options, record
from .palette import DARK, LIGHT, MONO, Palette
from .scene import scene
from .side import Actions, Choices, Rows, Words, players, thoughts
from .table import Table
from .words import rules_title

FEW = 12
"""How many moves an estimate advises on."""

LONGEST_LINE = 38
"""Characters of a best line that was not proven: what follows is guesswork."""


class TableScreen(Screen[None]):
    """Shows a table; what can be done at it is for a subclass."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.notice = ""
        """What is said first: ``! `` and a refusal, or ``✓ `` and what became of a file."""
        self.path: Path | None = None
        """The file that the game was read from or saved to."""
        self.opinion: Analysis | Estimate | None = None
        """What the solver or a search has said last about a position and its moves."""
        self.is_final = True
        """False while that is still improved."""
        self.progress: Estimate | None = None
        """What the computer that thinks has found out so far."""
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
        yield CommandLine(id="command")
        yield Footer(compact=True, show_command_palette=False)

    @property
    def palette(self) -> Palette:
        """The colours of the theme in use."""
        if self.app.no_color:
            return MONO
        return DARK if self.app.current_theme.dark else LIGHT

    @property
    def advices(self) -> tuple[Advice, ...]:
        """What is known of the moves on the board, if hints are wanted: of an estimate the best.

        Next to a half-made placement an estimate has the moves that can follow.
        """
        opinion, first = self.opinion, self.table.first
        if not self.gives_hints or self.table.looking or opinion is None:
            return ()
        if opinion.position != self.table.position:
            return ()
        if isinstance(opinion, Analysis):
            return advise(opinion)
        moves = [a for a in suppose(opinion) if first is None or first in tuple(a.move)]
        return tuple(moves[:FEW])

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
        self._show_lists(advices)
        self.show_progress()
        self.query_one(Actions).show(tuple(self._actions()))

    def show_progress(self) -> None:
        """Say what goes on, and what a computer finds out if it is slow, or found out last.

        Where a person asks what to do, hints and the outcomes of a loop need the room.
        """
        self.query_one("#message", Words).tell(self._message())
        progress = self.progress if self.is_slow else None
        is_asked = self.table.is_choosing or bool(self.advices)
        text = Text() if is_asked else thoughts(self.table, self.palette, progress)
        widget = self.query_one("#thoughts", Words)
        widget.tell(text)
        widget.set_class(bool(text), "told")

    def _show_status(self) -> None:
        parts = filter(None, [prompts.legend(self.table), prompts.detail(self.table)])
        self.query_one("#status", Words).tell(Text("   ".join(parts)))

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
        heading = self._thinking if self.is_slow else prompts.heading(table)
        text.append(f"{heading}\n", style=f"bold {palette.cursor}")
        if asked := prompts.prompt(table):
            text.append(f"{asked}\n", style=palette.ink)
        text.append(f"\n{self._news}", style=palette.soft)
        text.rstrip()
        return text

    @property
    def _thinking(self) -> str:
        """That a computer thinks; where there is no room for more beside the board, how far."""
        if not self.is_narrow or self.progress is None:
            return "Thinking…"
        return f"Thinking… {self.progress.simulations:,} simulations, {told(self.progress)}"

    @property
    def is_narrow(self) -> bool:
        """True if the lists are below the board, where there are few lines."""
        return self.has_class("-narrow")

    @property
    def _news(self) -> str:
        """What has happened; or, next to hints, what will happen if both play well."""
        opinion = self.opinion
        if not self.advices or opinion is None:
            return prompts.news(self.table)
        line = spoken(opinion.position, opinion.line)
        if isinstance(opinion, Analysis):
            return f"Best line: {line}"
        known = "Proven" if opinion.proven else "Estimated" if self.is_final else "Estimating"
        words = [f"{known}: {told(opinion)}", f"{opinion.simulations:,} simulations"]
        if self.is_narrow:
            return ", ".join(words)
        if not self.table.is_choosing:
            words.append(f"Best line: {clipped(line, LONGEST_LINE)}")
        return "\n".join(words)

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
        judged = {advice.move: _note(advice, position.to_move) for advice in advices}
        pair = options(position)
        notes = [judged.get(option.move, "") for option in pair]
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
        elif self.is_slow:
            yield "Move now (m)", "hurry"
        elif table.awaits_coin:
            yield "Throw the coin (Enter)", "throw"
        elif table.first is not None:
            yield "Take it back (Esc)", "back"


def _note(advice: Advice, chooser: str | None) -> str:
    """What an outcome of a loop is worth; a coin has no best one."""
    told = [advice.worth.replace("about ", "about\n"), advice.verdict]
    return ", ".join(filter(None, told if isinstance(chooser, Player) else told[:1]))
