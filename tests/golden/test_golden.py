"""Checks the golden data against the code and the oracle, which computed most of them.

Rows with large counts are marked ``nightly``.
"""

from fractions import Fraction

import pytest

from qttt.game import Position, Rules
from tests import oracle, oracle_search
from tests.golden.tables import GOLDEN, columns, rows
from tests.strategies import game_of, marks_of, move_of, row_of, where_of

Row = dict[str, str]

FILES = sorted(path.name for path in GOLDEN.glob("*.tsv"))
PERFT = rows("perft.tsv")
COLLAPSES = rows("collapses.tsv")
GAMES = rows("games.tsv")
VALUES = rows("values.tsv")

FEW, MANY = 10_000, 6_000_000
"""Cost limits of one perft row, per commit and nightly."""

RULE_SETS = sorted({row["rules"] for row in PERFT})


def name_of(row: Row) -> str:
    return f"{row['rules']}: {row.get('moves') or row['position']}"


def position_of(row: Row, column: str = "position") -> Position:
    where = oracle.parse_position(oracle.parse_rules(row["rules"]), row[column])
    return Position(Rules.parse(row["rules"]), marks_of(where))


# ---------------------------------------------------------------------------- the files


def test_all_files_exist() -> None:
    wanted = {"presets.tsv", "perft.tsv", "collapses.tsv", "games.tsv", "values.tsv"}
    assert wanted <= set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_files_are_plain_tables(name: str) -> None:
    """LF, tab-separated, as many columns in each row as in the header, no duplicates."""
    text = (GOLDEN / name).read_bytes().decode("utf-8")
    assert "\r" not in text
    assert text.endswith("\n")
    table = [line for line in text.split("\n")[:-1] if not line.startswith("#")]
    assert table
    assert len(set(table)) == len(table)
    for line in table:
        assert len(line.split("\t")) == len(columns(name)), line


def test_every_preset_is_in_the_golden_data() -> None:
    for table in (PERFT, GAMES):
        assert {row["rules"] for row in table} >= set(oracle.PRESETS)
    quantum = {name for name, game in oracle.PRESETS.items() if game.marks == "quantum"}
    assert {row["rules"] for row in COLLAPSES} >= quantum


def test_every_ending_and_every_result_is_in_the_golden_data() -> None:
    assert {row["termination"] for row in GAMES} == {"line", "full", "blocked"}
    assert {row["result"] for row in GAMES} == {
        "1-0", "0-1", "1-0.5", "0.5-1", "1.5-0", "2-0", "0-0", "0-2", "1-1"
    }  # fmt: skip
    for scoring in ("goff", "winner", "complete", "match", "krist"):
        games = [row for row in GAMES if oracle.parse_rules(row["rules"]).scoring == scoring]
        assert {row["termination"] for row in games} >= {"full"}


# ---------------------------------------------------------------------------- the code


@pytest.mark.parametrize("row", rows("presets.tsv"), ids=lambda row: row["preset"])
def test_presets(row: Row) -> None:
    game = game_of(Rules.preset(row["preset"]))
    assert row == {
        "preset": row["preset"],
        **{key: "-" if value is None else str(value) for key, value in game._asdict().items()},
    }


def paths(position: Position, depth: int) -> int:
    moves = position.legal_moves
    if depth == 1:
        return len(moves)
    return sum(paths(position.play(move), depth - 1) for move in moves)


def cost(row: Row) -> int:
    """The largest number of paths to visit for this count."""
    same = (each for each in PERFT if name_of(each) == name_of(row))
    return max(int(each["count"]) for each in same if int(each["depth"]) <= int(row["depth"]))


COSTS = [(cost(row), row) for row in PERFT]


def perft_rows(rules: str, least: int, most: int) -> list[Row]:
    return [row for price, row in COSTS if row["rules"] == rules and least <= price < most]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_perft(rules: str) -> None:
    for row in perft_rows(rules, 0, FEW):
        assert paths(position_of(row), int(row["depth"])) == int(row["count"]), row


@pytest.mark.nightly
@pytest.mark.parametrize("rules", RULE_SETS)
def test_deeper_perft(rules: str) -> None:
    for row in perft_rows(rules, FEW, MANY):
        assert paths(position_of(row), int(row["depth"])) == int(row["count"]), row


@pytest.mark.parametrize("row", COLLAPSES, ids=lambda row: f"{name_of(row)} {row['collapse']}")
def test_collapses(row: Row) -> None:
    game, position = oracle.parse_rules(row["rules"]), position_of(row)
    loop = position.loop
    assert loop is not None
    assert str(position) == row["position"]
    assert position.chooser == row["chooser"]
    assert loop.closing == len(position.marks)
    assert ",".join(map(str, loop.marks)) == row["loop"]
    assert ",".join(position.rules.board.name(square) for square in loop.squares) == row["squares"]
    assert (",".join(map(str, loop.stems)) or "-") == row["stems"]
    move = move_of(oracle.parse_move(game, row["collapse"]))
    assert move in position.legal_moves
    assert position.name(move) == row["collapse"]
    assert str(position.play(move)) == row["after"]


@pytest.mark.parametrize("row", GAMES, ids=name_of)
def test_games(row: Row) -> None:
    game, position = oracle.parse_rules(row["rules"]), Position(Rules.parse(row["rules"]))
    for token in row["moves"].split(" "):
        assert position.outcome is None
        move = move_of(oracle.parse_move(game, token))
        assert position.name(move) == token
        position = position.play(move)
    outcome = position.outcome
    assert outcome is not None
    assert str(position) == row["position"]
    assert outcome.termination == row["termination"]
    assert outcome.result == row["result"]
    assert outcome.title == row["title"]
    assert sorted(map(row_of, outcome.lines)) == sorted(lines_of(game, row["lines"]))


def lines_of(game: oracle.Game, text: str) -> list[oracle.Row]:
    """Parse lines such as ``X5:1,5,9;O6:…``."""
    found = []
    for line in text.split(";") if text != "-" else ():
        label, _, names = line.partition(":")
        squares = tuple(oracle.square_at(game, name) for name in names.split(","))
        found.append(oracle.Row(int(label[1:]), label[0], squares))
    return found


def value(position: Position, known: dict[Position, Fraction]) -> Fraction:
    if position not in known:
        each = [value(position.play(move), known) for move in position.legal_moves]
        if position.outcome is not None:
            known[position] = Fraction(position.outcome.value)
        elif position.to_move == "chance":
            known[position] = sum(each, Fraction(0)) / len(each)
        else:
            known[position] = (max if position.to_move == "X" else min)(each)
    return known[position]


def counted(most: int) -> list[Row]:
    return [row for row in VALUES if row["positions"] != "-" and int(row["positions"]) <= most]


@pytest.mark.parametrize("row", counted(1500), ids=name_of)
def test_values(row: Row) -> None:
    known: dict[Position, Fraction] = {}
    assert value(position_of(row), known) == Fraction(row["value"])
    assert len(known) == int(row["positions"])


@pytest.mark.nightly
@pytest.mark.parametrize("row", counted(1_000_000), ids=name_of)
def test_more_values(row: Row) -> None:
    assert value(position_of(row), {}) == Fraction(row["value"])


def test_values_are_multiples_of_one_part_in_32() -> None:
    for row in VALUES:
        assert (Fraction(row["value"]) * 32).denominator == 1
        assert str(float(row["value"])).removesuffix(".0") == row["value"]


# ---------------------------------------------------------------------------- the oracle


@pytest.mark.parametrize("row", GAMES, ids=name_of)
def test_the_oracle_agrees_on_games(row: Row) -> None:
    game = oracle.parse_rules(row["rules"])
    where = oracle.after(game, row["moves"])
    assert oracle.position_text(game, where) == row["position"]
    assert oracle.termination(game, where) == row["termination"]
    x, o = oracle.points(game, where)
    assert f"{x:g}-{o:g}" == row["result"]


@pytest.mark.parametrize("row", COLLAPSES, ids=lambda row: f"{name_of(row)} {row['collapse']}")
def test_the_oracle_agrees_on_collapses(row: Row) -> None:
    game = oracle.parse_rules(row["rules"])
    where = oracle.parse_position(game, row["position"])
    loop = oracle.pending_loop(where)
    assert loop is not None
    assert ",".join(map(str, loop.marks)) == row["loop"]
    assert oracle.to_move(game, where) == row["chooser"]
    after = oracle.play(where, oracle.parse_move(game, row["collapse"]))
    assert oracle.position_text(game, after) == row["after"]


def check_oracle(table: list[Row]) -> None:
    for row in table:
        game = oracle.parse_rules(row["rules"])
        where = oracle.parse_position(game, row["position"])
        assert oracle.paths(game, where, int(row["depth"])) == int(row["count"]), row


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_oracle_agrees_on_small_perft(rules: str) -> None:
    check_oracle(perft_rows(rules, 0, 1500))


@pytest.mark.nightly
@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_oracle_agrees_on_perft(rules: str) -> None:
    check_oracle(perft_rows(rules, 1500, 200_000))


@pytest.mark.nightly
@pytest.mark.parametrize("row", counted(10_000), ids=name_of)
def test_the_oracle_agrees_on_values(row: Row) -> None:
    game = oracle.parse_rules(row["rules"])
    assert oracle_search.value(game, oracle.parse_position(game, row["position"])) == float(
        row["value"]
    )


@pytest.mark.parametrize("rules", sorted({row["rules"] for row in PERFT + VALUES}))
def test_positions_in_the_golden_data_are_reachable(rules: str) -> None:
    game = oracle.parse_rules(rules)
    for row in PERFT + VALUES:
        if row["rules"] == rules:
            where = oracle.parse_position(game, row["position"])
            assert oracle_search.fits_the_theorem(game, where)
            assert str(position_of(row)) == row["position"]
            assert where_of(position_of(row)) == where
