"""The golden texts are current and parse to the games beside them."""

import json

import pytest

from qttt.game import Node, Rules
from qttt.notation import from_record, read, read_records
from tests.golden import texts
from tests.golden.tables import GOLDEN, rows

TEXTS = rows("texts.tsv")


def test_texts_are_current() -> None:
    assert (GOLDEN / "texts.tsv").read_text(encoding="utf-8") == texts.texts_text()


def test_armoured_files_are_current() -> None:
    assert (GOLDEN / "armour.tsv").read_text(encoding="utf-8") == texts.armour_text()


@pytest.mark.parametrize("row", TEXTS, ids=[f"{n} {row['kind']}" for n, row in enumerate(TEXTS)])
def test_texts_parse_to_their_games(row: dict[str, str]) -> None:
    text = json.loads(row["text"])
    if row["kind"] == "records":
        contents = [
            texts.contents(from_record(r).root, r.tags, r.result) for r in read_records(text)
        ]
    else:
        root: Node = read(text, Rules.parse(row["rules"])).path[0]
        contents = [texts.contents(root)]
    assert contents == json.loads(row["games"])


def test_every_outcome_of_damage_is_there() -> None:
    outcomes = {row["outcome"] for row in rows("armour.tsv")}
    assert {"refused", "plain", "0", "16", "48"} <= outcomes
