"""SVG pictures as PNG, drawn by resvg with a font that is the same on all machines."""

from pathlib import Path

from .svg import FONT


def svg_png(svg: str, width: int) -> bytes:
    """Render a picture of this package with that width in pixels.

    Fonts of the system are not used. The interpreter lock is held. Raises ``ImportError`` without
    the packages ``resvg-py`` and ``fontpkg-arimo``, which the extras ``app``, ``envs`` and ``mcp``
    install.
    """
    import resvg_py
    from fontpkg_arimo import ROOT

    return resvg_py.svg_to_bytes(
        svg_string=svg.replace(FONT, "Arimo"),
        width=width,
        background="white",
        skip_system_fonts=True,
        font_files=[str(Path(ROOT) / "files" / "Arimo[wght].ttf")],
    )
