"""The golden tables of levels, which the web app's tests read, match the engine."""

from tests.golden import choices, levels
from tests.golden.tables import rows
from tests.strategies import PRESETS


def test_the_table_is_current() -> None:
    assert levels.PATH.read_text(encoding="utf-8") == levels.table()


def test_the_table_of_their_choices_is_current() -> None:
    assert choices.PATH.read_text(encoding="utf-8") == choices.table()


def test_every_preset_is_in_it() -> None:
    assert {row["rules"] for row in rows("levels.tsv")} >= set(PRESETS)
