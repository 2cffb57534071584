"""``qttt audit``: checks the recorded measurements of coins."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from qttt.notation.points import format_count
from qttt.play.audit import CoinAudit, audit_record

from .declared import command
from .games import numbered, records_in
from .options import Ascii, Json, Source
from .output import OutputStyle, held_back, json_list, show_text, stdout_style
from .progress import games_progress
from .sources import read_source


@dataclass
class CoinCounts:
    """The number of coins, of wrong ones, and of those that were not fully checked."""

    coins: int = 0
    wrong: int = 0
    open: int = 0

    def __str__(self) -> str:
        if not self.coins:
            return "No coin decided anything here."
        coins = format_count(self.coins, "coin")
        return f"{coins}: {self.wrong} wrong, {self.open} not fully checked."


@command(
    epilog="The exit code is 1 if anything is wrong. FILE contains records (.qtn).",
)
def audit(source: Source, json: Json = False, ascii: Ascii = False) -> int:
    counts = CoinCounts()
    records = records_in(read_source(source).parts, source)
    with games_progress(prints=True) as report:
        games = _counted(map(audit_record, records), counts)
        if json:
            with json_list({}, "games") as add:
                for done, game in enumerate(games, 1):
                    add([_facts(coin) for coin in game])
                    report(done)
        else:
            style = stdout_style(ascii=ascii)
            with held_back(show_text) as write:
                for done, (number, game) in enumerate(numbered(games), 1):
                    write("".join(f"{line}\n" for line in page(number, game, style)))
                    report(done)
                write(f"{counts}\n")
    return int(counts.wrong > 0)


def _counted(
    games: Iterable[tuple[CoinAudit, ...]], counts: CoinCounts
) -> Iterator[tuple[CoinAudit, ...]]:
    for game in games:
        counts.coins += len(game)
        counts.wrong += sum(map(is_wrong, game))
        counts.open += sum(map(_is_open, game))
        yield game


def is_wrong(audited: CoinAudit) -> bool:
    """Return whether a check of that coin failed."""
    return any(finding.status == "wrong" for finding in audited.findings)


def _is_open(audited: CoinAudit) -> bool:
    return any(finding.status == "not checked" for finding in audited.findings)


def page(number: int | None, game: Iterable[CoinAudit], style: OutputStyle) -> Iterator[str]:
    """Format the findings about each coin of a game."""
    if number:
        yield f"Game {number}"
    for coin in game:
        yield from _coin(coin, style)


def _coin(audited: CoinAudit, style: OutputStyle) -> Iterator[str]:
    yield f"{audited.position} {audited.move}  {audited.source}"
    sign = {"right": "✓", "wrong": "✗", "not checked": "?"}
    plain = {"right": "+", "wrong": "-", "not checked": "?"}
    for grade, text in audited.findings:
        yield f"  {(sign if style.unicode else plain)[grade]} {text}"


def _facts(audited: CoinAudit) -> dict[str, object]:
    return {
        "position": str(audited.position),
        "move": audited.move,
        "source": audited.source,
        "findings": [{"grade": grade, "text": text} for grade, text in audited.findings],
    }
