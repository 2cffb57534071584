"""Pictures of this package as TikZ, for LaTeX documents."""

import re
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element, fromstring

SCALE = 0.5
"""Points for a unit of the picture: a 3×3 board is 164 points wide."""

_SVG = "{http://www.w3.org/2000/svg}"
_PARTS = re.compile(r"([MLCZ])([^MLCZ]*)")


def svg_tikz(svg: str) -> str:
    r"""Return a picture of this package as a ``tikzpicture``; it needs ``\usepackage{tikz}``.

    Its colours are those of the light theme unless ``board_svg`` fixed the dark one. Texts have the
    sans-serif font of the document.
    """
    root = fromstring(svg)  # noqa: S314  drawn by this package
    body = [line for group in root.iter(f"{_SVG}g") for line in _group(group)]
    colors = sorted(set(re.findall("qttt[0-9A-F]{6}", "".join(body))))
    defined = [rf"\definecolor{{{name}}}{{HTML}}{{{name[4:]}}}" for name in colors]
    head = rf"\begin{{tikzpicture}}[x={SCALE}pt,y=-{SCALE}pt]"
    return "\n".join([head, *defined, *body, r"\end{tikzpicture}", ""])


def _group(group: Element) -> Iterator[str]:
    for element in group:
        style = {**group.attrib, **element.attrib}
        if element.tag == f"{_SVG}text":
            yield _text(style, element.text or "")
        else:
            yield rf"\path[{', '.join(_options(style))}] {_path(element.tag, style)};"


def _options(style: Mapping[str, str]) -> Iterator[str]:
    if style["fill"] != "none":
        yield f"fill={_color(style['fill'])}"
    if style["stroke"] != "none":
        yield f"draw={_color(style['stroke'])}"
        yield f"line width={_points(style['stroke-width'])}"
    if style.get("opacity", "1") != "1":
        yield f"opacity={style['opacity']}"
    if "rx" in style:
        yield f"rounded corners={_points(style['rx'])}"
    if "stroke-linecap" in style:
        yield f"line cap={style['stroke-linecap']}"
    if dashes := style.get("stroke-dasharray", "").split():
        lengths = zip(("on", "off") * (len(dashes) // 2), map(_points, dashes), strict=True)
        yield "dash pattern=" + " ".join(f"{what} {length}" for what, length in lengths)


def _path(tag: str, style: Mapping[str, str]) -> str:
    if tag == f"{_SVG}circle":
        return f"({style['cx']},{style['cy']}) circle[radius={_points(style['r'])}]"
    if tag == f"{_SVG}rect":
        corner = style.get("x", "0"), style.get("y", "0")
        return "({},{}) rectangle +({},{})".format(*corner, style["width"], style["height"])
    return "".join(_segment(name, numbers.split()) for name, numbers in _PARTS.findall(style["d"]))


def _segment(name: str, numbers: list[str]) -> str:
    points = [f"({x},{y})" for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
    if name == "C":
        return " .. controls {} and {} .. {}".format(*points)
    return {"M": " ", "L": " -- ", "Z": " -- cycle"}[name] + "".join(points)


def _text(style: Mapping[str, str], text: str) -> str:
    anchor = {"start": "base west", "middle": "base", "end": "base east"}
    size = float(style["font-size"]) * SCALE
    weight = "" if style.get("font-weight") == "400" else r"\bfseries"
    options = [
        f"anchor={anchor[style.get('text-anchor', 'start')]}",
        "inner sep=0pt",
        f"text={_color(style['fill'])}",
        rf"font=\sffamily{weight}\fontsize{{{size:g}}}{{{size:g}}}\selectfont",
    ]
    if style.get("opacity", "1") != "1":
        options.append(f"opacity={style['opacity']}")
    return rf"\node[{', '.join(options)}] at ({style['x']},{style['y']}) {{{text}}};"


def _color(paint: str) -> str:
    return f"qttt{paint.removeprefix('#').upper()}"


def _points(length: str) -> str:
    return f"{float(length) * SCALE:g}pt"
