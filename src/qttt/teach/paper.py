"""PDF pages, filled from top to bottom with texts and pictures.

Lengths are in millimetres. Texts in the characters of Windows-1252 use a standard PDF
font; for other languages a subset of a font with the same widths is embedded. The same
calls give the same bytes.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

from qttt.copies import Uncopyable
from qttt.extras import requires_extra

from .words import Words

Format = Literal["A4", "Letter"]

MARGIN = 18.0
LINE = 1.32
"""Line height, relative to the font size."""
POINT = 25.4 / 72
INK, FAINT = (23, 32, 43), (96, 108, 122)
GAP = 6.0
"""Horizontal distance between pictures."""

_WRITABLE = str.maketrans({"−": "–", "′": "'"})


class Paper(Uncopyable):
    """A PDF document. Raises ``MissingExtraError`` without fpdf2 or the font."""

    copying = "create another document and draw it again"

    def __init__(self, paper: Format, title: str, words: Words) -> None:
        self._pdf = _document(paper, title)
        self._words = words
        self._is_plain = words.fits("cp1252")
        self._font = "helvetica" if self._is_plain else _embedded(self._pdf)
        self.y = MARGIN

    @property
    def width(self) -> float:
        """The width between the margins."""
        return float(self._pdf.w) - 2 * MARGIN

    @property
    def bottom(self) -> float:
        """The top of the bottom margin."""
        return float(self._pdf.h) - MARGIN

    @property
    def left(self) -> float:
        """The height that is left on the page."""
        return self.bottom - self.y

    def document(self) -> bytes:
        """Return the PDF."""
        return bytes(self._pdf.output())

    # --- pages -------------------------------------------------------------------------------

    def page(self, title: str, aside: str = "") -> None:
        """Begin a page with a title, a text at its right, and a footer."""
        pdf = self._pdf
        pdf.add_page()
        self._put(f"qttt: {title}", pdf.h - 12, 8, FAINT)
        self._put(
            self._words.sheets("labels.page", number=pdf.page_no()), pdf.h - 12, 8, FAINT, align="R"
        )
        self._put(title, MARGIN - 4, 17, INK, style="B")
        self._put(aside, MARGIN - 2, 10, FAINT, align="R")
        self.y = MARGIN + 8

    def room(self, height: float, title: str) -> None:
        """Begin a new page if less than ``height`` is free."""
        if self.left < height:
            self.page(title)

    def gap(self, height: float) -> None:
        """Leave a vertical gap."""
        self.y += height

    # --- texts -------------------------------------------------------------------------------

    def heading(self, text: str) -> None:
        """Write a heading, with a gap before it."""
        self.y += 2.5
        self.text(text, 12.5, style="B")

    def text(
        self,
        text: str,
        size: float = 10.5,
        *,
        x: float = 0,
        width: float | None = None,
        style: str = "",
        after: float = 1.6,
    ) -> None:
        """Write a paragraph, ``x`` from the left margin, with optional ``**bold**`` text."""
        self._cell(text, size, x, width, style)
        self.y = self._pdf.get_y() + after

    def height(
        self, text: str, size: float = 10.5, *, x: float = 0, width: float | None = None
    ) -> float:
        """Return the height of that paragraph."""
        at = self.y
        height = self._cell(text, size, x, width, "", is_dry=True)
        self.y = at
        return height + 1.6

    def items(self, items: Iterable[str], *, is_numbered: bool, size: float = 10.5) -> None:
        """Write a list."""
        for number, item in enumerate(items, 1):
            at = self.y
            self.text(f"{number}." if is_numbered else "\u2022", size, width=6)
            self.y = at
            self.text(item, size, x=6)

    # --- pictures ----------------------------------------------------------------------------

    def picture(self, svg: bytes, x: float, y: float, width: float) -> None:
        """Place a picture, ``x`` from the left margin and ``y`` from the top of the page."""
        self._pdf.image(BytesIO(svg), x=MARGIN + x, y=y, w=width)

    def row(self, pictures: Sequence[tuple[bytes, str]], width: float, ratio: float) -> None:
        """Place pictures side by side, centred, with captions below."""
        step = width + GAP
        first = (self.width - len(pictures) * step + GAP) / 2
        top, lowest = self.y, self.y
        for number, (svg, caption) in enumerate(pictures):
            self.picture(svg, first + number * step, top, width)
            self.y = top + width * ratio + 1.5
            self.text(caption, 9, x=first + number * step, width=width)
            lowest = max(lowest, self.y)
        self.y = lowest

    def line(self, x: float, y: float, width: float, height: float = 0) -> None:
        """Draw a thin line, horizontal or vertical."""
        pdf = self._pdf
        pdf.set_draw_color(*FAINT)
        pdf.set_line_width(0.2)
        pdf.line(MARGIN + x, y, MARGIN + x + width, y + height)

    # --- internals ---------------------------------------------------------------------------

    def _put(
        self,
        text: str,
        y: float,
        size: float,
        color: tuple[int, int, int],
        *,
        style: str = "",
        align: str = "L",
    ) -> None:
        pdf = self._pdf
        pdf.set_font(self._font, style, size)
        pdf.set_text_color(*color)
        pdf.set_xy(MARGIN, y)
        pdf.cell(self.width, text=self._written(text), align=align)

    def _cell(
        self,
        text: str,
        size: float,
        x: float,
        width: float | None,
        style: str,
        *,
        is_dry: bool = False,
    ) -> float:
        pdf = self._pdf
        pdf.set_font(self._font, style, size)
        pdf.set_text_color(*INK)
        pdf.set_xy(MARGIN + x, self.y)
        height = pdf.multi_cell(
            self.width - x if width is None else width,
            LINE * size * POINT,
            self._written(text),
            align="L",
            markdown=True,
            new_x="LMARGIN",
            new_y="NEXT",
            dry_run=is_dry,
            output="HEIGHT",
            padding=0,
        )
        return float(height)

    def _written(self, text: str) -> str:
        return text.translate(_WRITABLE) if self._is_plain else text


def _document(paper: Format, title: str) -> Any:
    with requires_extra("sheets"):
        from fpdf import FPDF
    pdf = FPDF(format=paper)
    pdf.core_fonts_encoding = "windows-1252"
    pdf.c_margin = 0
    pdf.set_auto_page_break(auto=False)
    pdf.set_title(title)
    pdf.set_creator("qttt")
    pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))  # for reproducible bytes
    return pdf


def _embedded(pdf: Any) -> str:
    """Embed a font for all European languages with Helvetica's widths; return its name."""
    with requires_extra("sheets"):
        from fontpkg_arimo import ROOT
    file = Path(ROOT) / "files" / "Arimo[wght].ttf"
    for style, name, weight in (("", "Regular", 400), ("B", "Bold", 700)):
        pdf.add_font("arimo", style, file, variations={"wght": weight})
        pdf.fonts[f"arimo{style}"].name += name  # readers and printers identify fonts by name
    return "arimo"
