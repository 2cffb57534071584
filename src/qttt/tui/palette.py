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


DARK = Palette(
    is_dark=True,
    dims=False,
    ground="#12161d",
    ink="#dfe5ee",
    soft="#99a4b5",
    faint="#5d6878",
    wall="#465264",
    panel="#1c232e",
    cursor="#ffd75f",
    x="#6db7ff",
    o="#ff8a73",
    good="#87d787",
    bad="#ffaf5f",
    groups=(
        ("#5fd7c0", "#14292a"),
        ("#c79bff", "#221b2e"),
        ("#a5d75f", "#212b19"),
        ("#ffc66b", "#2d2516"),
        ("#ff8fc7", "#2d1b28"),
        ("#8fb4ff", "#19212e"),
        ("#d0c98f", "#28271d"),
    ),
)
LIGHT = Palette(
    is_dark=False,
    dims=False,
    ground="#f7f5f0",
    ink="#22262d",
    soft="#5f6570",
    faint="#9a9fa8",
    wall="#b3b0a8",
    panel="#e9e5dc",
    cursor="#a35c00",
    x="#0b5cad",
    o="#b3361b",
    good="#2f7d32",
    bad="#a35c00",
    groups=(
        ("#00776a", "#dcf0ec"),
        ("#6f3fb5", "#ece4f7"),
        ("#4f7a00", "#e8f0d8"),
        ("#8a6100", "#f5ebd0"),
        ("#a82a72", "#f7e1ed"),
        ("#3558b8", "#e0e8f8"),
        ("#6b6420", "#eeebd6"),
    ),
)
MONO = replace(DARK, dims=True)
"""For terminals without colours; Textual removes the colours given here."""
