"""Pictures as TikZ and PDF have everything that the SVG has."""

import re
import shutil
import subprocess
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from qttt import read
from qttt.game import Node
from qttt.notation.pdf import svg_pdf
from qttt.notation.svg import board_svg
from qttt.notation.tikz import SCALE, svg_tikz

GAMES = ("-", "12", "12 25 59 15", "12 12 @1 45 45 @4 78 78 @7", "12 23 34 45 47 67 69 19 @1 88")
SVG = "{http://www.w3.org/2000/svg}"
DOCUMENT = r"""\documentclass{article}
\usepackage[paperwidth=164pt,paperheight=164pt,margin=0pt]{geometry}
\usepackage{tikz}
\pagestyle{empty}\parindent=0pt\begin{document}%
"""


def picture(game: str, *, vanished: bool = False) -> str:
    node: Node = read(game)
    return board_svg(node.position, history=node if vanished else None, collapses=True)


@pytest.mark.parametrize("game", GAMES)
def test_every_element_is_drawn(game: str) -> None:
    svg = picture(game, vanished=True)
    tikz = svg_tikz(svg)
    drawn = [element for group in fromstring(svg).iter(f"{SVG}g") for element in group]
    assert len(re.findall(r"^\\(?:path|node)\[.*;$", tikz, re.MULTILINE)) == len(drawn)
    texts = [element.text for element in drawn if element.tag == f"{SVG}text"]
    assert re.findall(r"\{(\w+)\};", tikz) == texts
    colors = set(re.findall(r"=(qttt\w+)", tikz))
    assert colors == set(re.findall(r"\\definecolor\{(\w+)\}", tikz))


def test_the_lines_of_a_mark() -> None:
    tikz = svg_tikz(picture("12 12 @1"))
    mark = r"\path[draw=qttt1256C4, line width=5.89pt, line cap=round]"
    assert tikz.startswith(f"\\begin{{tikzpicture}}[x={SCALE}pt,y=-{SCALE}pt]\n")
    assert f"{mark} (140.9,34.9) -- (187.1,81.1)" in tikz.replace("  ", " ")


def test_a_pdf_is_the_same_each_time() -> None:
    svg = picture("12 25 59 15")
    pdf = svg_pdf(svg)
    assert pdf == svg_pdf(svg)
    assert re.search(rb"/MediaBox ?\[0 0 246 246\]", pdf)


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("game", GAMES)
def test_latex_typesets_a_picture(game: str, tmp_path: Path) -> None:
    source = DOCUMENT + svg_tikz(picture(game)).rstrip("\n") + "%\n\\end{document}\n"
    (tmp_path / "board.tex").write_text(source, "utf-8")
    command = ("pdflatex", "-interaction=batchmode", "-halt-on-error", "board.tex")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    log = (tmp_path / "board.log").read_text("utf-8", "replace")
    assert done.returncode == 0, log[-2000:]
    assert "Output written on board.pdf (1 page," in log
    assert "Overfull" not in log
