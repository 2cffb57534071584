"""The dialogs: new game, files, help."""

from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Select

from qttt.arena.game import TournamentSettings as ArenaSettings
from qttt.arena.game import play as play_game
from qttt.engine import Level, levels_for
from qttt.game import PRESETS, Rules
from qttt.play import load, save
from qttt.play.local_game import LocalGameSetup
from qttt.tui.app import QtttApp
from qttt.tui.newgame import NewGame
from qttt.tui.screen import GameScreen
from tests.tui.helpers import LOOP, against, game_at, message, playing, press, settle, shown, two

pytestmark = pytest.mark.long


async def test_a_new_game_starts_with_enter_alone() -> None:
    async with playing(LocalGameSetup(), "12 25") as (app, pilot):
        await press(app, pilot, "n", "y", "enter", "enter")
        assert app.game.setup == LocalGameSetup()
        assert app.game.controller.match.position.marks == ()


async def test_starting_another_game_needs_a_confirmation(
    tmp_path: Path,
) -> None:
    async with playing(text="12") as (app, pilot):
        await press(app, pilot, "n")
        assert "This game is not over and not saved. Start another one?" in shown(app)
        await press(app, pilot, "enter")
        assert app.screen is app.game
        assert str(app.game.controller.match.position) == "12"
        await press(app, pilot, "s")
        app.screen.query_one(Input).value = str(tmp_path / "game.qtn")
        await press(app, pilot, "enter", "n")
        assert isinstance(app.screen, NewGame), "nothing would be lost now"


async def test_every_preset_can_be_chosen() -> None:
    async with playing(two()) as (app, pilot):
        await press(app, pilot, "n")
        window = app.screen
        assert isinstance(window, NewGame)
        for name in PRESETS:
            assert window.rules == Rules.preset(name)
            await pilot.press("down")
        assert window.rules == Rules.preset("goff"), "the list goes round"
        await press(app, pilot, "up", "enter", "enter")
        assert app.game.controller.match.rules == Rules.preset("classic4")


@pytest.mark.nightly
async def test_levels_return_when_the_board_is_small_again() -> None:
    async with playing(against(Level.HARD)) as (app, pilot):
        await press(app, pilot, "n", "end", "up", "up")
        window = app.screen
        assert isinstance(window, NewGame)
        assert window.setup == LocalGameSetup(Rules.preset("krist"), None, Level.HARD, 1)
        window.query_one("#size", Select).value = 9
        await settle(app, pilot)
        assert "On more than 64 squares the computer can only make random moves" in shown(app)
        assert window.setup == LocalGameSetup(Rules.preset("krist", 9), None, Level.RANDOM, 1)
        await press(app, pilot, "home")
        assert window.setup == LocalGameSetup(Rules(), None, Level.HARD, 1)
        assert "can only make random moves" not in shown(app)


@pytest.mark.nightly
async def test_the_strongest_player_stays_the_strongest() -> None:
    async with playing(against(Level.OPTIMAL)) as (app, pilot):
        await press(app, pilot, "n", "end", "up", "up")
        window = app.screen
        assert isinstance(window, NewGame)
        assert window.setup == LocalGameSetup(Rules.preset("krist"), None, Level.BEST, 1)
        await press(app, pilot, "home")
        assert window.setup == LocalGameSetup(Rules(), None, Level.OPTIMAL, 1)


@pytest.mark.nightly
async def test_levels_of_ordinary_boards() -> None:
    async with playing(against(Level.EVAL_DIFFICULT, rules="classic4")) as (app, pilot):
        await press(app, pilot, "n")
        window = app.screen
        assert isinstance(window, NewGame)
        requested = LocalGameSetup(Rules.preset("classic4"), None, Level.EVAL_DIFFICULT, 1)
        assert window.setup == requested
        assert "Difficult (eval)" in shown(app)
        assert "Eval: an alpha-beta program for ordinary tic-tac-toe." in shown(app)
        await press(app, pilot, "home")
        assert window.setup == LocalGameSetup(Rules(), None, Level.EASY, 1), "it has other levels"
        await press(app, pilot, "end")
        assert window.setup == requested


async def test_levels_are_listed_with_descriptions_of_their_families() -> None:
    async with playing(LocalGameSetup(x=Level.THESIS_HARD, o=Level.OPTIMAL)) as (app, pilot):
        app.game.auto.is_paused = True
        await press(app, pilot, "n")
        rows = app.screen.query_one("#o OptionList", OptionList).options
        levels = [level.labelled(Rules()) for level in levels_for(Rules())]
        assert [str(row.prompt) for row in rows] == ["A person", *levels]
        assert "Random to Optimal are a ladder: each step was calibrated by play." in shown(app)
        assert "Thesis: perfect play, and now and then a random move." in shown(app)
        assert "Start" in shown(app), "it fits into 24 lines"
        app.screen.query_one("#x", Select).value = "person"
        await settle(app, pilot)
        assert "Thesis:" not in shown(app)


@pytest.mark.nightly
async def test_krist_has_sizes_and_seats_can_be_swapped() -> None:
    async with playing(LocalGameSetup(Rules.preset("krist", 5), None, Level.RANDOM)) as (
        app,
        pilot,
    ):
        await press(app, pilot, "n")
        window = app.screen
        assert isinstance(window, NewGame)
        assert window.rules == Rules.preset("krist", 5)
        window.query_one("#size", Select).value = 3
        await settle(app, pilot)
        assert window.rules == Rules.preset("krist", 3)
        await pilot.click("#swap")
        await settle(app, pilot)
        await pilot.click("#start")
        await settle(app, pilot)
        assert app.game.setup == LocalGameSetup(Rules.preset("krist", 3), Level.RANDOM, None)


async def test_a_seed_is_optional_and_cancelling_changes_nothing() -> None:
    async with playing(text="12") as (app, pilot):
        await press(app, pilot, "n", "y")
        app.screen.query_one("#seed", Input).value = "42"
        await press(app, pilot, "ctrl+s", "n", "escape")
        assert app.game.setup.seed == 42
        await press(app, pilot, "1", "2", "n", "y")
        await pilot.click("#cancel")
        await settle(app, pilot)
        assert str(app.game.controller.match.position) == "12"


async def test_rules_that_are_not_a_preset_can_be_played_again() -> None:
    rules = Rules.parse("closer ends=full")
    async with playing(LocalGameSetup(rules, None, None)) as (app, pilot):
        await press(app, pilot, "n")
        assert "the rules of the last game" in shown(app)
        await press(app, pilot, "ctrl+s")
        assert app.game.controller.match.rules == rules


@pytest.mark.nightly
async def test_points_are_kept_under_the_same_rules_only() -> None:
    async with playing(text="12 14 23 47 13 @1") as (app, pilot):
        await press(app, pilot, "n", "ctrl+s")
        assert "game 2" in shown(app)
        await press(app, pilot, "n", "down", "ctrl+s")
        assert "game 1" in shown(app)


# --- files ---------------------------------------------------------------------------------------


async def test_a_game_is_saved_and_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with playing(against(Level.EASY), LOOP.rsplit(" ", 1)[0] + " 67") as (app, pilot):
        await press(app, pilot, "s")
        assert app.screen.query_one(Input).value == "game.qtn"
        await press(app, pilot, "enter")
        assert message(app).startswith("✓ saved as game.qtn")
        assert "game.qtn" in shown(app).splitlines()[0]
        await press(app, pilot, "u", "o", "y", "tab", "down", "enter", "enter")
        assert str(app.game.controller.match.position) == "12/25/59/67"
        assert message(app).startswith("✓ game.qtn is open")
        assert app.game.setup == against(Level.EASY)
    assert str(load("game.qtn").position) == "12/25/59/67"


@pytest.mark.nightly
async def test_a_game_is_saved_and_opened_with_the_mouse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with playing(text="12 25") as (app, pilot):
        await press(app, pilot, "s")
        await pilot.click("#use")
        await press(app, pilot, "u", "o", "y")
        await pilot.click("#files", offset=(2, 0))
        await pilot.pause()
        await pilot.click("#use")
        await settle(app, pilot)
        assert isinstance(app.screen, GameScreen)
        assert str(app.game.controller.match.position) == "12/25"


async def test_another_file_is_replaced_on_the_second_attempt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    save(game_at("34").match, "old.qtn")
    async with playing(text="12") as (app, pilot):
        await press(app, pilot, "s")
        app.screen.query_one(Input).value = "old"
        await press(app, pilot, "enter")
        assert "old.qtn exists already: save again to replace it" in shown(app)
        assert str(load("old.qtn").position) == "34"
        await press(app, pilot, "enter")
        assert str(load("old.qtn").position) == "12"


@pytest.mark.nightly
async def test_repaired_and_damaged_files(tmp_path: Path) -> None:
    path = tmp_path / "game.qtn"
    save(game_at(LOOP).match, path)
    data = bytearray(path.read_bytes())
    spots = [n for n, byte in enumerate(data) if byte in b"0123456789"]
    for n in spots[:3]:
        data[n] ^= 1
    path.write_bytes(data)
    async with playing(text="34") as (app, pilot):
        app.game.controller.file = path
        await press(app, pilot, "o", "y")
        app.screen.query_one(Input).value = str(path)
        await press(app, pilot, "enter")
        assert "✓ game.qtn is open; 3 damaged bytes were repaired" in message(app)
        assert str(app.game.controller.match.position) == LOOP.replace(" ", "/")

        path.write_bytes(bytes(data[:90]) + b"?" * 60 + bytes(data[150:]))
        await press(app, pilot, "a", "o", "y")
        app.screen.query_one(Input).value = str(path)
        await press(app, pilot, "enter")
        assert "damaged beyond repair" in " ".join(shown(app).replace("│", "").split())
        await press(app, pilot, "escape")
        assert str(app.game.controller.match.position) == "2/5/9/1", "nothing is lost"


UNUSABLE: list[tuple[str | None, str]] = [
    (None, "No such file or directory"),
    ("", "the file is empty"),
    ("1. 1-2 2. 1-9x *", "1-9x"),
    ('[O "Easy"]\n[OKind "eval-easy"]\n[Rules "krist"]\n*\n', "no level 'eval-easy' on"),
]


async def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    path = tmp_path / "game.qtn"
    async with playing(text="34") as (app, pilot):
        await press(app, pilot, "o", "y")
        for content, why in UNUSABLE:
            if content is not None:
                path.write_text(content)
            app.screen.query_one(Input).value = str(path)
            await press(app, pilot, "enter")
            assert why in " ".join(shown(app).replace("│", "").split())
        assert str(app.game.controller.match.position) == "34"


@pytest.mark.nightly
async def test_opening_another_game_needs_a_confirmation(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.qtn"
    async with playing(text="12") as (app, pilot):
        await press(app, pilot, "o")
        assert "This game is not over and not saved. Open another one?" in shown(app)
        await press(app, pilot, "n")
        assert app.screen is app.game
        await press(app, pilot, "s")
        app.screen.query_one(Input).value = str(path)
        await press(app, pilot, "enter", "o")
        assert "Open a saved game" in shown(app), "nothing would be lost now"


async def test_a_file_needs_a_name_and_a_known_folder() -> None:
    async with playing() as (app, pilot):
        await press(app, pilot, "o", "enter")
        assert "Which file?" in shown(app)
        app.screen.query_one(Input).value = "~no-such-user-name/game.qtn"
        await press(app, pilot, "enter")
        assert "the home folder is unknown" in shown(app)


async def test_the_application_begins_with_a_saved_game(tmp_path: Path) -> None:
    path = tmp_path / "game.qtn"
    save(game_at(LOOP, LocalGameSetup()).match, path)
    app = QtttApp(LocalGameSetup(), path, pace=0)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        assert message(app).startswith("✓ game.qtn is open")
        assert "You choose" in message(app)


async def test_a_forfeited_game_can_be_opened(tmp_path: Path) -> None:
    path = tmp_path / "game-00001.qtn"
    path.write_text(play_game(ArenaSettings("exec:./nothing", "easy"), 1), "utf-8")
    app = QtttApp(LocalGameSetup(), path, pace=0)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        assert "O wins: easy" in message(app)
        assert "O wins, 1–0. Forfeit." in message(app)
        await press(app, pilot, "1", "2")
        assert "The game is over" in message(app)
        await press(app, pilot, "u")
        assert app.game.controller.match.outcome is None


@pytest.mark.nightly
async def test_a_saved_draw_offer_is_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "game.qtn"
    controller = game_at("12")
    controller.offer_draw()
    save(controller.match, path)
    app = QtttApp(two(), path, pace=0)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        assert "O offers a draw. Does X accept?" in shown(app)
        await press(app, pilot, "n", "o")
        app.screen.query_one(Input).value = str(path)
        await press(app, pilot, "enter")
        assert "O offers a draw. Does X accept?" in shown(app)


# --- help and themes -----------------------------------------------------------------------------


async def test_help_is_a_page_to_scroll() -> None:
    async with playing() as (app, pilot):
        await press(app, pilot, "question_mark")
        assert "Each turn puts one mark into two squares at once." in shown(app)
        await press(app, pilot, "end", "pagedown")
        assert "winning line" in shown(app)
        await press(app, pilot, "escape")
        assert app.screen is app.game


@pytest.mark.nightly
async def test_the_theme_changes() -> None:
    async with playing() as (app, pilot):
        dark = app.game.view.palette
        await press(app, pilot, "t")
        assert app.game.view.palette is not dark
        await press(app, pilot, "t")
        assert app.game.view.palette is dark


async def test_files_are_listed() -> None:
    async with playing() as (app, pilot):
        await press(app, pilot, "o")
        assert app.screen.query_one("#files", OptionList).option_count >= 0
        assert "Open a saved game" in shown(app)
