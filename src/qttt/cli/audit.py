"""``qttt audit``: checks the recorded measurements of coins."""

from collections.abc import Iterator, Sequence

from qttt.notation import read_records
from qttt.notation.values import format_count
from qttt.play.audit import CoinAudit, audit_record

from .app import command_app
from .games import read_source
from .options import Ascii, Json, Source
from .output import OutputStyle, show, show_json, stdout_style

app = command_app()


@app.command(
    help="Check the coins that decided collapses in records.",
    epilog="The exit code is 1 if anything is wrong. FILE contains records (.qtn).",
)
def audit(source: Source, json: Json = False, ascii: Ascii = False) -> int:
    games = [audit_record(record) for record in read_records(read_source(source).text)]
    if json:
        show_json({"games": [[_facts(each) for each in game] for game in games]})
    else:
        show(page(games, stdout_style(ascii=ascii)))
    return int(any(is_wrong(each) for game in games for each in game))


def is_wrong(audited: CoinAudit) -> bool:
    """Return whether a check of that coin failed."""
    return any(finding.status == "wrong" for finding in audited.findings)


def page(games: Sequence[Sequence[CoinAudit]], style: OutputStyle) -> Iterator[str]:
    """Format the findings about each coin, and a summary."""
    for number, game in enumerate(games, 1):
        if len(games) > 1:
            yield f"Game {number}"
        for each in game:
            yield from _coin(each, style)
    yield _sum([each for game in games for each in game])


def _coin(audited: CoinAudit, style: OutputStyle) -> Iterator[str]:
    yield f"{audited.position} {audited.move}  {audited.source}"
    sign = {"right": "✓", "wrong": "✗", "not checked": "?"}
    plain = {"right": "+", "wrong": "-", "not checked": "?"}
    for grade, text in audited.findings:
        yield f"  {(sign if style.unicode else plain)[grade]} {text}"


def _sum(coins: Sequence[CoinAudit]) -> str:
    if not coins:
        return "No coin decided anything here."
    wrong = sum(map(is_wrong, coins))
    open_ = sum(any(finding.status == "not checked" for finding in coin.findings) for coin in coins)
    return f"{format_count(len(coins), 'coin')}: {wrong} wrong, {open_} not fully checked."


def _facts(audited: CoinAudit) -> dict[str, object]:
    return {
        "position": str(audited.position),
        "move": audited.move,
        "source": audited.source,
        "findings": [{"grade": grade, "text": text} for grade, text in audited.findings],
    }
