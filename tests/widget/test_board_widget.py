"""The widget for notebooks, with a front end that records and sends messages."""

import doctest
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import comm
import pytest
from comm.base_comm import BaseComm

import qttt
from qttt import Rules
from qttt.notation import read
from qttt.notation.svg import board_svg
from tests.docs.test_markdown import ROOT, blocks

if TYPE_CHECKING:
    from qttt.widget import BoardWidget

VIEW = "export default { render() {} };"


class Page(BaseComm):
    """The front end of one widget: what it was sent, and a way to answer."""

    def __init__(self, data: dict[str, Any], **options: Any) -> None:
        self.state: dict[str, Any] = {}
        self.updates: list[list[str]] = []
        super().__init__(data=data, **options)

    def publish_msg(self, msg_type: str, data: Any = None, *_: Any, **__: Any) -> None:
        """Take a message of the widget."""
        if "state" in (data or {}):
            self.state |= data["state"]
            self.updates.append(sorted(data["state"]))

    def send_state(self, **state: Any) -> None:
        """Set traits, as a view does."""
        self.handle_msg({"content": {"data": {"method": "update", "state": state}}})


Show = Callable[..., tuple["BoardWidget", Page]]


@pytest.fixture
def show(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Show:
    """A function that shows a widget and returns it with its page."""
    from qttt.widget import BoardWidget, board_widget

    monkeypatch.setattr(board_widget, "BUNDLE", tmp_path / "bundle.js")
    (tmp_path / "bundle.js").write_text(VIEW)
    monkeypatch.setattr(comm, "create_comm", Page)

    def show(*arguments: Any, **options: Any) -> tuple["BoardWidget", Page]:
        board = BoardWidget(*arguments, **options)
        assert isinstance(board.comm, Page)
        return board, board.comm

    return show


def test_the_view_gets_the_game(show: Show) -> None:
    board, page = show("12 25", show="worlds", language="el")
    sent = {"rules", "start", "moves", "interactive", "show", "language", "_esm"}
    assert {name: page.state[name] for name in sent} == {
        "rules": "goff",
        "start": "-",
        "moves": "12 25",
        "interactive": True,
        "show": "worlds",
        "language": "el",
        "_esm": VIEW,
    }
    assert str(board.position) == "12/25"
    assert [str(node.position) for node in board.node.path] == ["-", "12", "12/25"]


@pytest.mark.parametrize(
    ("game", "rules", "wanted"),
    [
        ("12/25 15", "goff", ("goff", "12/25", "15")),
        (read("12 25").position, "goff", ("goff", "12/25", "")),
        (read("12 25"), "goff", ("goff", "-", "12 25")),
        ("1 5", Rules.preset("classic3"), ("classic3", "-", "1 5")),
        ("a1b2", "krist rows=5 cols=5", ("krist rows=5 cols=5", "-", "a1b2")),
    ],
    ids=["text", "position", "node", "rules", "rules text"],
)
def test_a_game_is_given_in_many_forms(
    show: Show, game: Any, rules: Any, wanted: tuple[str, str, str]
) -> None:
    board, _ = show(game, rules)
    assert (board.rules, board.start, board.moves) == wanted


@pytest.mark.parametrize(
    ("game", "rules", "text"),
    [
        ("12/25 15", "goff", "BoardWidget('12/25 15')"),
        ("", "goff", "BoardWidget('')"),
        ("a1b2", "krist rows=5 cols=5", "BoardWidget('a1b2', 'krist rows=5 cols=5')"),
    ],
)
def test_programs_without_widgets_show_a_picture_or_how_to_make_the_board(
    show: Show, game: str, rules: str, text: str
) -> None:
    board, _ = show(game, rules)
    shown = board._repr_mimebundle_()
    assert shown
    assert shown[0]["text/plain"] == repr(board) == text
    assert shown[0]["image/svg+xml"] == board_svg(board.position)
    assert repr(eval(text, {"BoardWidget": type(board)})) == text


def test_a_move_on_the_board_is_seen_in_python(show: Show) -> None:
    board, page = show("12")
    seen: list[str] = []
    board.observe(lambda change: seen.append(str(change.new)), "position")
    page.send_state(moves="12 25")
    assert (seen, str(board.position), board.moves) == (["12/25"], "12/25", "12 25")


def test_python_answers_a_move(show: Show) -> None:
    board, page = show()

    def answer(_: object) -> None:
        if board.position.turn is qttt.game.Player.O:
            board.play("25")

    board.observe(answer, "position")
    page.send_state(moves="12")
    assert (page.state["moves"], str(board.position)) == ("12 25", "12/25")


def test_a_position_set_in_python_is_one_message(show: Show) -> None:
    board, page = show("12 25")
    page.updates.clear()
    board.position = read("1/5", Rules.preset("classic3")).position
    assert page.updates == [["moves", "rules", "start"]]
    assert (page.state["rules"], page.state["start"], page.state["moves"]) == (
        "classic3",
        "1/5",
        "",
    )
    board.position = "1/4"
    assert (board.rules, board.start) == ("classic3", "1/4")
    board.moves = "2"
    assert str(board.position) == "1/4/2"
    board.position = board.position
    assert (board.start, board.moves) == ("1/4", "2")


def test_a_move_of_python_is_checked(show: Show) -> None:
    board, _ = show("12 25 15")
    board.play(board.position.legal_moves[0])
    assert board.moves == "12 25 15 @1"
    with pytest.raises(qttt.IllegalMoveError):
        board.play("@5")


@pytest.mark.parametrize(
    ("trait", "value", "message"),
    [
        ("moves", "12 99", "moves: line 1, column 4: 99 is not legal in 12"),
        ("position", "12/25/15/13", "position: line 1, column 1: this position cannot be reached"),
        ("position", 12, "expected a Position or its text, not the int 12"),
        (
            "show",
            "links stars",
            "show: 'stars' cannot be shown; write words of links, worlds, values, steps",
        ),
        ("language", "fr", "expected any of ['en', 'el'], not the str 'fr'"),
        ("rules", "classic3", 'The "rules" trait is read-only.'),
    ],
)
def test_an_invalid_value_is_an_error_and_changes_nothing(
    show: Show, trait: str, value: object, message: str
) -> None:
    from traitlets import TraitError

    board, page = show("12")
    before = dict(page.state)
    with pytest.raises(TraitError, match=re.escape(message)):
        setattr(board, trait, value)
    assert (page.state, str(board.position)) == (before, "12")


def test_an_unreachable_game_is_no_widget(show: Show) -> None:
    with pytest.raises(qttt.IllegalMoveError):
        show("12 99")


def test_a_clone_without_the_view_names_the_command(
    show: Show, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    from qttt.widget import BundleMissingError, board_widget

    monkeypatch.setattr(board_widget, "BUNDLE", tmp_path / "nowhere")
    with pytest.raises(BundleMissingError) as error:
        show()
    assert str(error.value) == "there is no JavaScript for the board; build it with: make board"


@pytest.mark.usefixtures("show")
def test_the_examples_of_the_document_print_what_they_show() -> None:
    text = blocks((ROOT / "docs" / "element.md").read_text("utf-8"), "pycon")
    examples = doctest.DocTestParser().get_doctest(text, {}, "element.md", None, 0)
    assert examples.examples
    assert doctest.DocTestRunner().run(examples).failed == 0
