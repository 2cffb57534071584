"""Links: golden data shared with the app, laws, and errors."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.game import Position, Rules, RulesError
from qttt.notation import NotationError
from qttt.notation.links import MAX_LINK_CHARS, format_link, parse_link
from tests.golden.tables import rows
from tests.strategies import positions


@pytest.mark.parametrize("row", rows("links.tsv"), ids=lambda row: row["link"])
def test_golden_links(row: dict[str, str]) -> None:
    node = parse_link(row["link"])
    assert (str(node.position.rules), str(node.position)) == (row["rules"], row["position"])
    assert format_link(node) == row["written"]


@given(position=positions())
def test_a_link_leads_to_the_same_position(position: Position) -> None:
    link = format_link(parse_link(f"{position.rules}/{position}"))
    assert parse_link(link).position == position
    assert " " not in link


@given(text=st.text(max_size=40), rules=st.sampled_from(["goff", "krist rows=26 cols=26", ""]))
def test_any_text_is_read_or_rejected(text: str, rules: str) -> None:
    with suppress(ValueError):
        node = parse_link(f"{rules}/{text}")
        assert parse_link(format_link(node)).position == node.position


def test_long_links_are_rejected() -> None:
    with pytest.raises(
        NotationError, match="the text has 8,193 characters; at most 8,192 are read"
    ):
        parse_link("goff/" + "1" * (MAX_LINK_CHARS - 4))


def test_unknown_rules_are_rejected() -> None:
    with pytest.raises(RulesError, match="unknown preset 'chess'"):
        parse_link("chess/e4")
    assert parse_link("krist_rows=5_cols=5").position.rules == Rules.preset("krist", 5)
