"""Controllers of games with given moves, and control of the running application."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual import events
from textual.keys import key_to_character
from textual.pilot import Pilot
from textual.widgets import Static

from qttt.engine import Level
from qttt.game import Collapse, Move, Position, Rules
from qttt.play.local_game import LocalGameSetup
from qttt.tui.app import QtttApp
from qttt.tui.board import BoardView
from qttt.tui.controller import GameController

TREE = "12 25 59"
LOOP = "12 25 59 15"
NARROW = "28 78 15 14 58 47 @4"
"""X has 2-5-8 with X5, O has 1-4-7 with O6."""
WON = "12 14 23 47 13 @1"

QUEUES = 3

AppPilot = Pilot[None]


def two(rules: str = "goff") -> LocalGameSetup:
    """Return the setup of a game between two people."""
    return LocalGameSetup(Rules.parse(rules), None, None)


def against(level: Level, seed: int = 1, rules: str = "goff") -> LocalGameSetup:
    """Return the setup of a game of a person with X against a level."""
    return LocalGameSetup(Rules.parse(rules), None, level, seed)


def game_at(text: str = "", setup: LocalGameSetup | None = None) -> GameController:
    """Return the controller of a game after these moves."""
    setup = setup or two()
    controller = GameController(setup.match(), setup.rng, setup.coin)
    controller.enter(text)
    return controller


def keys(move: Move, position: Position) -> list[str]:
    """Return the keys for a move on a 3×3 board."""
    names = [position.rules.board.name(square) for square in dict.fromkeys(move)]
    return ["at", *names] if isinstance(move, Collapse) else names


@asynccontextmanager
async def playing(
    setup: LocalGameSetup | None = None, text: str = "", size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[QtttApp, AppPilot]]:
    """Run the application in a terminal of that size, after these moves."""
    app = QtttApp(setup or two(), pace=0)
    app.animation_level = "none"
    app.game.controller.enter(text)
    async with app.run_test(size=size) as pilot:
        await settle(app, pilot)
        yield app, pilot


async def settle(app: QtttApp, pilot: AppPilot) -> None:
    """Wait until nothing will change without user input."""
    await empty_queues(pilot)
    while not app.game.auto.is_settled:
        await app.workers.wait_for_complete()
        await empty_queues(pilot)


async def empty_queues(pilot: AppPilot) -> None:
    """Process messages that cause others in other queues: driver, screen, widget."""
    for _ in range(QUEUES):
        await pilot.pause()


async def press(app: QtttApp, pilot: AppPilot, *pressed: str) -> None:
    """Press keys, waiting after each."""
    for key in pressed:
        await pilot.press(key)
        await settle(app, pilot)


async def burst(app: QtttApp, pilot: AppPilot, *pressed: str) -> None:
    """Press keys without waiting, as when text is pasted."""
    for key in pressed:
        app.post_message(events.Key(key, key_to_character(key)))
    await settle(app, pilot)


async def click(app: QtttApp, pilot: AppPilot, square: int, slot: int | None = None) -> None:
    """Click a square, or the mark in one of its slots."""
    await pilot.click(BoardView, offset=spot(app, square, slot))
    await settle(app, pilot)


def spot(app: QtttApp, square: int, slot: int | None = None) -> tuple[int, int]:
    """Return the position of a square's last line, or of a slot, in the board widget."""
    board = app.game.query_one(BoardView)
    width, height = board.grid.size
    x, y = board.grid.corner(square)
    right, down = board.grid.slot(slot) if slot is not None else (0, board.grid.heights[0] - 1)
    return (
        (board.size.width - width) // 2 + x + right,
        (board.size.height - height) // 2 + y + down,
    )


def shown(app: QtttApp) -> str:
    """Return the whole screen as text."""
    strips = app.screen._compositor.render_strips(app.size)
    return "\n".join(strip.text for strip in strips)


def message(app: QtttApp) -> str:
    """Return the message beside the board."""
    return str(app.game.query_one("#message", Static).content)
