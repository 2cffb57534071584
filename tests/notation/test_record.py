"""Records survive a round trip with any comments and tags."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from qttt.notation import (
    NotationError,
    Record,
    RecordNode,
    UnwritableError,
    read_records,
    read_tokens,
    write_record,
)
from qttt.notation.record_reader import MAX_RECORDS_CHARS
from qttt.notation.tokens import Token
from tests.notation.games import records

GAME = '[Rules "goff"]\n\n1. 1-2 {x} 2. 1-2~ (2. 1-3) @1 *\n'


def outline(record: Record) -> list[str]:
    """The moves in the order of the text, each after its parent."""
    return [f"{before and before.token} {node.token}" for before, node in record.walk()]


@given(records())
def test_round_trip(record: Record) -> None:
    assert read_records(write_record(record)) == [record]


def test_known_tags_are_written_first_in_their_order() -> None:
    names = ["Termination", "Zoo", "Result", "O", "Position", "Rules", "Ant", "Round", "Event"]
    names += ["X", "Date", "Site"]
    text = write_record(Record(dict.fromkeys(names, "*")))
    written = re.findall(r"^\[(\w+)", text, re.MULTILINE)
    roster = ["Event", "Site", "Date", "Round", "X", "O"]
    roster += ["Rules", "Position", "Result", "Termination"]
    assert written == [*roster, "Zoo", "Ant"]


@given(st.lists(records(), max_size=3))
def test_concatenated_records_are_a_file(games: list[Record]) -> None:
    assert read_records("".join(map(write_record, games))) == games


@given(records())
def test_line_ends_and_byte_order_mark_of_any_editor_are_read(record: Record) -> None:
    text = write_record(record)
    for end in ("\r\n", "\r"):
        assert read_records("\ufeff" + text.replace("\n", end)) == [record]


@given(st.text())
@example("} *")
@example("\\")
@example(" two  spaces ")
@example("%percent " * 20)
@example("\ud800\x00\x1b\u2028\u202e")
@example('; ) ( [X ""] 1-0 {')
def test_any_comment_and_tag_survives(text: str) -> None:
    record = Record({"Event": text}, text, [RecordNode(Token(("1", "2")), 1, text)])
    written = write_record(record)
    assert read_records(written) == [record]
    assert all(char.isprintable() or char == "\n" for char in written)


@given(records())
def test_moves_are_wrapped_at_80_columns(record: Record) -> None:
    tags, _, moves = write_record(record).rpartition("\n\n")
    assert tags.count("\n") + bool(tags) == len(record.tags)
    for line in moves.splitlines():
        # A longer line has spaces only after numbers and before %, where it cannot be broken.
        assert len(line) <= 80 or not re.search(r"(?<!\d\.) (?!%)", line)


@given(st.lists(st.text("ab%}", min_size=1, max_size=12), min_size=1).map(" ".join))
def test_no_line_begins_with_a_percent_sign(comment: str) -> None:
    written = write_record(Record(comment=comment))
    assert not re.search("^%", written, re.MULTILINE)
    assert read_records(f"%a\n{written}% {{ [ (\n")[0].comment == comment


@given(st.lists(st.text("ab;%({", min_size=1), min_size=1), st.text(" \t\n\v\f\r", min_size=1))
def test_white_space_in_a_comment_is_one_space(words: list[str], space: str) -> None:
    (record,) = read_records(f"{{{space}{space.join(words)}{space}}}*")
    assert record.comment == " ".join(words)


def test_variation_replaces_the_move_before_it() -> None:
    (record,) = read_records("12 (13 (14 @1) 24) (15) 25 *")
    assert [str(node.token) for node in record.children] == ["1-2", "1-3", "1-4", "1-5"]
    assert outline(record) == [
        "None 1-2",
        "None 1-3",
        "1-3 2-4",
        "None 1-4",
        "1-4 @1",
        "None 1-5",
        "1-2 2-5",
    ]
    assert write_record(record).strip().replace("-", "") == "12 (13 24) (14 @1) (15) 25 *"


def test_a_comment_belongs_to_the_move_before_it() -> None:
    (record,) = read_records("{a};b\n{c} 1. {d} 12 {e} ({f} 13 {g} {h}) ; i\n *")
    main, variation = record.children
    assert record.comment == "a\nb\nc\nd"
    assert (main.comment, variation.comment) == ("e\ni", "f\ng\nh")


def test_a_draw_and_a_move_on_the_first_square_are_distinguished() -> None:
    (draw,) = read_records("1. 1-1 1-1")
    assert (draw.children[0].token, draw.result) == (Token(("1", "1")), "1-1")
    assert write_record(draw) == "1. 11 1-1\n"


def test_result_after_a_move_without_space_is_not_lost() -> None:
    (record,) = read_records('[X "a"]1. 12{b}(1. 13)0.5-1')
    assert (record.result, record.tags) == ("0.5-1", {"X": "a"})


def test_positions_in_the_text_are_kept() -> None:
    (record,) = read_records('\ufeff[X "a"]\r\n\r\n1. 12\r\n{b} 0-1')
    assert str(record.tag_locations["X"]) == "line 1, column 5"
    assert str(record.children[0].location) == "line 3, column 1"
    assert str(record.children[0].token.location) == "line 3, column 4"
    assert str(record.result_location) == "line 4, column 5"


def test_files_without_games() -> None:
    assert read_records("") == read_records(" \n%skipped\n") == []


@pytest.mark.parametrize("cut", range(1, len(GAME) - 2))
def test_truncated_file_is_rejected(cut: int) -> None:
    with pytest.raises(NotationError):
        read_records(GAME[:cut])


def test_text_beyond_the_limit_is_rejected() -> None:
    with pytest.raises(NotationError, match="has 1,048,577 characters; at most 1,048,576 are read"):
        read_records("*" + " " * MAX_RECORDS_CHARS)


def test_deep_and_long_games() -> None:
    deep = "12 (" * 5_000 + "13" + ")" * 5_000 + " 24 @1" * 5_000 + " *"
    (record,) = read_records(deep)
    assert read_records(write_record(record)) == [record]
    assert repr(record) == "<Record of 15001 moves, *>"
    assert repr(record.children[1]) == "<RecordNode 1-2>"


def test_records_with_different_contents_differ() -> None:
    (record,) = read_records(GAME)
    texts = (GAME.replace("x", "y"), GAME.replace("goff", "krist"), GAME.replace("*", "1-0"))
    for text in (*texts, GAME.replace(" @1", ""), GAME.replace("1-3", "1-4")):
        assert read_records(text) != [record]
    assert record != GAME


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (
            Record({"a b": ""}),
            "'a b' is not a tag name; use letters, digits and _, with a letter first",
        ),
        (
            Record(result="1/2"),
            "'1/2' is not a result; choose one of 1-0 0-1 1-0.5 0.5-1 1.5-0 2-0 0-0 0-2 1-1 *",
        ),
        (Record({"Result": "1-0"}), "the tag Result says '1-0', but the result is *"),
    ],
    ids=["tag", "result", "contradiction"],
)
def test_unreadable_records_are_not_written(record: Record, message: str) -> None:
    with pytest.raises(UnwritableError, match=f"^{re.escape(message)}$"):
        write_record(record)


def test_numbers_are_those_of_the_text() -> None:
    (record,) = read_records("7... 12 8.13 @1 14 *")
    numbers = [node.number for _, node in record.walk()]
    assert numbers == [7, 8, None, None]
    assert [node.token for _, node in record.walk()] == read_tokens("12 13 @1 14")
