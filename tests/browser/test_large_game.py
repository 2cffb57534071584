"""A whole game on the largest board, by taps on a phone."""

from itertools import groupby
from random import Random

import pytest

from qttt.game import Collapse, Move, Placement, Player, Position, Rules
from qttt.game.outcome import Line
from tests.browser.app import App, marks_of
from tests.browser.expecting import expect

SIDE = 16


@pytest.mark.nightly
def test_the_longest_row_wins_a_game_of_256_squares(app: App) -> None:
    position, random = Position(Rules.preset("krist", SIDE)), Random(1)
    app.start(preset="krist", side=SIDE)
    app.touch(app.square(0))
    expect(app.key("Show the whole board")).to_be_visible()
    while not position.outcome:
        move = random_move(position, random)
        app.make(position, move)
        position = position.play(move)
        wait_for(app, position, move)
    result = app.page.get_by_role("dialog")
    app.expect_result(position)
    expect(result).to_contain_text(comparison(position.outcome.lines))
    app.press("Close")
    assert app.marks() == marks_of(position)
    for player in Player:
        expect(
            app.page.get_by_text(tally(position.outcome.lines, player), exact=True)
        ).to_have_count(1)


def random_move(position: Position, random: Random) -> Move:
    """A random move, without a list of all 32,640 pairs."""
    if position.loop:
        return random.choice([*position.legal_moves])
    free = position.open_squares
    return Placement(*sorted(random.sample([*free], 2))) if len(free) > 1 else Placement(*free * 2)


def wait_for(app: App, position: Position, move: Move) -> None:
    """Wait until the last mark is in its squares, or has left the small marks."""
    mark = len(position.marks)
    halves = app.page.locator(f'[data-mark^="{mark}@"]:not([inert] *)')
    expect(halves).to_have_count(0 if isinstance(move, Collapse) or move[0] == move[1] else 2)


def comparison(lines: tuple[Line, ...]) -> str:
    """The rows of each length, down to the first that the players have unequally often."""
    parts = []
    for length, group in groupby(lines, lambda line: len(line.squares)):
        owners = [line.player for line in group]
        x, o = (owners.count(player) for player in Player)
        more, less = max(x, o), min(x, o)
        rows = f"{more} row{'s' * (more > 1)} of {length} squares"
        parts.append(f"{rows} each" if x == o else f"{rows} against {less or 'none'}")
        if x != o:
            break
    return ", ".join(parts)


def tally(lines: tuple[Line, ...], player: Player) -> str:
    """The number of a player's rows of each length, as its seat has it for screen readers."""
    own = [len(line.squares) for line in lines if line.player is player]
    return ", ".join(
        f"{count} row{'s' * (count > 1)} of {length}"
        for length in sorted({*own}, reverse=True)
        for count in [own.count(length)]
    )
