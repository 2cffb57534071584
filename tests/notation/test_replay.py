"""Games survive conversion to a record and back; records are checked against the board."""

import pytest
from hypothesis import given

from qttt.game import Node, Position, Rules
from qttt.notation import (
    Record,
    RecordNode,
    UnwritableError,
    from_record,
    parse_moves,
    read_records,
    to_record,
    write_record,
)
from qttt.notation.tokens import Token
from tests.notation.games import contents, trees
from tests.strategies import PRESETS, Walk, walks

FINISHED = "1. 1-4 2. 3-4 3. 4-5 4. 4-9 5. 5-9~ @9 1-0"


@given(trees())
def test_round_trip_with_variations_and_comments(root: Node) -> None:
    (record,) = read_records(write_record(to_record(root, {"Event": 'a "game"'})))
    replayed = from_record(record).root
    assert contents(replayed) == contents(root)
    assert to_record(replayed, record.tags) == record


@given(walks(PRESETS))
def test_record_states_rules_numbers_loops_and_result(walk: Walk) -> None:
    root = Node(walk.positions[0])
    leaf = root
    for move in walk.moves:
        leaf = leaf.play(move)
    record = to_record(root)
    assert Rules.parse(record.tags["Rules"]) == walk.last.rules
    outcome = walk.last.outcome
    assert record.result == record.tags["Result"] == (outcome.result if outcome else "*")
    entries = [entry for _, entry in record.walk()]
    assert [e.number for e in entries if e.number] == [*range(1, len(walk.last.marks) + 1)]
    assert [e.token.closes_loop for e in entries] == [p.has_loop for p in walk.positions[1:]]


def test_the_documented_record() -> None:
    text = '[Rules "goff"]\n\n1. 1-2 2. 4-5 3. 2-3 4. 5-6 5. 3-6 6. 1-4~ @4 1-0.5\n'
    (record,) = read_records(text)
    root = from_record(record).root
    assert root.main_line[-1].position.outcome
    assert root.main_line[-1].moves == parse_moves("12 45 23 56 36 14 @4", Position()).moves
    assert write_record(record) == text


def test_game_can_start_from_a_position() -> None:
    start = Position.after((0, 1), (1, 4))
    root = Node(start)
    root.play(start.legal_moves[0])
    record = to_record(root)
    assert record.tags["Position"] == "12/25"
    assert write_record(record).endswith("\n\n3. 1-2~ *\n")
    assert from_record(record).root.position == start


def test_any_node_stands_for_the_game() -> None:
    leaf = parse_moves("12 25", Position())
    wrong = {"Position": "wrong", "Result": "2-0", "Rules": "krist"}
    for node in leaf.path:
        record = to_record(node, wrong)
        assert record.tags == {"Rules": "goff", "Result": "*"}
        assert [str(entry) for _, entry in record.walk()] == ["1. 1-2", "2. 2-5"]
        assert from_record(record).moves == leaf.moves


def test_tags_are_kept() -> None:
    record = to_record(Node(Position()), {"Zebra": "z", "O": "o"})
    assert record.tags == {"Zebra": "z", "O": "o", "Rules": "goff", "Result": "*"}


@pytest.mark.parametrize("result", ["1-0", "0-1", "0-0"])
@pytest.mark.parametrize("termination", ["resignation", "agreement", "time"])
def test_players_can_end_a_game_early(result: str, termination: str) -> None:
    leaf = parse_moves("12 25", Position())
    record = to_record(leaf.path[0], {"Termination": termination}, result)
    (parsed,) = read_records(write_record(record))
    assert parsed == record
    assert from_record(parsed).position == leaf.position


@pytest.mark.parametrize(
    ("moves", "tags", "result", "message"),
    [
        ("14 34 45 49 59 @9", {}, "0-1", "the result on the board is 1-0, not '0-1'"),
        (
            "14 34 45 49 59 @9",
            {"Termination": "resignation"},
            None,
            "the game ended on the board (line), not by 'resignation'",
        ),
        (
            "14",
            {"Termination": "full"},
            "1-0",
            "the game is not over, so the tag Termination cannot be 'full'",
        ),
        (
            "14",
            {},
            "1-0",
            "the game is not over, so its result is *; if it ended 1-0 by resignation or "
            "agreement, add the tag Termination",
        ),
    ],
    ids=["result", "resigned after the end", "not full", "no reason"],
)
def test_wrong_result_or_termination_is_rejected(
    moves: str, tags: dict[str, str], result: str | None, message: str
) -> None:
    root = parse_moves(moves, Position()).path[0]
    with pytest.raises(UnwritableError) as caught:
        to_record(root, tags, result)
    assert str(caught.value) == message


def test_termination_on_the_board_can_be_given() -> None:
    (record,) = read_records(f'[Termination "line"]\n{FINISHED}')
    assert from_record(record).position.outcome


def test_default_rules_are_goff() -> None:
    (record,) = read_records("*")
    assert from_record(record).root.position == Position()


def test_record_that_was_not_read_from_text_has_errors_too() -> None:
    record = Record(children=[RecordNode(Token(("1", "1")))])
    with pytest.raises(ValueError, match="line 1, column 1: 11 is not legal"):
        from_record(record)


def test_huge_numbers_in_the_rules_are_rejected() -> None:
    (record,) = read_records(f'[Rules "goff rows={"9" * 9999}"] *')
    with pytest.raises(ValueError, match="in the tag Rules"):
        from_record(record)


def test_many_variations_of_one_move_are_read() -> None:
    rules = Rules.parse("qubic5 rows=9 cols=9")
    root = Node(Position(rules))
    for move in root.position.legal_moves:
        root.play(move)
    (record,) = read_records(write_record(to_record(root)))
    assert contents(from_record(record).root) == contents(root)
