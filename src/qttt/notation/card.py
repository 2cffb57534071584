"""The picture of a link, 1200×630: the board beside the position in words."""

from textwrap import wrap
from xml.etree.ElementTree import Element, tostring

from qttt.game import Move, Position
from qttt.texts.folders import REFERENCE
from qttt.texts.phrases import phrases

from .describe import describe
from .rules_text import rules_heading
from .shapes import add
from .svg import FONT, Picture, board_svg
from .theme import DARK, MAX_LINKS

WIDTH, HEIGHT = 1200, 630
_MARGIN = 40
_TEXT_LEFT = HEIGHT + 10
_TEXT_WIDTH = WIDTH - _TEXT_LEFT - _MARGIN
_LETTER = 0.54
"""Average width of a letter, in font sizes."""
_LEADING = 1.2
_SIZES = (60, 52, 44, 36)
"""Font sizes of the sentence: the largest in which it has at most five lines."""
_MAX_LINES = 5


def card_svg(
    position: Position,
    last: Move | None = None,
    last_words: str = "",
    language: str = REFERENCE,
    sentence: str = "",
) -> Picture:
    """Draw the picture of a position as SVG, in dark colours.

    ``last`` is the move before, whose squares have a ring, and ``last_words`` describe it. Without
    ``sentence`` the position is described. Links are drawn for at most ``MAX_LINKS`` marks: more
    are indistinguishable.
    """
    root = Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH} {HEIGHT}")
    root.attrib |= {"font-family": FONT, "role": "img"}
    sentence = sentence or describe(position, language=language)
    add(root, "title").text = sentence
    add(root, "rect", width=WIDTH, height=HEIGHT, fill=DARK["background"])
    heading = add(root, "g", fill=DARK["name"])
    titles = [phrases(language)("app.title"), rules_heading(position.rules, language)]
    _add_lines(heading, titles, 32, 84)
    size, lines = _fitted(sentence)
    top = HEIGHT / 2 - size * _LEADING * (len(lines) / 2 - 1) + 10
    mover = position.outcome.winner if position.outcome else position.turn
    color = DARK[mover.lower()] if mover else DARK["name"]
    _add_lines(add(root, "g", fill=color, font_weight=700), lines, size, top)
    words = wrap(last_words, int(_TEXT_WIDTH / (_LETTER * 32)), max_lines=2, placeholder="…")
    _add_lines(add(root, "g", fill=DARK["name"]), words, 32, 590 - 38 * (len(words) - 1))
    board = board_svg(
        position,
        lastmove=last,
        links=len(position.quantum) <= MAX_LINKS,
        dark=True,
    )
    side = HEIGHT - 2 * _MARGIN
    # Clipping, the default, would cost resvg a tenth of its time.
    place = f'<svg x="{_MARGIN}" y="{_MARGIN}" width="{side}" height="{side}" overflow="visible"'
    text = tostring(root, encoding="unicode")
    return Picture(f"{text.removesuffix('</svg>')}{place}{board.removeprefix('<svg')}</svg>")


def _fitted(sentence: str) -> tuple[int, list[str]]:
    """The largest font size that fits, and even lines; very long sentences are cut."""
    for size in _SIZES:
        width = int(_TEXT_WIDTH / (_LETTER * size))
        lines = wrap(sentence, width)
        if len(lines) <= _MAX_LINES:
            break
    longest = max(map(len, sentence.split()))
    narrow = (
        narrower
        for narrower in range(longest, width)
        if len(wrap(sentence, narrower)) == len(lines)
    )
    return size, wrap(sentence, next(narrow, width), max_lines=_MAX_LINES + 2, placeholder="…")


def _add_lines(parent: Element, lines: list[str], size: int, top: float) -> None:
    for number, line in enumerate(lines):
        y = top + number * size * _LEADING
        add(parent, "text", x=_TEXT_LEFT, y=y, font_size=size).text = line
