"""Hypothesis strategies for games with variations and comments, tokens and records."""

import random

from hypothesis import strategies as st

from qttt.game import Node, Position
from qttt.notation import Record, RecordNode
from qttt.notation.tokens import Token
from tests.strategies import ALL, rule_sets, walks

SIGNS = '1234567890abcdzxoXO@~-/ ,()[]{}|!+;.*%\\"u\n\r\t=Rulesgoff½\ufeff\u202e'

comments = st.one_of(
    st.just(""), st.text(max_size=30), st.text(' %{}\\"\n\r\t;()[]*1.\u00a0\ud800', max_size=12)
)


@st.composite
def trees(draw: st.DrawFn, texts: tuple[str, ...] = ALL) -> Node:
    """Roots of games with variations and comments, starting from any reachable position."""
    start = draw(st.one_of(rule_sets(texts).map(Position), walks(texts).map(lambda w: w.last)))
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    root = Node(start)
    for _ in range(draw(st.integers(0, 6))):
        node = rng.choice(list(root.walk()))
        for _ in range(rng.choice((1, 3, 99))):
            if node.position.legal_moves:
                node = node.play(rng.choice(node.position.legal_moves))
        node.comment = draw(comments)
    root.comment = draw(comments)
    return root


def contents(root: Node) -> list[tuple[object, ...]]:
    """The contents of a tree as a list, for comparisons."""
    return [(n.position, n.move, n.comment, len(n.children)) for n in root.walk()]


squares = st.sampled_from(("1", "5", "9", "a1", "b12", "z26"))
tokens = st.one_of(
    st.builds(Token, st.tuples(squares), closes_loop=st.booleans()),
    st.builds(Token, st.tuples(squares, squares), closes_loop=st.booleans()),
    st.builds(
        Token,
        st.tuples(squares),
        is_collapse=st.just(True),
        mark=st.sampled_from((None, "X1", "O2", "X999")),
    ),
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Records with moves that are not checked against a board."""
    names = st.builds("{}{}".format, st.sampled_from("XOazZ"), st.text("aZ09_", max_size=5))
    record = Record(
        draw(st.dictionaries(names, st.text(max_size=20), max_size=4)),
        draw(comments),
        result=draw(st.sampled_from(("*", "1-0", "1-1", "0.5-1"))),
    )
    lists = [record.children]
    for token in draw(st.lists(tokens, max_size=12)):
        number = None if token.is_collapse else draw(st.one_of(st.none(), st.integers(1, 9999)))
        node = RecordNode(token, number, draw(comments))
        draw(st.sampled_from(lists)).append(node)
        lists.append(node.children)
    return record
