"""The layout of the main screen, and how it is updated."""

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
from .advice import Advice, estimate_text, line_text, rank_analysis, rank_estimate, signs, truncate
from .board import BoardView
from .command import CommandLine
from .controller import GameController
from .lists import hints, options, record
from .palette import DARK, LIGHT, MONO, Palette
from .scene import scene
from .widgets import ActionButtons, OutcomesView, RowList, TextPanel, players, search_text
from .words import rules_title

MAX_ADVICES = 12
"""Maximum number of hints from an estimate."""

MAX_LINE_LENGTH = 38
"""Maximum length of an estimated best line; its tail is unreliable."""


class BaseGameScreen(Screen[None]):
    """Shows a game; subclasses add the commands."""

    def __init__(self, controller: GameController) -> None:
        super().__init__()
        self.controller = controller
        self.notice = ""
        """A notice: ``! `` and an error, or ``✓ `` and the result of a file operation."""
        self.path: Path | None = None
        """The game's file."""
        self.evaluation: Analysis | Estimate | None = None
        """The last evaluation of a position and its moves."""
        self.is_final = True
        """Whether the evaluation is complete."""
        self.progress: Estimate | None = None
        """The progress of the computer's search."""
        self.gives_hints = False
        self.is_paused = False
        self.is_slow = False
        """Whether the computer has been thinking long enough to show it."""

    def compose(self) -> ComposeResult:
        """Yield the board, the widgets beside it, and the status line."""
        yield TextPanel("title")
        with Horizontal(id="middle"):
            yield BoardView(scene(self.controller), id="board")
            with Vertical(id="side"):
                yield TextPanel("players")
                yield TextPanel("message")
                yield TextPanel("thoughts")
                yield OutcomesView(id="choices")
                yield RowList(id="hints")
                yield RowList(id="moves")
                yield ActionButtons(id="actions")
        yield TextPanel("status")
        yield CommandLine(id="command")
        yield Footer(compact=True, show_command_palette=False)

    @property
    def palette(self) -> Palette:
        """The colours of the current theme."""
        if self.app.no_color:
            return MONO
        return DARK if self.app.current_theme.dark else LIGHT

    @property
    def advices(self) -> tuple[Advice, ...]:
        """The hints for the position on the board, if enabled.

        Estimates give the best moves, or those that can complete a half-made placement.
        """
        evaluation, first = self.evaluation, self.controller.first
        if not self.gives_hints or self.controller.viewed or evaluation is None:
            return ()
        if evaluation.position != self.controller.position:
            return ()
        if isinstance(evaluation, Analysis):
            return rank_analysis(evaluation)
        moves = [a for a in rank_estimate(evaluation) if first is None or first in tuple(a.move)]
        return tuple(moves[:MAX_ADVICES])

    # --- updates -----------------------------------------------------------------------------

    def show(self, *, follow: bool = False) -> None:
        """Update all widgets."""
        controller, advices = self.controller, self.advices
        notes = signs(advices, controller.first)
        self.query_one(BoardView).show(scene(controller, notes), self.palette, follow=follow)
        self._show_status()
        # Avoid flicker when the computer answers at once.
        if (
            controller.awaits_computer
            and not self.is_slow
            and controller.people
            and controller.viewed is None
        ):
            return
        self.query_one("#title", TextPanel).set_text(Text(self._title))
        self.query_one("#players", TextPanel).set_text(players(controller, self.palette))
        self._show_lists(advices)
        self.show_progress()
        self.query_one(ActionButtons).show(tuple(self._actions()))

    def show_progress(self) -> None:
        """Update the message and the statistics of the search.

        Statistics are hidden when hints or the outcomes of a loop need the room.
        """
        self.query_one("#message", TextPanel).set_text(self._message())
        progress = self.progress if self.is_slow else None
        is_hidden = self.controller.is_choosing or bool(self.advices)
        text = Text() if is_hidden else search_text(self.controller, self.palette, progress)
        widget = self.query_one("#thoughts", TextPanel)
        widget.set_text(text)
        widget.set_class(bool(text), "has-text")

    def _show_status(self) -> None:
        parts = filter(None, [prompts.legend(self.controller), prompts.detail(self.controller)])
        self.query_one("#status", TextPanel).set_text(Text("   ".join(parts)))

    @property
    def _title(self) -> str:
        match = self.controller.match
        games = len(match.series.games) + 1 if match.series else 1
        parts = ["Quantum tic-tac-toe", rules_title(match.rules), f"game {games}"]
        return " · ".join([*parts, *([self.path.name] if self.path else [])])

    def _message(self) -> Text:
        palette, controller = self.palette, self.controller
        text = Text()
        if self.notice:
            color = palette.bad if self.notice.startswith("!") else palette.good
            text.append(f"{self.notice}\n", style=f"bold {color}")
        heading = self._thinking if self.is_slow else prompts.heading(controller)
        text.append(f"{heading}\n", style=f"bold {palette.cursor}")
        if asked := prompts.prompt(controller):
            text.append(f"{asked}\n", style=palette.ink)
        text.append(f"\n{self._events}", style=palette.soft)
        text.rstrip()
        return text

    @property
    def _thinking(self) -> str:
        """The thinking message, with the progress on narrow screens."""
        if not self.is_narrow or self.progress is None:
            return "Thinking…"
        return (
            f"Thinking… {self.progress.simulations:,} simulations, {estimate_text(self.progress)}"
        )

    @property
    def is_narrow(self) -> bool:
        """Whether the lists are below the board."""
        return self.has_class("-narrow")

    @property
    def _events(self) -> str:
        """The latest events, or the best line if hints are shown."""
        evaluation = self.evaluation
        if not self.advices or evaluation is None:
            return prompts.events(self.controller)
        line = line_text(evaluation.position, evaluation.line)
        if isinstance(evaluation, Analysis):
            return f"Best line: {line}"
        known = "Proven" if evaluation.is_proven else "Estimated" if self.is_final else "Estimating"
        words = [f"{known}: {estimate_text(evaluation)}", f"{evaluation.simulations:,} simulations"]
        if self.is_narrow:
            return ", ".join(words)
        if not self.controller.is_choosing:
            words.append(f"Best line: {truncate(line, MAX_LINE_LENGTH)}")
        return "\n".join(words)

    def _show_lists(self, advices: tuple[Advice, ...]) -> None:
        choices, hinted, moves = map(self.query_one, ("#choices", "#hints", "#moves"))
        choices.display = self.controller.is_choosing
        hinted.display = bool(advices) and not self.controller.is_choosing
        moves.display = not choices.display and not hinted.display
        if choices.display:
            self._show_choices(advices)
        elif hinted.display:
            self._show_hints(advices)
        entries = record(self.controller)
        here = next((n for n, entry in enumerate(entries) if entry.is_here), None)
        self.query_one("#moves", RowList).show([entry.row for entry in entries], here)

    def _show_choices(self, advices: tuple[Advice, ...]) -> None:
        position = self.controller.position
        judged = {advice.move: _note(advice, position.to_move) for advice in advices}
        pair = options(position)
        notes = [judged.get(option.move, "") for option in pair]
        self.query_one(OutcomesView).show(
            pair, position, self.palette, notes, self.controller.preview
        )

    def _show_hints(self, advices: tuple[Advice, ...]) -> None:
        self.query_one("#hints", RowList).show(hints(self.controller.position, advices), None)

    def _actions(self) -> Iterator[tuple[str, str]]:
        """Yield the labels and actions of the buttons."""
        controller = self.controller
        if controller.viewed:
            yield "Back to the game (Esc)", "back"
            yield "Go on from here (g)", "go_on"
        elif controller.match.outcome:
            yield "Again, other side (p)", "again(True)"
            yield "Again, same side (P)", "again(False)"
        elif not controller.people:
            yield ("Go on (space)" if self.is_paused else "Pause (space)"), "space"
        elif self.is_slow:
            yield "Move now (m)", "move_now"
        elif controller.awaits_coin:
            yield "Toss the coin (Enter)", "toss"
        elif controller.first is not None:
            yield "Take it back (Esc)", "back"


def _note(advice: Advice, chooser: str | None) -> str:
    """Format the evaluation of an outcome; a coin has no best one."""
    parts = [advice.advantage.replace("about ", "about\n"), advice.verdict]
    return ", ".join(filter(None, parts if isinstance(chooser, Player) else parts[:1]))
