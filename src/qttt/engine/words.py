"""Values (X's points minus O's) as text."""

from qttt.game import Player, Position

_AMOUNTS = {0.5: "half a point", 1: "one point", 1.5: "one and a half points", 2: "two points"}


def format_value(value: float, *, unicode: bool = True) -> str:
    """Format a value with its sign and with ½.

    >>> [format_value(value) for value in (0.5, -1.5, 0, 0.375)], format_value(-0.5, unicode=False)
    (['+½', '−1½', '0', '+0.375'], '-0.5')
    """
    whole, part = divmod(abs(value), 1)
    halved = unicode and part == 0.5
    size = f"{whole:g}½".removeprefix("0") if halved else f"{abs(value):g}"
    minus = "−" if unicode else "-"
    return (minus if value < 0 else "+" if value > 0 else "") + size


def describe_value(value: float, position: Position) -> str:
    """Describe a value in words.

    >>> describe_value(0.5, Position())
    'X gets half a point more than O if both play perfectly'
    """
    how = " on average" if position.rules.chooser == "chance" else ""
    when = "" if position.outcome else f"{how} if both play perfectly"
    if value == 0:
        return f"X and O get the same{when}"
    ahead, behind = (Player.X, Player.O) if value > 0 else (Player.O, Player.X)
    amount = _AMOUNTS.get(abs(value), f"{abs(value):g} points")
    return f"{ahead} gets {amount} more than {behind}{when}"
