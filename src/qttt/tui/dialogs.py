"""Dialogs: help, a question, and a file name."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, OptionList, Static

from qttt.game import Rules
from qttt.notation.files import expand_home
from qttt.notation.rules_text import rules_in_words

SUFFIX = ".qtn"

HELP = Path(__file__).with_name("help.txt").read_text(encoding="utf-8")


class HelpDialog(ModalScreen[None]):
    """A page with the rules of the game and the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter", "dismiss", "Close"),
    ]

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._rules = rules

    def compose(self) -> ComposeResult:
        """Yield a scrollable page and a button."""
        with Vertical(classes="window wide"):
            with VerticalScroll(classes="page"):
                yield Static(f"[b]The game[/b]\n{rules_in_words(self._rules)}\n\n{HELP}")
            yield Button("Close", id="close", compact=True, action="screen.dismiss")

    def on_mount(self) -> None:
        """Focus the page so that the arrow keys scroll."""
        self.query_one(VerticalScroll).focus()


class ConfirmDialog(ModalScreen[bool]):
    """A yes-or-no question."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes"),
        Binding("n,escape", "answer(False)", "No"),
        Binding("left,right", "app.focus_next", "Other"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """Yield the question and its two answers."""
        with Vertical(classes="window"):
            yield Label(self._question, classes="title", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Yes (y)", id="yes", compact=True, action="screen.answer(True)")
                yield Button("No (n)", id="no", compact=True, action="screen.answer(False)")

    def action_answer(self, answer: bool) -> None:
        """Close with that answer."""
        self.dismiss(answer)

    def on_mount(self) -> None:
        """Focus No, so that Enter changes nothing."""
        self.query_one("#no").focus()


class FileDialog(ModalScreen[None]):
    """Asks for a file until ``use`` accepts the path or the dialog is cancelled.

    A ``ValueError`` or ``OSError`` from ``use`` is shown, and the dialog stays open.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Cancel")]

    def __init__(self, title: str, verb: str, start: Path, use: Callable[[Path], None]) -> None:
        super().__init__()
        self._title, self._verb, self._start, self._use = title, verb, start, use

    def compose(self) -> ComposeResult:
        """Yield an input and a list of saved games."""
        with Vertical(classes="window"):
            yield Label(self._title, classes="title", markup=False)
            name = "" if self._start.is_dir() else str(self._start)
            yield Input(name, placeholder=f"a file, for example game{SUFFIX}", compact=True)
            yield OptionList(*self._files(), id="files", markup=False, compact=True)
            yield Static("", id="trouble", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(self._verb, id="use", compact=True)
                yield Button("Cancel", id="cancel", compact=True, action="screen.dismiss")

    def _files(self) -> list[str]:
        folder = self._start if self._start.is_dir() else self._start.parent
        try:
            return sorted(str(path) for path in folder.glob(f"*{SUFFIX}"))
        except OSError as error:
            self.notify(str(error), severity="warning")
            return []

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        line = self.query_one(Input)
        line.value = str(event.option.prompt)
        line.focus()

    @on(Button.Pressed, "#use")
    @on(Input.Submitted)
    def _submit(self) -> None:
        text = self.query_one(Input).value.strip()
        if not text:
            self._show_error("Which file?")
            return
        try:
            path = expand_home(text)
        except OSError as error:
            self._show_error(f"{text}: {error.strerror}")
        else:
            self.attempt(path if path.suffix else path.with_suffix(SUFFIX))

    def attempt(self, path: Path) -> None:
        """Call ``use``; close on success, otherwise show the error."""
        try:
            self._use(path)
        except OSError as error:
            self._show_error(f"{path}: {error.strerror or error}")
        except ValueError as error:
            self._show_error(str(error))
        else:
            self.dismiss()

    def _show_error(self, text: str) -> None:
        self.query_one("#trouble", Static).update(text)
