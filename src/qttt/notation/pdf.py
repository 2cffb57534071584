"""Pictures of this package as PDF, drawn by typst with a font that is the same on all machines."""

from pathlib import Path
from tempfile import TemporaryDirectory

from qttt.extras import requires_extra

from .svg import FONT

_PAGE = """\
#set page(width: auto, height: auto, margin: 0pt, fill: none)
#image("picture.svg")
"""


def svg_pdf(svg: str) -> bytes:
    """Return a picture as PDF of one page of its size; the same picture gives the same bytes.

    Raises ``MissingExtraError`` without typst.
    """
    with requires_extra("paper"):
        import fontpkg_arimo
        import typst
    with TemporaryDirectory() as folder:
        Path(folder, "picture.svg").write_text(svg.replace(FONT, "Arimo"), "utf-8")
        source = Path(folder, "page.typ")
        source.write_text(_PAGE, "utf-8")
        fonts = [Path(fontpkg_arimo.ROOT, "files")]
        return bytes(typst.compile(source, font_paths=fonts, ignore_system_fonts=True, timestamp=0))
