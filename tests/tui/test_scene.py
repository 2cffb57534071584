"""The contents of squares."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from qttt.game import Player, Rules
from qttt.notation.view import Role
from qttt.play import Match
from qttt.tui.controller import GameController
from qttt.tui.scene import Scene, groups, letter, scene
from tests.play.helpers import always
from tests.strategies import ALL, QUANTUM, Walk, random_walk, walks
from tests.tui.helpers import LOOP, NARROW, TREE, WON, game_at, two


def walked(walk: Walk) -> GameController:
    """Return the controller of a finished walk."""
    match = Match(walk.positions[0])
    for move in walk.moves:
        if match.to_move == "chance":
            bit = match.position.legal_moves.index(move)
            match.toss(always(bit))
        else:
            match.play(move)
    return GameController(match)


def marks(picture: Scene) -> Counter[int]:
    """Count how often each mark is shown small."""
    return Counter(spot.mark for tile in picture.tiles for spot in tile.small_marks.values())


@given(walks())
def test_quantum_marks_are_shown_twice_and_classical_ones_once(walk: Walk) -> None:
    controller = walked(walk)
    picture = scene(controller)
    position = controller.position
    assert marks(picture) == dict.fromkeys(position.quantum, 2)
    large = {n: tile.large.mark for n, tile in enumerate(picture.tiles) if tile.large}
    assert large == position.classical


@given(walks())
def test_squares_share_a_letter_exactly_if_they_are_entangled(walk: Walk) -> None:
    controller = walked(walk)
    tiles = scene(controller).tiles
    parts = controller.position.entanglements
    for part in parts:
        assert {tiles[square].letter for square in part.squares} == {letter(min(part.marks))}
    assert len({tiles[part.squares[0]].letter for part in parts}) == len(parts)
    assert sum(tile.group is not None for tile in tiles) == sum(len(p.squares) for p in parts)


@given(st.sampled_from(ALL), st.integers(0, 2**32 - 1))
def test_no_mark_ever_moves_to_another_slot(text: str, seed: int) -> None:
    walk = random_walk(Rules.parse(text), seed)
    seen: dict[tuple[int, int], int] = {}
    for length in range(len(walk.moves) + 1):
        part = Walk(walk.moves[:length], walk.positions[: length + 1])
        for square, tile in enumerate(scene(walked(part)).tiles):
            for slot, spot in tile.small_marks.items():
                assert seen.setdefault((square, spot.mark), slot) == slot


@given(walks(QUANTUM))
def test_the_history_shows_all_former_marks(walk: Walk) -> None:
    controller = walked(walk)
    controller.toggle_history()
    places = {
        (mark, square)
        for position in walk.positions
        for mark, place in enumerate(position.marks, 1)
        for square in ([place] if isinstance(place, int) else place)
    }
    tiles = scene(controller).tiles
    assert {
        (spot.mark, n) for n, tile in enumerate(tiles) for spot in tile.small_marks.values()
    } == places


def test_the_letter_of_an_entanglement_stays_when_another_goes() -> None:
    controller = game_at("12 34 12 @1")
    assert scene(controller).tiles[2].letter == "b"
    assert [letter(group) for group in (1, 26, 27, 52, 53)] == ["a", "z", "A", "Z", "aa"]


def test_entanglements_are_named_after_their_first_mark() -> None:
    assert groups(game_at("12 34 25").position) == {0: 1, 1: 1, 4: 1, 2: 2, 3: 2}


def test_the_half_made_mark_is_in_its_slot() -> None:
    controller = game_at(TREE)
    controller.press(6)
    tile = scene(controller).tiles[6]
    assert tile.is_half
    assert [(slot, spot.mark, spot.half) for slot, spot in tile.small_marks.items()] == [
        (3, 4, True)
    ]


def test_the_marks_at_the_cursor_are_lit_everywhere() -> None:
    controller = game_at(TREE)
    controller.cursor = 1
    tiles = scene(controller).tiles
    lit = {
        (square, spot.mark)
        for square, tile in enumerate(tiles)
        for spot in tile.small_marks.values()
        if spot.lit
    }
    assert lit == {(0, 1), (1, 1), (1, 2), (4, 2)}
    assert tiles[1].is_cursor


def test_marks_of_a_loop_are_lit_and_other_squares_faint() -> None:
    controller = game_at("12 25 59 67 15")
    tiles = scene(controller).tiles
    roles = {
        spot.mark: (spot.role, spot.lit) for tile in tiles for spot in tile.small_marks.values()
    }
    assert roles == {
        1: (Role.LOOP, True),
        2: (Role.LOOP, True),
        3: (Role.STEM, False),
        4: (Role.GHOST, False),
        5: (Role.CLOSING, True),
    }
    assert [n for n, tile in enumerate(tiles) if not tile.faint] == [0, 1, 4, 8]
    assert [n for n, tile in enumerate(tiles) if tile.is_loop] == [0, 1, 4]
    assert not any(tile.is_cursor for tile in tiles)


def test_a_preview_shows_where_the_marks_would_land() -> None:
    controller = game_at(LOOP)
    controller.show(1)
    landed = {n: tile.large for n, tile in enumerate(scene(controller).tiles) if tile.large}
    assert {n: large.mark for n, large in landed.items()} == {0: 1, 1: 2, 4: 4, 8: 3}
    assert not any(large.sure for large in landed.values())
    controller.choose(1)
    assert all(tile.large.sure for tile in scene(controller).tiles if tile.large)


def test_lines_of_both_players_are_marked_at_the_end() -> None:
    tiles = scene(game_at(NARROW)).tiles
    assert {n: tile.line for n, tile in enumerate(tiles) if tile.line} == {
        1: Player.X,
        4: Player.X,
        7: Player.X,
        0: Player.O,
        3: Player.O,
        6: Player.O,
    }
    won = scene(game_at(WON)).tiles
    assert [n for n, tile in enumerate(won) if tile.line] == [0, 1, 2]
    assert all(tile.faint is (tile.line is None) for tile in won)


def test_fresh_squares_are_marked_on_the_current_position_only() -> None:
    controller = game_at("12")
    assert [n for n, tile in enumerate(scene(controller).tiles) if tile.is_fresh] == [0, 1]
    controller.browse(-1)
    assert not any(tile.is_fresh for tile in scene(controller).tiles)


def test_an_earlier_position_is_shown_as_it_was() -> None:
    controller = game_at(LOOP)
    controller.browse(-4)
    assert marks(scene(controller)) == {}


def test_notes_go_to_their_squares() -> None:
    assert scene(game_at(), {4: "★"}).tiles[4].note == "★"


def test_an_ordinary_game_has_no_history_to_show() -> None:
    controller = game_at("5", two("classic3"))
    controller.toggle_history()
    large = scene(controller).tiles[4].large
    assert large
    assert large.mark == 1
