"""The golden table of levels, which the web app's tests read, matches the engine."""

from tests.golden import levels
from tests.golden.tables import rows
from tests.strategies import PRESETS


def test_the_table_is_current() -> None:
    assert levels.PATH.read_text(encoding="utf-8") == levels.table()


def test_every_preset_is_in_it() -> None:
    assert {row["rules"] for row in rows("levels.tsv")} >= set(PRESETS)
