"""SVG pictures as PNG, drawn by resvg with a font that is the same on all machines."""

from pathlib import Path


def svg_png(svg: str, width: int) -> bytes:
    """Render an SVG with that width in pixels.

    Fonts of the system are not used. Raises ``ImportError`` without the packages ``resvg-py`` and
    ``fontpkg-arimo``, which the extras ``app`` and ``envs`` install.
    """
    from fontpkg_arimo import ROOT
    from resvg_py import svg_to_bytes

    return svg_to_bytes(
        svg_string=svg,
        width=width,
        background="white",
        skip_system_fonts=True,
        font_files=[str(Path(ROOT) / "files" / "Arimo[wght].ttf")],
        sans_serif_family="Arimo",
    )
