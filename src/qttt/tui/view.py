"""What the main screen shows beside its board, updated after each change."""

from collections.abc import Iterator

from rich.text import Text

from qttt.engine import Analysis
from qttt.game import Player
from qttt.notation.points import format_lead
from qttt.notation.rules_text import rules_heading
from qttt.study import Judgement
from qttt.texts.phrases import phrases

from . import prompts
from .autoplay import AutoPlay
from .board import BoardView
from .controller import GameController
from .host import GameHost
from .lists import (
    estimate_text,
    hint_rows,
    line_text,
    outcome_text,
    record,
    search_statistics,
    signs,
    standings,
    verdict_text,
)
from .palette import DARK, LIGHT, MONO, Palette
from .scene import scene
from .widgets import ActionButtons, OutcomeView, RowList, TextPanel, columns

MAX_LINE_LENGTH = 38
"""Maximum length of an estimated best line; its tail is unreliable."""


class GameView:
    """Updates the widgets of the main screen."""

    def __init__(self, screen: GameHost, auto: AutoPlay) -> None:
        self._screen, self._auto = screen, auto

    @property
    def _game(self) -> GameController:
        return self._screen.controller

    @property
    def palette(self) -> Palette:
        """The colours of the current theme."""
        app = self._screen.app
        if app.no_color:
            return MONO
        return DARK if app.current_theme.dark else LIGHT

    @property
    def is_narrow(self) -> bool:
        """Whether the lists are below the board."""
        return self._screen.has_class("-narrow")

    def show(self, *, follow: bool = False) -> None:
        """Update all widgets; with ``follow``, scroll the board to its cursor."""
        game, hints, palette = self._game, self._auto.hints, self.palette
        picture = scene(game, signs(hints, game.first))
        self._screen.query_one(BoardView).show(picture, palette, follow=follow)
        status = filter(None, [prompts.legend(game), prompts.detail(game)])
        self._set("status", Text("   ".join(status)))
        # Avoid flicker when the computer answers at once.
        is_instant = game.awaits_computer and not self._auto.is_slow
        if is_instant and game.people and game.viewed is None:
            return
        self._set("title", Text(self._title))
        self._set("players", self._players)
        self._show_lists(hints)
        self.show_progress()
        self._screen.query_one(ActionButtons).show(tuple(self._actions()))

    def show_progress(self) -> None:
        """Update the message and the statistics of the search.

        Statistics are hidden when hints or the outcomes of a loop need the room.
        """
        self._set("message", self._message())
        progress = self._auto.progress if self._auto.is_slow else None
        is_hidden = self._game.is_choosing or bool(self._auto.hints)
        rows = () if is_hidden else search_statistics(self._game, progress)
        text = Text().append("\n".join(columns(*row) for row in rows), style=self.palette.soft)
        self._set("thoughts", text)
        self._screen.query_one("#thoughts").set_class(bool(text), "has-text")

    def _set(self, panel: str, text: Text) -> None:
        self._screen.query_one(f"#{panel}", TextPanel).set_text(text)

    @property
    def _title(self) -> str:
        match, path = self._game.match, self._game.file
        games = len(match.series.games) + 1 if match.series else 1
        parts = ["Quantum tic-tac-toe", rules_heading(match.rules), f"game {games}"]
        return " · ".join([*parts, *([path.name] if path else [])])

    @property
    def _players(self) -> Text:
        """The players and points, with an arrow at the player to move."""
        lines = []
        for player, name, points in standings(self._game):
            arrow = "▸" if self._game.match.to_move == player else " "
            line = Text(columns(f"{arrow}{player} {name}", points), style=self.palette.ink)
            line.stylize(f"bold {self.palette.player(player)}", 0, 2)
            lines.append(line)
        return Text("\n").join(lines)

    # --- the message -------------------------------------------------------------------------

    def _message(self) -> Text:
        palette, game, notice = self.palette, self._game, self._screen.notice
        text = Text()
        if notice:
            color = palette.bad if notice.startswith("!") else palette.good
            text.append(f"{notice}\n", style=f"bold {color}")
        heading = self._thinking if self._auto.is_slow else prompts.heading(game)
        text.append(f"{heading}\n", style=f"bold {palette.cursor}")
        if asked := prompts.prompt(game):
            text.append(f"{asked}\n", style=palette.ink)
        text.append(f"\n{self._best_line or prompts.events(game)}", style=palette.soft)
        text.rstrip()
        return text

    @property
    def _thinking(self) -> str:
        """The thinking message, with the progress on narrow screens."""
        progress = self._auto.progress
        if not self.is_narrow or progress is None:
            return "Thinking…"
        return f"Thinking… {progress.simulations:,} simulations, {estimate_text(progress)}"

    @property
    def _best_line(self) -> str:
        """The best line if hints are shown, and the state of their search."""
        evaluation = self._auto.evaluation
        if not self._auto.hints or evaluation is None:
            return ""
        best_line = phrases()("analysis.values.line")
        if isinstance(evaluation, Analysis):
            return f"{best_line}: {line_text(evaluation)}"
        unproven = "Estimated" if self._auto.is_final else "Estimating"
        known = "Proven" if evaluation.is_proven else unproven
        text = f"{known}: {estimate_text(evaluation)}, {evaluation.simulations:,} simulations"
        if self.is_narrow or self._game.is_choosing:
            return text
        return f"{text}\n{best_line}: {line_text(evaluation, MAX_LINE_LENGTH)}"

    # --- lists and buttons -------------------------------------------------------------------

    def _show_lists(self, hints: tuple[Judgement, ...]) -> None:
        game, query = self._game, self._screen.query_one
        outcomes, hinted, moves = (
            query("#choices"),
            query("#hints", RowList),
            query("#moves", RowList),
        )
        outcomes.display = game.is_choosing
        hinted.display = bool(hints) and not game.is_choosing
        moves.display = not (outcomes.display or hinted.display)
        if outcomes.display:
            position = game.position
            notes = {hint.move: _note(hint, position.to_move) for hint in hints}
            for number, move in enumerate(position.legal_moves):
                text = outcome_text(position, move, notes.get(move, ""))
                title = f"{'ab'[number]} on {position.rules.board.name(move[0])}"
                outcome = query(f"#choice-{number}", OutcomeView)
                outcome.show(title, text, is_shown=number == game.preview)
        elif hinted.display:
            hinted.show(hint_rows(game.position, hints), None)
        entries = record(game)
        here = next((n for n, entry in enumerate(entries) if entry.is_here), None)
        moves.show([entry.row for entry in entries], here)

    def _actions(self) -> Iterator[tuple[str, str]]:
        """Yield the labels and actions of the buttons."""
        game = self._game
        if game.viewed:
            yield "Back to the game (Esc)", "back"
            yield "Go on from here (g)", "play('go_on')"
        elif game.match.outcome:
            yield "Again, other side (p)", "again(True)"
            yield "Again, same side (P)", "again(False)"
        elif not game.people:
            yield ("Go on (space)" if self._auto.is_paused else "Pause (space)"), "space"
        elif self._auto.is_slow:
            yield "Move now (m)", "move_now"
        elif game.awaits_coin:
            yield "Toss the coin (Enter)", "confirm"
        elif game.first is not None:
            yield "Take it back (Esc)", "back"


def _note(hint: Judgement, chooser: str | None) -> str:
    """Format the evaluation of an outcome; a coin has no best one."""
    lead = format_lead(hint.value, is_exact=hint.is_exact).replace("about ", "about\n")
    return ", ".join(filter(None, [lead, verdict_text(hint) * isinstance(chooser, Player)]))
