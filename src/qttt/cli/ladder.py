"""``qttt ladder``: measures how much stronger each level is than the one below."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated

from qttt.arena import Tournament, TournamentResult
from qttt.arena.ladder import pairings, ratings, results
from qttt.engine.levels import ladders_for
from qttt.game import Rules

from . import tournament
from .declared import Option, command
from .errors import CliError
from .options import GamesSeed, Json
from .output import OutputStyle, show, show_json, stdout_style, write_file
from .tournament import Cluster, Jobs, Opening, Out
from .tournaments import arena_failures, format_elo, format_interval, format_percent, play

BEGIN, END = "<!-- qttt ladder -->", "<!-- the end of what qttt ladder writes -->"

_HEAD = ("Step", "Won", "Drawn", "Lost", "Share", "95 %", "Elo", "95 %")
Row = tuple[str, ...]


@command(
    epilog="PLAYERS are written as for `qttt tournament`, separated by commas, weakest first.",
)
def ladder(
    rules: Annotated[
        list[str] | None,
        Option(metavar="RULES", help="Can be repeated.", show_default="goff"),
    ] = None,
    games: Annotated[int, Option(metavar="N", help="In each tournament; an even number.")] = 100,
    players: Annotated[
        str | None, Option(metavar="PLAYERS", help="Players instead of the levels.")
    ] = None,
    all_pairs: Annotated[bool, Option("--all", help="Every pair, not only neighbours.")] = False,
    seed: GamesSeed = 0,
    opening: Opening = 0,
    out: Out = None,
    write: Annotated[
        Path | None, Option(metavar="FILE", help="Write the tables to a Markdown file.")
    ] = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    with arena_failures():
        names = [name.strip() for name in players.split(",")] if players else None
        ladders = {
            str(preset): [
                pair
                for ladder in ([names] if names else _ladders(preset, all_pairs))
                for pair in pairings(
                    ladder,
                    preset,
                    games,
                    seed=seed,
                    opening=opening,
                    all_pairs=all_pairs,
                    folder=out,
                )
            ]
            for preset in map(Rules.parse, rules or ["goff"])
        }
        document = _Document(write) if write else None
        play([pair for ladder_pairs in ladders.values() for pair in ladder_pairs], jobs, cluster)
        if document:
            document.write("\n" + markdown(ladders))
        if json:
            show_json([facts(name, ladder_pairs) for name, ladder_pairs in ladders.items()])
        else:
            show(page(ladders, stdout_style()))


def _ladders(rules: Rules, all_pairs: bool) -> Iterable[Sequence[str]]:
    """Return the ladders of levels, as a single one if every pair plays."""
    ladders = ladders_for(rules)
    return [list(dict.fromkeys(chain.from_iterable(ladders)))] if all_pairs else ladders


# --- output --------------------------------------------------------------------------------------


def page(ladders: dict[str, list[Tournament]], style: OutputStyle) -> Iterator[str]:
    """Format the steps and the ratings for each set of rules."""
    for number, (rules, pairs) in enumerate(ladders.items()):
        if number:
            yield ""
        tournament_results = [pair.result for pair in pairs]
        yield f"{rules}, {pairs[0].games:,} games each, seed {pairs[0].settings.seed}"
        yield from _text_table([_HEAD, *(_step(result, style) for result in tournament_results)])
        yield ""
        yield from _text_table([("Player", "Elo"), *_ratings(tournament_results)])


def markdown(ladders: dict[str, list[Tournament]]) -> str:
    """Format the ladders in Markdown."""
    lines = []
    for rules, pairs in ladders.items():
        tournament_results = [pair.result for pair in pairs]
        about = f"{pairs[0].games:,} games each, seed {pairs[0].settings.seed}"
        lines += [f"## {rules}", "", f"{about[0].upper()}{about[1:]}.", ""]
        lines += [
            *_markdown_table(
                [_HEAD, *(_step(result, OutputStyle()) for result in tournament_results)]
            ),
            "",
        ]
        lines += [*_markdown_table([("Player", "Elo"), *_ratings(tournament_results)]), ""]
    return "\n".join(lines)


def _step(result: TournamentResult, style: OutputStyle) -> Row:
    low, high = (format_elo(end, style) for end in result.elo_interval)
    return (
        f"{result.settings.a} - {result.settings.b}",
        *(f"{result.count(score):,}" for score in (1, 0.5, 0)),
        format_percent(result.mean_score),
        format_interval(result.share_interval),
        format_elo(result.elo, style),
        f"{low} to {high}",
    )


def _ratings(tournament_results: Sequence[TournamentResult]) -> list[Row]:
    elos = ratings(results(tournament_results))
    return [(name, f"{elo:.0f}") for name, elo in sorted(elos.items(), key=lambda entry: -entry[1])]


def _text_table(rows: Sequence[Row]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if number else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def _markdown_table(rows: Sequence[Row]) -> list[str]:
    head, *others = (f"| {' | '.join(row)} |" for row in rows)
    return [head, f"|{'|'.join(['---', *['---:'] * (len(rows[0]) - 1)])}|", *others]


def facts(rules: str, pairs: Sequence[Tournament]) -> dict[str, object]:
    """Return a ladder as JSON: tournaments as in ``qttt tournament --json``, and ratings."""
    tournament_results = [pair.result for pair in pairs]
    elos = {name: round(elo, 1) for name, elo in ratings(results(tournament_results)).items()}
    return {
        "rules": rules,
        "tournaments": [tournament.facts(result) for result in tournament_results],
        "elo": elos,
    }


# --- the document --------------------------------------------------------------------------------


class _Document:
    """A Markdown file with the tables between two marker lines; created if missing.

    Raises ``CliError`` if the file exists without the markers.
    """

    def __init__(self, path: Path) -> None:
        fresh = f"# Ladder\n\n{BEGIN}\n{END}\n"
        self._path, self._text = path, path.read_text("utf-8") if path.exists() else fresh
        if self._text.count(BEGIN) != 1 or self._text.partition(BEGIN)[2].count(END) != 1:
            raise CliError("file", f"no markers in {path}: add the lines {BEGIN} and {END}")

    def write(self, tables: str) -> None:
        """Replace the tables between the markers, keeping those of other rules."""
        before, _, rest = self._text.partition(BEGIN)
        old, _, after = rest.partition(END)
        merged = "\n\n".join((_sections(old) | _sections(tables)).values())
        write_file(self._path, f"{before}{BEGIN}\n\n{merged}\n\n{END}{after}")


def _sections(tables: str) -> dict[str, str]:
    """Split tables into sections by their heading, the rules."""
    sections = [f"## {text.strip()}" for text in tables.split("\n## ")[1:]]
    return {text.splitlines()[0]: text for text in sections}
