"""The plots of the book, drawn with matplotlib (the extra ``plots``) from its tables."""

from collections.abc import Callable
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

from qttt.extras import requires_extra
from qttt.notation.files import replace_file

from . import atlas, levels, profile, thesis
from .tables import load_csv

STYLE: dict[Any, Any] = {"svg.hashsalt": "qttt", "svg.fonttype": "path", "font.size": 9}
X_COLOR, O_COLOR = "#2563eb", "#d9480f"


def draw_plots(data: Path, folder: Path) -> list[Path]:
    """Draw every plot as SVG and return the paths. Raises ``MissingExtraError``."""
    with requires_extra("plots"):
        import matplotlib as mpl
        from matplotlib.figure import Figure
    paths = []
    for name, (size, draw) in PLOTS.items():
        with mpl.rc_context(STYLE):
            figure = Figure(figsize=size, layout="constrained")
            draw(figure.subplots(), data)
            picture = BytesIO()
            figure.savefig(picture, format="svg", metadata={"Date": None, "Creator": None})
        paths.append(folder / f"{name}.svg")
        replace_file(paths[-1], picture.getvalue())
    return paths


def _orders(axes: Any, data: Path) -> None:
    rows = {row[:2]: row for row in load_csv(thesis.ORDERS, data)}
    names = sorted({str(name) for _, name in rows}, key=lambda name: rows["no", name][2] or 0)
    for table, color, shift in (("no", X_COLOR, -0.2), ("yes", O_COLOR, 0.2)):
        label = "with a table" if table == "yes" else "without a table"
        nodes = [rows[table, name][2] for name in names]
        axes.barh([n + shift for n in range(len(names))], nodes, 0.4, color=color, label=label)
    axes.set_yticks(range(len(names)), names)
    axes.set_xscale("log")
    axes.set_xlabel("nodes of alpha-beta from the empty board")
    axes.invert_yaxis()
    axes.legend(frameon=False, loc="upper right")


def _marks(axes: Any, data: Path) -> None:
    rows = load_csv(thesis.MARKS, data)
    orders = ((), X_COLOR), ((*thesis.ORDER,), O_COLOR)
    for order, color in orders:
        name = thesis.name_of(order)
        mine = [row for row in rows if row[:2] == ("no", name)]
        axes.plot([row[2] for row in mine], [row[3] for row in mine], "o-", color=color, label=name)
    axes.set_yscale("log")
    axes.set_xticks(range(10))
    axes.set_xlabel("marks")
    axes.set_ylabel("nodes of alpha-beta")
    axes.legend(frameon=False, loc="upper left")


def _profile(axes: Any, data: Path) -> None:
    share = {row[:2]: 100 * float(row[3] or 0) for row in load_csv(profile.PROFILE, data)}
    searches = (("thesis", "#868e96", -0.27), ("textbook", X_COLOR, 0), ("solver", O_COLOR, 0.27))
    for search, color, shift in searches:
        shares = [share.get((search, part), 0) for part in profile.PARTS]
        at = [n + shift for n in range(len(shares))]
        axes.barh(at, shares, 0.27, color=color, label=search)
    axes.set_yticks(range(len(profile.PARTS)), profile.PARTS)
    axes.set_xlabel("share of time (thesis) or instructions, %")
    axes.invert_yaxis()
    axes.legend(frameon=False)


def _parity(axes: Any, data: Path) -> None:
    rates = [n / 200 for n in range(61)]
    for players, color in ((3, X_COLOR), (5, O_COLOR)):
        chances = [(1 + (1 - 2 * rate) ** players) / 2 for rate in rates]
        bound = 0.5 + 2.0 ** -((players + 1) // 2)
        axes.plot(rates, chances, color=color, label=f"GHZ state, {players} players")
        axes.axhline(bound, color=color, linestyle=":", label=f"classical bound, {players} players")
    axes.set_xlabel("probability of a wrong answer of each player")
    axes.set_ylabel("probability of winning")
    axes.legend(frameon=False)


def _rules(axes: Any, data: Path) -> None:
    rows = [row for row in load_csv(atlas.ATLAS, data) if row[4] != "match"]
    value = {row[:5]: float(Fraction(str(row[5]))) for row in rows}
    columns = list(dict.fromkeys((row[0], row[4]) for row in rows))
    lines = list(dict.fromkeys(row[1:4] for row in rows))
    cells = [[value.get((c, *line, s), float("nan")) for c, s in columns] for line in lines]
    picture = axes.imshow(cells, cmap="coolwarm", vmin=-1, vmax=1, aspect="auto")
    axes.set_xticks(range(len(columns)), [f"{s}, {c}" for c, s in columns], rotation=60, ha="right")
    axes.set_yticks(range(len(lines)), [", ".join(map(str, line)) for line in lines])
    axes.set_ylabel("pair loops, last square, end")
    axes.figure.colorbar(picture, label="value, points of X minus O")


def _errors(axes: Any, data: Path) -> None:
    rows = load_csv(levels.LEVELS, data)
    for level in dict.fromkeys(row[0] for row in rows):
        mine = [row for row in rows if row[0] == level and int(row[2] or 0) >= levels.FEW]
        shares = [100 * int(row[3] or 0) / int(row[2] or 1) for row in mine]
        axes.plot([row[1] for row in mine], shares, "o-", label=level)
    axes.set_xlabel("marks before the decision")
    axes.set_ylabel("decisions that lose value, %")
    axes.legend(frameon=False)


Draw = Callable[[Any, Path], None]
PLOTS: dict[str, tuple[tuple[float, float], Draw]] = {
    "orders": ((8, 5), _orders),
    "marks": ((6, 4), _marks),
    "profile": ((7, 4), _profile),
    "errors": ((6, 4), _errors),
    "parity": ((6, 4), _parity),
    "rules": ((8, 4.5), _rules),
}
"""The size in inches and the function of each plot."""
