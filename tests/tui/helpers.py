"""Tables with a given history, and the application under a robot's hands."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual import events
from textual.keys import key_to_character
from textual.pilot import Pilot
from textual.widgets import Static

from qttt.engine import Level
from qttt.game import Collapse, Move, Position, Rules
from qttt.tui.app import QtttApp, application
from qttt.tui.board import BoardView
from qttt.tui.setup import Setup
from qttt.tui.table import Table
from qttt.tui.typed import enter

TREE = "12 25 59"
LOOP = "12 25 59 15"
NARROW = "28 78 15 14 58 47 @4"
"""X has 2-5-8 with X5, O has 1-4-7 with O6."""
WON = "12 14 23 47 13 @1"

HOPS = 3

Robot = Pilot[None]


def two(rules: str = "goff") -> Setup:
    """Two people on this device."""
    return Setup(Rules.parse(rules), None, None)


def against(level: Level, seed: int = 1, rules: str = "goff") -> Setup:
    """A person with X."""
    return Setup(Rules.parse(rules), None, level, seed)


def table(text: str = "", setup: Setup | None = None) -> Table:
    """A table after these moves."""
    setup = setup or two()
    seated = Table(setup.match(), setup.rng, setup.coin)
    enter(seated, text)
    return seated


def keys(move: Move, position: Position) -> list[str]:
    """What to press on a 3×3 board."""
    names = [position.rules.board.name(square) for square in dict.fromkeys(move)]
    return ["at", *names] if isinstance(move, Collapse) else names


@asynccontextmanager
async def playing(
    setup: Setup | None = None, text: str = "", size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[QtttApp, Robot]]:
    """The application in a terminal of that size, after these moves."""
    app = application(setup or two(), pace=0)
    app.animation_level = "none"
    enter(app.game.table, text)
    async with app.run_test(size=size) as robot:
        await settle(app, robot)
        yield app, robot


async def settle(app: QtttApp, robot: Robot) -> None:
    """Wait until everything is done that will be done without a person."""
    await empty_queues(robot)
    while not app.game.is_settled:
        await app.workers.wait_for_complete()
        await empty_queues(robot)


async def empty_queues(robot: Robot) -> None:
    """A message may cause another in another queue: from driver to screen to widget and back."""
    for _ in range(HOPS):
        await robot.pause()


async def press(app: QtttApp, robot: Robot, *pressed: str) -> None:
    """Press keys, each after the computer has answered the one before."""
    for key in pressed:
        await robot.press(key)
        await settle(app, robot)


async def burst(app: QtttApp, robot: Robot, *pressed: str) -> None:
    """Press keys faster than any of them can be answered, as a terminal sends what was pasted."""
    for key in pressed:
        app.post_message(events.Key(key, key_to_character(key)))
    await settle(app, robot)


async def click(app: QtttApp, robot: Robot, square: int, slot: int | None = None) -> None:
    """Click a square, or the mark in a slot of it."""
    await robot.click(BoardView, offset=spot(app, square, slot))
    await settle(app, robot)


def spot(app: QtttApp, square: int, slot: int | None = None) -> tuple[int, int]:
    """Where a square is in the board's widget: its last line, or a mark in it."""
    board = app.game.query_one(BoardView)
    width, height = board.grid.size
    x, y = board.grid.corner(square)
    right, down = board.grid.slot(slot) if slot is not None else (0, board.grid.height - 1)
    return (
        (board.size.width - width) // 2 + x + right,
        (board.size.height - height) // 2 + y + down,
    )


def shown(app: QtttApp) -> str:
    """Everything that is on the screen, as text."""
    strips = app.screen._compositor.render_strips(app.size)
    return "\n".join(strip.text for strip in strips)


def message(app: QtttApp) -> str:
    """What is said beside the board."""
    return str(app.game.query_one("#message", Static).content)
