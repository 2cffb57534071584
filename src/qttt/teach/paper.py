"""Pages of a PDF: a pen that goes down the page, writes texts, and places pictures.

Lengths are in millimetres. Where the fonts that every reader of PDF has are enough, texts keep to
the characters of Windows-1252; else a font of the same widths is in the document, as far as it is
used. The same calls give the same bytes.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

from qttt.extras import requires_extra

from .words import Words

Format = Literal["A4", "Letter"]

MARGIN = 18.0
LINE = 1.32
"""From line to line, in heights of the letters."""
POINT = 25.4 / 72
INK, FAINT = (23, 32, 43), (96, 108, 122)
GAP = 6.0
"""Between things that stand side by side."""

_WRITABLE = str.maketrans({"−": "–", "′": "'"})


class Paper:
    """A document in the making. Raises ``MissingExtraError`` without fpdf2 or the font."""

    def __init__(self, paper: Format, title: str, words: Words) -> None:
        self._pdf = _document(paper, title)
        self._words = words
        self._font = _embedded(self._pdf) if words.needs_font else "helvetica"
        self.y = MARGIN

    @property
    def width(self) -> float:
        """Between the margins."""
        return float(self._pdf.w) - 2 * MARGIN

    @property
    def bottom(self) -> float:
        """Where the margin at the foot begins."""
        return float(self._pdf.h) - MARGIN

    @property
    def left(self) -> float:
        """What is left of the page below the pen."""
        return self.bottom - self.y

    def document(self) -> bytes:
        """The whole document."""
        return bytes(self._pdf.output())

    # --- pages -------------------------------------------------------------------------------

    def page(self, title: str, aside: str = "") -> None:
        """A new page with a title, something at its right, and a foot."""
        pdf = self._pdf
        pdf.add_page()
        self._put(f"qttt: {title}", pdf.h - 12, 8, FAINT)
        self._put(self._words.page(pdf.page_no()), pdf.h - 12, 8, FAINT, align="R")
        self._put(title, MARGIN - 4, 17, INK, style="B")
        self._put(aside, MARGIN - 2, 10, FAINT, align="R")
        self.y = MARGIN + 8

    def room(self, height: float, title: str) -> None:
        """Make sure of so much room, on a new page if need be."""
        if self.left < height:
            self.page(title)

    def gap(self, height: float) -> None:
        """Leave something free."""
        self.y += height

    # --- texts -------------------------------------------------------------------------------

    def heading(self, text: str) -> None:
        """A heading, with some room before it."""
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
        """A paragraph, ``x`` from the left margin; ``**bold**`` stands out."""
        self._cell(text, size, x, width, style)
        self.y = self._pdf.get_y() + after

    def height(
        self, text: str, size: float = 10.5, *, x: float = 0, width: float | None = None
    ) -> float:
        """How high that paragraph would be."""
        at = self.y
        found = self._cell(text, size, x, width, "", is_dry=True)
        self.y = at
        return found + 1.6

    def items(self, items: Iterable[str], *, is_numbered: bool, size: float = 10.5) -> None:
        """A list."""
        for number, item in enumerate(items, 1):
            at = self.y
            self.text(f"{number}." if is_numbered else "\u2022", size, width=6)
            self.y = at
            self.text(item, size, x=6)

    # --- pictures ----------------------------------------------------------------------------

    def picture(self, svg: bytes, x: float, y: float, width: float) -> None:
        """A picture with its upper left corner there, from the left margin and the page's top."""
        self._pdf.image(BytesIO(svg), x=MARGIN + x, y=y, w=width)

    def row(self, pictures: Sequence[tuple[bytes, str]], width: float, ratio: float) -> None:
        """Pictures of that width side by side, in the middle, each with a caption below it."""
        step = width + GAP
        first = (self.width - len(pictures) * step + GAP) / 2
        top, lowest = self.y, self.y
        for number, (svg, caption) in enumerate(pictures):
            self.picture(svg, first + number * step, top, width)
            self.y = top + width * ratio + 1.5
            self.text(caption, 9, x=first + number * step, width=width)
            lowest = max(lowest, self.y)
        self.y = lowest

    def line(self, x: float, y: float, width: float) -> None:
        """A thin line to write on, or of a table."""
        pdf = self._pdf
        pdf.set_draw_color(*FAINT)
        pdf.set_line_width(0.2)
        pdf.line(MARGIN + x, y, MARGIN + x + width, y)

    def upright(self, x: float, y: float, height: float) -> None:
        """A thin line downwards."""
        pdf = self._pdf
        pdf.set_draw_color(*FAINT)
        pdf.set_line_width(0.2)
        pdf.line(MARGIN + x, y, MARGIN + x, y + height)

    # --- how ---------------------------------------------------------------------------------

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
        """With the signs that the font has."""
        return text if self._words.needs_font else text.translate(_WRITABLE)


def _document(paper: Format, title: str) -> Any:
    with requires_extra("sheets"):
        from fpdf import FPDF
    pdf = FPDF(format=paper)
    pdf.core_fonts_encoding = "windows-1252"
    pdf.c_margin = 0
    pdf.set_auto_page_break(auto=False)
    pdf.set_title(title)
    pdf.set_creator("qttt")
    pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))  # the same sheets are the same bytes
    return pdf


def _embedded(pdf: Any) -> str:
    """The name of a font for every European language, which is as wide as Helvetica."""
    with requires_extra("sheets"):
        from fontpkg_arimo import ROOT
    file = Path(ROOT) / "files" / "Arimo[wght].ttf"
    for style, name, weight in (("", "Regular", 400), ("B", "Bold", 700)):
        pdf.add_font("arimo", style, file, variations={"wght": weight})
        pdf.fonts[f"arimo{style}"].name += name  # readers and printers may go by it
    return "arimo"
