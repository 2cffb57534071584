"""Other programs show saved pictures in their colours, in the light theme."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from qttt import read
from qttt.notation.svg import board_svg
from qttt.notation.theme import DARK, LIGHT
from qttt.quantum import circuits
from qttt.quantum.svg import INK, PAPER, circuits_svg
from tests.hosts.environments import create, run

pytestmark = pytest.mark.nightly

PACKAGES = ("cairosvg==2.9.1", "pymupdf==2.0", "svglib==2.3.2")
PROGRAM = """
import io, sys
import cairosvg, pymupdf
from svglib.svglib import svg2rlg
from reportlab.graphics import renderPDF

name, source, target = sys.argv[1:]
if name == "cairosvg":
    cairosvg.svg2png(url=source, write_to=target, scale=2)
else:
    if name == "svglib":
        source = io.BytesIO(renderPDF.drawToString(svg2rlg(source)))
        document = pymupdf.open("pdf", source)
    else:
        document = pymupdf.open(source)
    document[0].get_pixmap(dpi=144).save(target)
"""
MISSING = "no {0} here; on Debian: apt-get install {1}"
OFFICE = (
    "-env:UserInstallation=file://{folder}/office --headless --convert-to png --outdir {folder}"
)
PROGRAMS = {
    "rsvg-convert": ("librsvg2-bin", "-z 2 -o {target} {source}"),
    "inkscape": ("inkscape", "-d 192 -o {target} {source}"),
    "soffice": ("libreoffice-draw", OFFICE + " {source}"),
}
"""Programs that are not packages of Python, each with Debian's package and its arguments."""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return create(tmp_path_factory.mktemp("renderers") / "env", *PACKAGES)


@pytest.fixture(params=["cairosvg", "pymupdf", "svglib", *PROGRAMS])
def render(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], Image.Image]:
    """Draws an SVG file with one of the programs."""
    name: str = request.param
    source, target = tmp_path / "picture.svg", tmp_path / "picture.png"
    places = {"source": str(source), "target": str(target), "folder": str(tmp_path)}
    if name in PROGRAMS:
        package, arguments = PROGRAMS[name]
        if shutil.which(name) is None:
            pytest.skip(MISSING.format(name, package))
        command = [name, *(each.format(**places) for each in arguments.split())]
    else:
        program = request.getfixturevalue("python")
        command = [str(program), "-c", PROGRAM, name, str(source), str(target)]

    def draw(svg: str) -> Image.Image:
        source.write_text(svg, "utf-8")
        done = run(*command, cwd=tmp_path)
        assert target.exists(), done.stderr
        return Image.open(target).convert("RGB")

    return draw


def rgb(color: str) -> tuple[int, ...]:
    return tuple(int(color[i : i + 2], 16) for i in (1, 3, 5))


def shows(picture: Image.Image, color: str) -> bool:
    """Whether at least twenty pixels have nearly this colour."""
    colors = picture.getcolors(picture.width * picture.height) or []
    wanted = rgb(color)
    near = [
        count
        for count, found in colors
        if isinstance(found, tuple)
        and max(abs(a - b) for a, b in zip(found, wanted, strict=True)) < 8
    ]
    return sum(near) >= 20


def test_a_board_has_its_colours(render: Callable[[str], Image.Image]) -> None:
    picture = render(board_svg(read("12 25 59 15").position, collapses=True, size=328))
    for name in ("background", "tile", "x", "o", "glow", "arrow"):
        assert shows(picture, LIGHT[name]), name
    assert not shows(picture, DARK["tile"])


def test_circuits_have_their_colours(render: Callable[[str], Image.Image]) -> None:
    position = read("12 25 59 15").position
    picture = render(circuits_svg(circuits(position), position.rules.board))
    assert shows(picture, INK)
    assert shows(picture, PAPER)
    assert picture.getpixel((1, picture.height // 2)) != rgb(INK)
