"""SVG pictures as PNG, drawn by resvg with a font that is the same on all machines."""

from pathlib import Path

from .svg import FONT


def svg_png(svg: str, width: int) -> bytes:
    """Render a picture of this package with that width in pixels.

    Fonts of the system are not used. The interpreter lock is held. Raises ``ImportError`` without
    the packages ``resvg`` and ``fontpkg-arimo``, which the extras ``app``, ``envs`` and ``mcp``
    install.
    """
    from fontpkg_arimo import ROOT
    from resvg import render, usvg

    options = usvg.Options.default()
    options.load_font_file(str(Path(ROOT) / "files" / "Arimo[wght].ttf"))
    tree = usvg.Tree.from_str(svg.replace(FONT, "Arimo"), options)
    across, down = tree.int_size()
    scale = width / across
    size = width, round(scale * down)
    white = (255, 255, 255, 255)
    return render(tree, (scale, 0, 0, 0, scale, 0), bg_size=size, bg_color=white)
