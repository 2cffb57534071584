"""Colour palettes. Every meaning of a colour is also shown by a letter, sign or style."""

from dataclasses import dataclass, replace

from qttt.game import Player


@dataclass(frozen=True)
class Palette:
    """All colours, as ``#rrggbb``.

    ``dims``: faint text uses the terminal's dim attribute instead of a colour. ``groups`` has the
    foreground and background of each entanglement in turn.
    """

    is_dark: bool
    dims: bool
    ground: str
    ink: str
    soft: str
    faint: str
    wall: str
    panel: str
    cursor: str
    x: str
    o: str
    good: str
    bad: str
    groups: tuple[tuple[str, str], ...]

    def player(self, player: Player) -> str:
        """Return the colour of a player's marks."""
        return self.x if player is Player.X else self.o


_COLORS = {
    # name: dark, light
    "ground": ("#12161d", "#f7f5f0"),
    "ink": ("#dfe5ee", "#22262d"),
    "soft": ("#99a4b5", "#5f6570"),
    "faint": ("#5d6878", "#9a9fa8"),
    "wall": ("#465264", "#b3b0a8"),
    "panel": ("#1c232e", "#e9e5dc"),
    "cursor": ("#ffd75f", "#a35c00"),
    "x": ("#6db7ff", "#0b5cad"),
    "o": ("#ff8a73", "#b3361b"),
    "good": ("#87d787", "#2f7d32"),
    "bad": ("#ffaf5f", "#a35c00"),
}
_GROUPS = (
    # dark foreground and background, light foreground and background
    ("#5fd7c0", "#14292a", "#00776a", "#dcf0ec"),
    ("#c79bff", "#221b2e", "#6f3fb5", "#ece4f7"),
    ("#a5d75f", "#212b19", "#4f7a00", "#e8f0d8"),
    ("#ffc66b", "#2d2516", "#8a6100", "#f5ebd0"),
    ("#ff8fc7", "#2d1b28", "#a82a72", "#f7e1ed"),
    ("#8fb4ff", "#19212e", "#3558b8", "#e0e8f8"),
    ("#d0c98f", "#28271d", "#6b6420", "#eeebd6"),
)


def _palette(theme: int) -> Palette:
    colors = {name: pair[theme] for name, pair in _COLORS.items()}
    groups = tuple((row[2 * theme], row[2 * theme + 1]) for row in _GROUPS)
    return Palette(is_dark=theme == 0, dims=False, groups=groups, **colors)


DARK, LIGHT = _palette(0), _palette(1)
MONO = replace(DARK, dims=True)
"""For terminals without colours; Textual removes the colours given here."""
