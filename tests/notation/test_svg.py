"""The picture shows every mark; it is well-formed and can share a page with other pictures."""

import math
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.game import Collapse, IllegalMoveError, Placement, Player, Position, Rules, player_of
from qttt.notation.describe import describe
from qttt.notation.route_grid import RouteGrid
from qttt.notation.svg import Arrow, board_svg
from qttt.notation.theme import (
    DARK,
    DASHES,
    LIGHT,
    LINK_COLORS,
    TILE,
    Cell,
    Layout,
    Point,
)
from qttt.notation.view import numbers_matter, view
from tests.strategies import ALL, Walk, leaf, pending, walks

SVG = "{http://www.w3.org/2000/svg}"
TEXTS = (*ALL, "qubic4 rows=7 cols=4", "goff rows=26 cols=1 line=2 scoring=winner")


def pens(picture: str, color: str) -> list[Element]:
    """The non-empty groups in a colour of the theme."""
    groups = ElementTree.fromstring(picture).iter(f"{SVG}g")
    return [group for group in groups if group.get("class") == f"qttt-{color}" and len(group)]


def subscript_of(pen: Element) -> str | None:
    """The subscript of the mark in a group; None if there is no mark."""
    return pen.findtext(f"{SVG}text")


def subscripts(picture: str) -> list[int]:
    """The subscripts of all marks, large and small."""
    groups = [*pens(picture, "x"), *pens(picture, "o")]
    return sorted(int(text.text or "") for pen in groups for text in pen.iter(f"{SVG}text"))


def symbols(picture: str) -> int:
    """The number of crosses and circles, without rings and halos."""
    elements = [element for color in "xo" for pen in pens(picture, color) for element in pen]
    crosses = [each for each in elements if each.get("d", "").count("M") == 2]
    circles = [each for each in elements if each.get("r") and each.get("fill") == "none"]
    thick = [
        circle for circle in circles if _number(circle, "stroke-width") > _number(circle, "r") / 5
    ]
    return len(crosses) + len(thick)


def _number(element: Element, name: str) -> float:
    return float(element.get(name, ""))


def links(picture: str) -> list[tuple[str, str]]:
    """The colour and the dash pattern of every link."""
    return [
        (color, path.get("stroke-dasharray", ""))
        for color in ("x", "o", *(f"link{n}" for n in range(1, LINK_COLORS + 1)))
        for pen in pens(picture, color)
        for path in pen
        if "C" in path.get("d", "")
    ]


# --- contents --------------------------------------------------------------------------------


@given(walks(TEXTS))
def test_every_mark_is_shown_in_all_its_squares(walk: Walk) -> None:
    picture, position = board_svg(walk.last), walk.last
    shown = [mark for mark, pair in position.quantum.items() for _ in pair]
    if numbers_matter(position):
        shown += position.classical.values()
    assert subscripts(picture) == sorted(shown)
    assert symbols(picture) == len(position.classical) + 2 * len(position.quantum)


@given(walks(TEXTS))
def test_history_shows_vanished_marks(walk: Walk) -> None:
    small = [mark for square in view(walk.last, walk.leaf) for mark in square]
    picture = board_svg(walk.last, history=walk.leaf)
    assert subscripts(picture) == sorted(small)
    assert symbols(picture) == len(small) + len(walk.last.classical)


@pytest.mark.parametrize(
    ("moves", "shown"),
    [
        ("12 12 @1", []),
        ("12 12 @1 45", [3, 3]),
        ("12 12 @1 45 45", [1, 2, 3, 3, 4, 4]),
        ("58 68 28 57 17 47 29 35 25 @5", []),
        ("12 12 @1 45 45 @4 78 78 @7", [1, 2, 3, 4, 5, 6]),
    ],
    ids=["landed", "quantum", "loop", "double win", "narrow win"],
)
def test_numbers_of_classical_marks_are_shown_while_they_matter(
    moves: str, shown: list[int]
) -> None:
    assert subscripts(board_svg(leaf(moves).position)) == shown


@given(walks(TEXTS))
def test_each_entanglement_has_one_link_style(walk: Walk) -> None:
    loop = walk.last.loop
    kinds = Counter(kind for kind in links(board_svg(walk.last)) if kind[0] not in "xo")
    marks = [{*e.marks} - {*(loop.marks if loop else ())} for e in walk.last.entanglements]
    if len(walk.last.marks) <= LINK_COLORS * len(DASHES):
        assert sorted(kinds.values()) == sorted(filter(None, map(len, marks)))
    assert (
        board_svg(walk.last, links=False).count("qttt-link") == LINK_COLORS
    )  # in the style sheet only


@given(pending())
def test_on_a_loop_links_have_the_color_of_their_player(position: Position) -> None:
    assert position.loop is not None
    owners = sorted(player_of(mark).lower() for mark in position.loop.marks)
    picture = board_svg(position)
    assert sorted(color for color, _ in links(picture) if color in "xo") == owners
    casings = [pen for pen in pens(picture, "glow") if "C" in pen[0].get("d", "")]
    assert len(casings) == len(owners)


def test_link_style_stays_while_an_entanglement_grows() -> None:
    before, after = (links(board_svg(leaf(moves).position)) for moves in ("12 45", "12 45 56 23"))
    assert Counter(after) == Counter(before * 2)


@given(pending())
def test_loop_glows_closing_mark_has_a_ring_stems_are_dotted(position: Position) -> None:
    loop, picture = position.loop, board_svg(position)
    assert loop is not None
    glows = [pen for pen in pens(picture, "glow") if pen[0].tag == f"{SVG}circle"]
    assert len(glows) == 2 * len(loop.marks)
    # Groups of marks have a number, unlike those of links and halos.
    marks = [pen for color in "xo" for pen in pens(picture, color) if subscript_of(pen)]
    rings = [pen for pen in marks if pen[-1].tag == f"{SVG}circle"]
    closing = [pen for pen in rings if not pen[-1].get("stroke-dasharray")]
    assert [subscript_of(pen) for pen in closing] == [str(loop.closing)] * 2
    dotted = [pen for pen in marks if pen[-1].get("stroke-dasharray")]
    assert len(dotted) == 2 * len(loop.stems)


def test_marks_apart_from_the_loop_are_faded() -> None:
    picture = board_svg(leaf("12 23 34 78 13").position)
    opacities = [pen.get("opacity") for pen in pens(picture, "o") if subscript_of(pen) == "4"]
    assert opacities == ["0.22", "0.22"]


@given(pending(), st.integers(0, 1))
def test_preview_shows_the_position_after_the_collapse(position: Position, which: int) -> None:
    collapse = position.legal_moves[which]
    assert isinstance(collapse, Collapse)
    after, picture = position.play(collapse), board_svg(position, preview=collapse)
    assert subscripts(picture) == subscripts(board_svg(after))
    landed = len(after.classical) - len(position.classical)
    assert sum(len(pen) for pen in pens(picture, "preview")) >= landed
    assert ElementTree.fromstring(picture).findtext(f"{SVG}title", "").endswith(describe(after))


@given(pending())
def test_arrows_replace_the_links_of_marks_that_settle(position: Position) -> None:
    plain, with_arrows = board_svg(position), board_svg(position, collapses=True)
    loop, marks = position.loop, len(position.quantum)
    assert loop is not None
    settling = len(loop.marks) + len(loop.stems)
    assert [len(links(picture)) for picture in (plain, with_arrows)] == [marks, marks - settling]
    assert len(pens(plain, "arrow")) == 0
    assert len(pens(with_arrows, "arrow")) == 2 * len(loop.marks) + len(loop.stems)


@given(walks(TEXTS))
def test_without_a_loop_there_are_no_arrows(walk: Walk) -> None:
    if not walk.last.has_loop:
        assert board_svg(walk.last, collapses=True) == board_svg(walk.last)


def test_arrows_are_solid_dashed_or_pale() -> None:
    arrows = pens(board_svg(leaf("12 25 59 15").position, collapses=True), "arrow")
    dashed = [arrow for arrow in arrows if arrow[0].get("stroke-dasharray")]
    pale = [arrow for arrow in arrows if arrow.get("opacity") == "0.6"]
    assert [len(arrows), len(dashed), len(pale)] == [7, 3, 1]


@pytest.mark.parametrize(("square", "dashed"), [(0, 0), (4, 3)])
def test_preview_has_the_arrows_of_its_collapse_only(square: int, dashed: int) -> None:
    position = leaf("12 25 59 15").position
    arrows = pens(board_svg(position, collapses=True, preview=Collapse(square)), "arrow")
    assert len(arrows) == 4
    assert sum("stroke-dasharray" in arrow[0].attrib for arrow in arrows) == dashed


def test_preview_does_not_change_the_history() -> None:
    node = leaf("12 23 13")
    picture = board_svg(node.position, history=node, preview=Collapse(0))
    assert node.children == []
    assert subscripts(picture) == sorted([1, 2, 3] * 2)


@pytest.mark.parametrize(
    ("moves", "widths"),
    [
        ("12 12 @1 45 45 @4 78 78 @7", ["12", "6"]),
        ("58 68 28 57 17 47 29 35 25 @5", ["12", "12"]),
        ("89 67 58 78 35 15 89 @8 24 24 @2", ["6", "12"]),
        ("12 23 35 45 47 67 69 89 18 @8", []),
    ],
    ids=["narrow", "double", "narrow for O", "cat's game"],
)
def test_lines_are_golden_and_broader_for_the_first(moves: str, widths: list[str]) -> None:
    assert band_widths(board_svg(leaf(moves).position)) == widths


def band_widths(picture: str) -> list[str | None]:
    return [path.get("stroke-width") for pen in pens(picture, "glow") for path in pen]


def test_bands_are_below_marks_with_gaps_around_these() -> None:
    picture = ElementTree.fromstring(board_svg(leaf("12 12 @1 45 45 @4 78 78 @7").position))
    groups = [group for group in picture if len(group)]
    names = [group.get("class") for group in groups]
    gaps = [i for i, name in enumerate(names) if name == "qttt-tile"][1:]
    assert len(gaps) == 6
    assert min(gaps) > names.index("qttt-glow")
    for gap, mark in ((groups[i], groups[i + 1]) for i in gaps):
        assert [each.tag for each in gap] == [each.tag for each in mark]
        assert float(gap[0].get("stroke-width", "")) > float(mark[0].get("stroke-width", ""))


@given(walks(TEXTS))
def test_marks_are_in_the_middle_of_their_squares(walk: Walk) -> None:
    layout = Layout.of(walk.last.rules.board)
    picture = board_svg(walk.last)
    circles = [
        (float(each.get("cx", "")), float(each.get("cy", "")))
        for pen in pens(picture, "o")
        for each in pen
        if each.get("r") and each.get("fill") == "none"
    ]
    for square, mark in walk.last.classical.items():
        if player_of(mark) is Player.O:
            assert layout.centre(square) in circles


def test_krists_are_drawn_while_the_game_goes_on() -> None:
    picture = board_svg(leaf("a1 b2 b1 c2", "krist marks=classical rows=2 cols=4").position)
    assert band_widths(picture) == ["6", "6"]


def test_the_longest_krists_are_wider() -> None:
    rules = "krist marks=classical rows=2 cols=4"
    picture = board_svg(leaf("a1 b2 b1 c2 c1 d2 a2 d1", rules).position)
    assert sorted(map(str, band_widths(picture))) == [*4 * ["3"], *2 * ["6"]]


# --- layout ----------------------------------------------------------------------------------


@given(walks(TEXTS))
def test_everything_is_inside(walk: Walk) -> None:
    root = ElementTree.fromstring(board_svg(walk.last, history=walk.leaf))
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    for element in root.iter():
        for x, y in (("x", "y"), ("cx", "cy")):
            assert 0 <= float(element.get(x, 0)) <= width
            assert 0 <= float(element.get(y, 0)) <= height


@pytest.mark.parametrize("rules", ["goff", "qubic4", "qubic5", "krist rows=9 cols=9"])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 9, 10, 80])
def test_the_marks_of_a_square_are_apart_and_inside(rules: str, count: int) -> None:
    layout = Layout.of(Rules.parse(rules).board)
    cells = [layout.cell(3, index, count) for index in range(count)]
    centre = layout.centre(3)
    for (at, radius), (other, other_radius) in combinations(cells, 2):
        assert math.dist(at, other) >= radius + other_radius
    for (x, y), radius in cells:
        assert abs(x - centre.x) + radius <= TILE / 2
        assert abs(y - centre.y) + radius <= TILE / 2


def test_one_mark_is_in_the_middle_and_two_are_side_by_side() -> None:
    layout = Layout.of(Rules.parse("goff").board)
    centre = layout.centre(3)
    assert layout.cell(3, 0, 1).at == centre
    one, two = (layout.cell(3, index, 2).at for index in (0, 1))
    assert one.y == two.y == centre.y
    assert one.x + two.x == pytest.approx(2 * centre.x)


@pytest.mark.parametrize("rules", ["goff", "qubic4", "qubic5"])
@pytest.mark.parametrize("count", range(1, 10))
def test_subscripts_are_legible_on_a_phone(rules: str, count: int) -> None:
    layout = Layout.of(Rules.parse(rules).board)
    radius = layout.cell(0, 0, count).radius
    for digits in (1, 2):
        height, number, _ = layout.mark_size(digits, radius)
        assert number * 366 / layout.size.x >= 10.9
        assert height > 0


def test_links_between_the_same_squares_go_round_the_marks() -> None:
    picture = board_svg(leaf("12 12").position)
    paths = re.findall(r'd="(M[^"]*C[^"]*)" fill="none" stroke-width="3', picture)
    controls = [float(re.findall(r"[\d.]+", path)[3]) for path in paths]
    middle = Layout.of(Position().rules.board).centre(0).y
    assert min(controls) < middle < max(controls)


@pytest.mark.parametrize("size", [(1, 2), (2, 1), (26, 26), (1, 26), (26, 1), (5, 3)])
def test_boards_of_every_shape(size: tuple[int, int]) -> None:
    rules = Rules(rows=size[0], cols=size[1], line=2, scoring="winner")
    picture = board_svg(Position(rules, ((0, 1),)))
    assert subscripts(picture) == [1, 1]
    names = [text.text for pen in pens(picture, "name") for text in pen]
    assert len(names) == sum(size)
    assert pens(board_svg(Position(rules), coordinates=False), "name") == []


def test_squares_of_3x3_have_their_names_in_them() -> None:
    names = [text.text for pen in pens(board_svg(Position()), "name") for text in pen]
    assert names == list("123456789")


# --- format and descriptions -----------------------------------------------------------------


@given(walks())
def test_output_is_deterministic_and_has_no_identifiers(walk: Walk) -> None:
    picture = board_svg(walk.last, history=walk.leaf)
    assert picture == board_svg(walk.last, history=walk.leaf)
    assert not re.search(r"\bid=|url\(|href|<script", picture)


def test_size_is_the_width_in_pixels() -> None:
    wide = ElementTree.fromstring(
        board_svg(Position(Rules.parse("qubic3 rows=2 cols=5")), size=500)
    )
    assert wide.get("width") == "500"
    assert float(wide.get("height", "")) == pytest.approx(215, abs=5)
    assert ElementTree.fromstring(board_svg(Position())).get("width") is None


def test_title_and_description() -> None:
    node = leaf("12 23 34 78 13")
    root = ElementTree.fromstring(board_svg(node.position))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "O chooses: where does X5 land, on 1 or on 3?"
    assert root.findtext(f"{SVG}desc") == (
        "1: X1 on the loop, X5 closing mark. 2: X1 on the loop, O2 on the loop. "
        "3: O2 on the loop, X3 stem, X5 closing mark. 4: X3 stem. "
        "7: O4 apart from the loop. 8: O4 apart from the loop."
    )
    after = leaf("12 12 @1 45")
    picture = board_svg(after.position, history=after)
    assert ElementTree.fromstring(picture).findtext(f"{SVG}desc") == (
        "1: X1 vanished, O2 classical. 2: X1 classical, O2 vanished. 4: X3. 5: X3."
    )
    assert (
        ElementTree.fromstring(board_svg(Position())).findtext(f"{SVG}desc")
        == "The board is empty."
    )


def test_description_explains_the_arrows() -> None:
    picture = board_svg(leaf("12 12").position, collapses=True)
    text = ElementTree.fromstring(picture).findtext(f"{SVG}desc", "")
    assert text.endswith("closing mark. Arrows are solid for O2 on 1, dashed for O2 on 2.")


def test_title_of_a_preview() -> None:
    picture = board_svg(leaf("12 12").position, preview=Collapse(1))
    assert "<title>If O2 lands on 2: X to place mark 3</title>" in picture


def test_notebooks_show_the_picture() -> None:
    picture = board_svg(Position())
    assert picture._repr_svg_() == picture


def test_notebooks_show_a_position_as_a_picture() -> None:
    program = (
        "from IPython.core.interactiveshell import InteractiveShell as Shell\n"
        "shell = Shell.instance()\n"
        "import qttt\n"
        "data, _ = shell.display_formatter.format(qttt.Position())\n"
        "print(data['image/svg+xml'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == f"{board_svg(Position(), collapses=True)}\n", done.stderr


@pytest.mark.parametrize(
    "part",
    [
        "None",
        "SimpleNamespace()",
        "SimpleNamespace(get_ipython=lambda: None)",
        "SimpleNamespace(get_ipython=lambda: SimpleNamespace())",
        "SimpleNamespace(get_ipython=lambda: SimpleNamespace(display_formatter=None))",
        "SimpleNamespace(get_ipython=lambda: SimpleNamespace(display_formatter=SimpleNamespace()))",
    ],
)
def test_a_part_of_ipython_is_enough_to_import_qttt(part: str) -> None:
    program = f"import sys; from types import SimpleNamespace; sys.modules['IPython'] = {part}\n"
    done = subprocess.run([sys.executable, "-c", f"{program}import qttt"], capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")


# --- colours ---------------------------------------------------------------------------------


def test_default_theme_follows_the_system() -> None:
    position = leaf("12").position
    assert f'fill="{LIGHT["tile"]}"' in board_svg(position)
    rule = f"&gt;.qttt-tile{{fill:{DARK['tile']};stroke:{DARK['tile']}}}"
    assert rule in board_svg(position)
    assert DARK["tile"] not in board_svg(position, dark=False)
    assert LIGHT["tile"] not in board_svg(position, dark=True)
    assert "<style>" not in board_svg(position, dark=True)


def test_style_sheets_of_two_pictures_are_independent() -> None:
    plain, pink = board_svg(Position()), board_svg(Position(), colors={"tile": "pink"})
    names = [re.findall(r"qttt-[0-9a-f]{8}", picture) for picture in (plain, pink)]
    assert names[0][0] != names[1][0]
    assert [len(set(classes)) for classes in names] == [1, 1]
    assert len(names[0]) == 1 + len(DARK)


def test_colors_apply_to_both_themes() -> None:
    for dark in (None, False, True):
        picture = board_svg(Position(), dark=dark, colors={"tile": "pink"})
        assert pens(picture, "tile")[0].get("fill") == "pink"
    assert ".qttt-tile{fill:pink;stroke:pink}" in board_svg(Position(), colors={"tile": "pink"})


def test_style_is_added_and_escaped() -> None:
    picture = board_svg(Position(), style="& .qttt-x{opacity:.5}</style><b>")
    root = ElementTree.fromstring(picture)
    name = str(root.get("class")).split()[1]
    css = root.findtext(f"{SVG}style", "")
    assert css.endswith(f".{name} .qttt-x{{opacity:.5}}</style><b>")


def test_last_move_fill_and_arrows() -> None:
    node = leaf("12")
    picture = board_svg(
        node.position,
        lastmove=node.move,
        fill={4: "#abc", 8: "glow"},
        arrows=[(0, 4), Arrow(3, 3, "red")],
        dark=False,
    )
    colors = [group.get("stroke") for group in ElementTree.fromstring(picture).iter(f"{SVG}g")]
    rings = [pen for pen in pens(picture, "x") if pen[0].tag == f"{SVG}rect"]
    assert [pen[0].get("fill") for pen in rings] == ["none"] * 2
    assert colors.count("#abc") == 1
    assert [pen[0].tag for pen in pens(picture, "glow")] == [f"{SVG}rect"]
    assert [len(pen) for pen in pens(picture, "arrow")] == [2]
    assert colors[-1] == "red"


def dot(one: Iterable[float], other: Iterable[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def linear_rgb(color: str) -> tuple[float, float, float]:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return r, g, b


def contrast(one: str, other: str) -> float:
    """Contrast ratio as defined by WCAG."""
    weights = (0.2126, 0.7152, 0.0722)
    light = sorted(dot(weights, linear_rgb(color)) for color in (one, other))
    return (light[1] + 0.05) / (light[0] + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_marks_and_links_stand_out_from_every_tile(theme: dict[str, str]) -> None:
    for tile in ("tile", "preview"):
        assert all(contrast(theme[mark], theme[tile]) >= 4.5 for mark in ("x", "o"))
    assert all(contrast(theme[f"link{n}"], theme["tile"]) >= 3 for n in range(1, LINK_COLORS + 1))
    assert contrast(theme["name"], theme["tile"]) >= 4.5
    assert contrast(theme["name"], theme["background"]) >= 3


# Simulation of missing cone types: Machado, Oliveira and Fernandes 2009.
COLOR_VISION = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def perceived(color: str, vision: str) -> tuple[float, float, float]:
    """The simulated colour in CIELAB; distances of about 2 are just noticeable."""
    cones = [max(0.0, min(1.0, dot(row, linear_rgb(color)))) for row in COLOR_VISION[vision]]
    xyz = ((0.434, 0.376, 0.190), (0.2126, 0.7152, 0.0722), (0.018, 0.109, 0.873))
    x, y, z = (math.cbrt(max(dot(row, cones), 0.009)) for row in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("vision", COLOR_VISION)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_colors_are_distinct_with_any_color_vision(theme: dict[str, str], vision: str) -> None:
    colors = [theme[f"link{n}"] for n in range(1, LINK_COLORS + 1)]
    for one, other in [*combinations(colors, 2), (theme["x"], theme["o"])]:
        assert math.dist(perceived(one, vision), perceived(other, vision)) > 20


def test_themes_have_the_same_names() -> None:
    assert LIGHT.keys() == DARK.keys()


# --- errors ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 0}, "size=0 is not a width in pixels; give a positive number"),
        ({"size": math.nan}, "size=nan is not a width in pixels; give a positive number"),
        ({"fill": {9: "red"}}, "fill has square 9; this board has 0 to 8"),
        ({"arrows": [(0, -1)]}, "arrows has square -1; this board has 0 to 8"),
        ({"lastmove": Placement(1, 12)}, "lastmove has square 12; this board has 0 to 8"),
        (
            {"colors": {"sky": "blue"}},
            f"unknown colour 'sky': choose from {', '.join(LIGHT)}",
        ),
        ({"style": "a\x00"}, "'a\\x00' contains the character '\\x00', which XML does not allow"),
        (
            {"fill": {0: "\ud800"}},
            "'\\ud800' contains the character '\\ud800', which XML does not allow",
        ),
    ],
)
def test_invalid_options_are_rejected(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        board_svg(Position(), **options)  # type: ignore[arg-type]


def test_preview_must_be_legal() -> None:
    with pytest.raises(IllegalMoveError):
        board_svg(Position(), preview=Collapse(0))


def test_history_must_be_at_the_position() -> None:
    with pytest.raises(ValueError, match=r"^the history is at 12, the picture at -$"):
        board_svg(Position(), history=leaf("12"))


@pytest.mark.parametrize(("side", "finds_ways"), [(6, True), (8, False)])
def test_ways_are_found_on_small_boards_only(
    side: int, finds_ways: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, way = [], RouteGrid.way

    def count_way(grid: RouteGrid, start: Cell, end: Cell) -> list[Point]:
        found.append(1)
        return way(grid, start, end)

    monkeypatch.setattr(RouteGrid, "way", count_way)
    rng = random.Random(1)
    for _ in range(4):
        position = Position(Rules.preset("krist", side))
        while len(position.marks) < side * side * 3 // 4 and position.legal_moves:
            position = position.play(rng.choice(position.legal_moves))
        board_svg(position)
    assert bool(found) == finds_ways
