"""The dialog for a new game."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, OptionList, Select, Static

from qttt.engine import Level, levels_for
from qttt.engine.levels import FAMILIES, ladder_for
from qttt.game import PRESETS, Rules
from qttt.game.board import MAX_SIDE
from qttt.notation.rules_text import preset_notes
from qttt.play.local_game import LocalGameSetup

PERSON = "person"
SEATS = ("x", "o")

_STRONGEST = (Level.OPTIMAL.value, Level.BEST.value)
_ANYWHERE = (Level.EASY.value, Level.RANDOM.value)
"""Replacements for a level that is not available on a board."""


class NewGame(ModalScreen[LocalGameSetup | None]):
    """Chooses rules, board, players and seed; returns a setup, or None if cancelled."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Cancel"),
        Binding("ctrl+s", "start", "Start"),
    ]

    def __init__(self, setup: LocalGameSetup) -> None:
        super().__init__()
        self._last = setup
        self._rows = _rows(setup.rules)
        # The levels requested by the user; not all boards offer them.
        self._requested = {
            seat: _value(level) for seat, level in zip(SEATS, setup.levels, strict=True)
        }

    def compose(self) -> ComposeResult:
        """Yield the list of rules and the other options."""
        with Vertical(classes="window wide"):
            yield Label("New game", classes="title")
            rows = [f"{name:<14} {note}" for name, note in self._rows.items()]
            yield OptionList(*rows, id="presets", markup=False, compact=True)
            with Horizontal(classes="line"):
                yield from self._players()
            yield Static("", id="family", markup=False)
            with Horizontal(classes="line"):
                yield Label("Seed  ")
                seed = "" if self._last.seed is None else str(self._last.seed)
                yield Input(seed, type="integer", id="seed", compact=True, max_length=18)
                yield Label("same seed, same moves")
                yield from self._sizes()
            yield Static("", id="trouble", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Start", id="start", compact=True, action="screen.start")
                yield Button("Cancel", id="cancel", compact=True, action="screen.dismiss")

    def on_mount(self) -> None:
        """Select the rules of the last game."""
        presets = self.query_one("#presets", OptionList)
        presets.highlighted = list(self._rows).index(_name(self._last.rules))
        presets.focus()
        for seat in SEATS:
            self._offer(seat, self._last.rules)

    @property
    def setup(self) -> LocalGameSetup:
        """The chosen setup."""
        seed = self.query_one("#seed", Input).value
        x, o = (_level(str(self._select(seat).value)) for seat in SEATS)
        chance = int(seed) if seed.lstrip("+-") else None
        return LocalGameSetup(self.rules, x, o, chance, self._last.coin_source)

    @property
    def rules(self) -> Rules:
        """The chosen rules."""
        name = list(self._rows)[self.query_one("#presets", OptionList).highlighted or 0]
        if name not in PRESETS:
            return self._last.rules
        size = self._select("size").value
        return Rules.preset(name, size if name == "krist" and isinstance(size, int) else None)

    @on(Input.Submitted)
    def action_start(self) -> None:
        """Return the chosen setup."""
        self.dismiss(self.setup)

    def _players(self) -> ComposeResult:
        for seat in SEATS:
            yield Label(f"{seat.upper()}  ")
            offered = _offered(self._last.rules)
            value = self._requested[seat]
            yield Select(offered, value=value, allow_blank=False, id=seat, compact=True)
            yield Label("  ")
        yield Button("Swap", id="swap", compact=True, action="screen.swap")

    def _sizes(self) -> ComposeResult:
        yield Label("   Size  ", classes="size")
        sides = [(f"{side}×{side}", side) for side in range(2, MAX_SIDE + 1)]
        side = self._last.rules.rows if _name(self._last.rules) == "krist" else 4
        select = Select(sides, value=side, allow_blank=False, id="size", compact=True)
        select.add_class("size")
        yield select

    def _select(self, name: str) -> "Select[str | int]":
        return self.query_one(f"#{name}", Select)

    @on(OptionList.OptionHighlighted, "#presets")
    @on(Select.Changed, "#size")
    def _adapt(self) -> None:
        """Update the options to those of the chosen rules."""
        rules = self.rules
        for widget in self.query(".size"):
            widget.display = _name(rules) == "krist"
        for seat in SEATS:
            self._offer(seat, rules)
        few = "On more than 64 squares the computer can only make random moves."
        self.query_one("#trouble", Static).update(few if len(levels_for(rules)) == 1 else "")

    def _offer(self, seat: str, rules: Rules) -> None:
        select, offered = self._select(seat), _offered(rules)
        known = {value for _, value in offered}
        with select.prevent(Select.Changed):
            select.set_options(offered)
            wanted = self._requested[seat]
            others = (*(_STRONGEST if wanted in _STRONGEST else ()), *_ANYWHERE)
            select.value = next(value for value in (wanted, *others) if value in known)
        self._describe()

    def _describe(self) -> None:
        """Describe the families of the chosen levels."""
        levels = [_level(str(self._select(seat).value)) for seat in SEATS]
        *_, top = ladder_for(self.rules)
        notes = {FAMILIES[level.family].format(top=top.title) for level in levels if level}
        self.query_one("#family", Static).update("\n".join(sorted(notes)))

    @on(Select.Changed, "#x,#o")
    def _request_level(self, event: Select.Changed) -> None:
        self._requested[str(event.select.id)] = str(event.value)
        self._describe()

    @on(OptionList.OptionSelected, "#presets")
    def _chosen(self) -> None:
        self.query_one("#start").focus()

    def action_swap(self) -> None:
        """Let the players change sides."""
        x, o = map(self._select, SEATS)
        x.value, o.value = o.value, x.value


def _rows(rules: Rules) -> dict[str, str]:
    """Return the notes of all presets, then of the last rules if they are no preset."""
    name = _name(rules)
    notes = preset_notes()
    return notes | ({} if name in notes else {name: "the rules of the last game"})


def _name(rules: Rules) -> str:
    """Return the preset of these rules, or their text."""
    if rules.rows == rules.cols and rules == Rules.preset("krist", rules.rows):
        return "krist"
    return str(rules)


def _offered(rules: Rules) -> list[tuple[str, str]]:
    """Return the options: a person, and the levels with their Elo."""
    levels = [(level.labelled(rules), level.value) for level in levels_for(rules)]
    return [("A person", PERSON), *levels]


def _value(level: Level | None) -> str:
    return level.value if level else PERSON


def _level(value: str) -> Level | None:
    return None if value == PERSON else Level(value)
