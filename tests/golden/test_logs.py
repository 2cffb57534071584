"""The golden logs: the state of a game, and the digest, follow from its terms and entries."""

import json
from itertools import groupby
from operator import itemgetter

import pytest

from qttt.bot import RemoteGame
from qttt.play.log import EntryKind
from qttt.server.games.game import GameState
from qttt.server.protocol.outgoing import terms_info
from tests.golden.logs import row_of, terms
from tests.golden.tables import rows
from tests.server.log_entries import parse_entry

LOGS = {name: list(log) for name, log in groupby(rows("logs.tsv"), itemgetter("game"))}


def test_all_kinds_of_entries_are_in_the_golden_logs() -> None:
    entries = [json.loads(row["entry"]) for log in LOGS.values() for row in log[1:]]
    assert {entry["k"] for entry in entries} == set(EntryKind)


@pytest.mark.parametrize("name", LOGS)
def test_the_state_follows_from_the_log(name: str) -> None:
    head, *log = LOGS[name]
    stored = json.loads(head["entry"])
    game = GameState(terms(name, stored["rules"], stored["clock"]))
    assert row_of(game, game.terms.to_json()) == line(head)
    for row in log:
        entry = parse_entry(json.loads(row["entry"]))
        game.apply(entry)
        assert row_of(game, entry.text) == line(row)


@pytest.mark.parametrize("name", LOGS)
def test_bots_have_the_same_state(name: str) -> None:
    head, *log = LOGS[name]
    stored = json.loads(head["entry"])
    known = terms_info(terms(name, stored["rules"], stored["clock"]))
    fields = {each: getattr(known, each) for each in ("rules", "start", "clock", "created")}
    players = {"x": {"name": "Ann", "bot": True}, "o": {"name": "Bob", "bot": True}}
    sent: dict[str, object] = {
        "game": name,
        "terms": fields | players,
        "seat": "X",
        "entries": [],
        "clock": None,
    }
    game = RemoteGame(sent)
    for row in log:
        assert game.apply({"entries": [json.loads(row["entry"])], "clock": None})
        assert str(game.position) == row["position"]
        assert game.is_my_turn == (row["decider"] == "X")
        assert game.result == (row["result"].split()[0] if row["result"] != "-" else "*")
        theirs = [each for each in row["offers"].split(", ") if each.startswith("O ")]
        assert sorted(f"O {kind}" for kind in game.offers) == theirs


def line(row: dict[str, str]) -> str:
    return "\t".join(row.values()) + "\n"
