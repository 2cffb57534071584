"""Annotation adds comments and variations, and changes nothing else."""

from hypothesis import given

from qttt.game import Node, Position, Rules
from qttt.notation import from_record, read_records, to_record, write_record
from qttt.study import annotate, review
from tests.notation.games import contents, trees
from tests.study.games import FEW, QUICK

ANNOTATED = """\
[Rules "goff"]
[Result "*"]

{hello\\n[%value 0.5] X: accuracy 0%, lost ½ of ½ at stake; O: accuracy 0%, lost
1 of 1 at stake} 1. 1-2 {why?\\n[%value 0] loses half a point; best 1-9 3-7}
(1. 1-9 {[%value 0.5] best} 2. 1-3 3. 1-7 4. 1-8 5. 1-3~ @1 6. 2-5 7. 2-4
8. 2-4~ @2) 2. 1-2~ {[%value 1] loses a point; best 1-3 1-5 3-5 3-9 5-9} (2. 1-3
{[%value 0] best} 3. 1-5 4. 2-8 5. 1-4 6. 1-6 7. 1-7 8. 1-3~ @1 9. 99) *
"""


def annotated(root: Node, *, variations: bool = False) -> Node:
    annotate(review(root, variations=variations))
    return root


def test_comments_have_the_value_the_verdict_and_better_moves() -> None:
    (record,) = read_records("{hello} 1. 1-2 {why?} 2. 1-2 *")
    assert write_record(to_record(annotated(from_record(record).root))) == ANNOTATED


def test_the_source_of_a_coin_stays_first() -> None:
    (record,) = read_records('[Rules "qubic3"]\n1. 1-9 2. 1-9~ @1 {[%coin "os"] oh} *')
    coin = annotated(from_record(record).root).main_line[-1]
    assert coin.comment == '[%coin "os"] oh\n[%value 1] luck: none'


@FEW
@given(trees(QUICK))
def test_annotation_keeps_the_game_and_is_idempotent(root: Node) -> None:
    main = [root, *root.main_line]
    before = {node: node.comment for node in root.walk()}
    annotated(root, variations=True)
    assert [root, *root.main_line] == main
    for node, comment in before.items():
        is_reviewed = node.parent or node.children
        original, _, annotation = node.comment.rpartition("[%value ")
        if is_reviewed:
            assert original == (f"{comment}\n" if comment else "")
        else:
            assert annotation == comment
    text = write_record(to_record(root))
    (record,) = read_records(text)
    assert contents(from_record(record).root) == contents(root)
    annotated(root)
    assert write_record(to_record(root)) == text


def test_game_without_moves_gets_no_comment() -> None:
    root = annotated(Node(Position(Rules())))
    assert (root.comment, root.children) == ("", [])
