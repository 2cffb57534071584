"""`qttt coins` and `qttt audit`, and games whose coins are measured."""

import json
import re
import sqlite3
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

import pytest

from qttt.notation import read_records, write_record
from qttt.play import Match, match_to_record, measured_coin
from qttt.play.local_game import LocalGameSetup
from qttt.quantum import Measurement, Pool, coin_circuit, open_source
from qttt.quantum.battery import MIN_BITS
from qttt.quantum.measurement import measurement_of
from tests.cli.helpers import error_of, qttt, stdout_of
from tests.play.test_quantum_coins import pending, played

TIME = "2026-01-02T03:04:05+00:00"


def test_a_pool_is_filled_and_shown(tmp_path: Path) -> None:
    file = tmp_path / "coins"
    page = stdout_of("coins", "fetch", file, "--bits", "50", "--seed", "3")
    assert page.splitlines()[:3] == [
        "Measured   50 bits, 24 of them 1",
        f"Backend    QX simulator {version('qxelarator')}",
        "Noise      0.00 %: 0 of 150 qubits contradict the bit of their shot",
    ]
    Pool(file).take()
    shown = json.loads(stdout_of("coins", "show", file, "--json"))
    assert (shown["bits"], shown["ones"], shown["left"], shown["used"]) == (50, 24, 49, 1)
    fetched = json.loads(stdout_of("coins", "fetch", file, "--bits", "2", "--json"))
    assert (fetched["asked"], fetched["left"], fetched["noise"]) == (2, 51, 0.0)


def test_noise_is_shown(tmp_path: Path) -> None:
    pool = Pool(tmp_path / "coins")
    shots = ("000", "110", "111", "100")
    pool.add(
        measurement_of(coin_circuit(), shot, source="qi", backend="Tuna", time=TIME)
        for shot in shots
    )
    assert "Noise      16.67 %: 2 of 12 qubits contradict" in stdout_of("coins", "show", pool.path)


def test_bits_without_qubits_have_no_noise(tmp_path: Path) -> None:
    page = stdout_of("coins", "fetch", tmp_path / "coins", "--source", "os", "--bits", "3")
    assert "Noise      not known: no qubits were measured\n" in page


def test_fewer_bits_than_requested(tmp_path: Path) -> None:
    stdout_of("coins", "fetch", tmp_path / "one", "--bits", "2")
    page = stdout_of("coins", "fetch", tmp_path / "two", "--source", f"pool:{tmp_path / 'one'}")
    assert "Measured   2 bits, " in page
    assert " of 100 requested\n" in page


@pytest.mark.parametrize("command", ["show", "check"])
def test_a_damaged_pool(tmp_path: Path, command: str) -> None:
    pool = Pool(tmp_path / "coins")
    pool.add(open_source("os").fetch(1))
    with closing(sqlite3.connect(pool.path)) as file, file:
        file.execute("update coins set measurement = null")
    file.close()
    assert error_of("coins", command, pool.path) == (
        f"the pool {pool.path} is damaged: a measurement is not text"
    )


def test_invalid_pool(tmp_path: Path) -> None:
    assert error_of("coins", "show", tmp_path / "x").endswith("create it with qttt coins fetch")
    assert error_of("coins", "fetch", tmp_path / "no" / "x").endswith(
        "cannot be used: unable to open database file"
    )
    assert error_of("coins", "fetch", tmp_path / "x", "--source", "dice").startswith(
        "unknown source of coins 'dice': choose from os (the operating system), qx"
    )


# --- check ---------------------------------------------------------------------------------------


def test_a_fair_source() -> None:
    page = stdout_of(
        "coins", "check", "--source", "qx", "--bits", "1000", "--seed", "3"
    ).splitlines()
    assert page[0] == "Test               p  Seen in 1,000 bits"
    assert page[1] == "balance            1  500 of 1,000 bits are 1"
    assert len(page) == 10
    assert page[-1] == "These bits look like those of a fair coin."
    again = json.loads(stdout_of("coins", "check", "--bits", "1000", "--seed", "3", "--json"))
    assert (again["bits"], again["rejecting"], len(again["tests"])) == (1000, [], 8)
    assert again["tests"][0]["seen"] in page[1]


def test_an_unfair_pool_sets_the_exit_code(tmp_path: Path) -> None:
    pool = Pool(tmp_path / "coins")
    pool.add([Measurement("mine", "my hand", TIME, number % 2) for number in range(1000)])
    done = qttt("coins", "check", pool.path)
    assert (done.code, done.err) == (1, "")
    assert done.out.splitlines()[-1] == (
        "Not fair (runs, longest run, words, places, echoes, repeats): "
        "only one in 1,000,000 fair coins deviates so much."
    )
    assert pool.counts().used == 0


def test_bits_that_cannot_be_tested(tmp_path: Path) -> None:
    pool = Pool(tmp_path / "coins")
    pool.add(open_source("os").fetch(10))
    few = error_of("coins", "check", pool.path)
    assert few == "1,000 bits or more are needed to judge a coin, not 10"
    both = error_of("coins", "check", pool.path, "--source", "os")
    assert both == "choose a pool or a --source"
    used = error_of("coins", "check", "--source", "pool:my.pool")
    assert used == "use qttt coins check my.pool: as a source its bits would be used up"
    assert "999 is not in the range x>=1000" in error_of("coins", "check", "--bits", "999")


def test_the_fewest_bits_are_those_of_the_battery() -> None:
    assert f"x>={MIN_BITS}" in stdout_of("coins", "check", "--help")


# --- games ---------------------------------------------------------------------------------------


def test_a_match_can_have_its_coins_measured(tmp_path: Path) -> None:
    command = ("tournament", "random", "random", "--rules", "qubic3", "--games", "2", "--jobs", "1")
    done = qttt(*command, "--coin", "qx", "--out", tmp_path / "games")
    assert done.code == 0, done.err
    (record,) = read_records((tmp_path / "games" / "game-00001.qtn").read_text("utf-8"))
    assert '[%coin "QX simulator ' in write_record(record)
    done = qttt("audit", tmp_path / "games" / "game-00001.qtn")
    assert (done.code, done.err) == (0, "")
    assert ": 0 wrong, 0 not fully" in done.out
    assert error_of(*command, "--coin", "dice").startswith("unknown source of coins 'dice'")


def test_default_coin_is_the_system_or_the_seed() -> None:
    loop = pending().position
    assert LocalGameSetup().coin(loop).source == "operating system"
    assert LocalGameSetup(seed=3).coin(loop).source == "seed 3"


# --- audit ---------------------------------------------------------------------------------------


def write(match: Match, path: Path) -> Path:
    path.write_text(write_record(match_to_record(match)), "utf-8")
    return path


def test_audit_lists_its_checks(tmp_path: Path) -> None:
    page = stdout_of("audit", write(played(), tmp_path / "game.qtn"), "--ascii")
    pattern = (
        r"12/12 @[12]  QX simulator [\d.]+, seed \d+\n"
        r"  \+ the circuit is that of this loop\n"
        r"  \+ \d\d decodes to [01]; 2 of 2 qubits agree\n"
        r"  \+ seed \d+ reproduces the shot\n"
        r"  \+ the bit stands for @[12], which was played\n"
        r"  \+ 2\S+ is not before any previous coin\n"
    )
    assert re.match(pattern, page)
    assert page.endswith("2 coins: 0 wrong, 0 not fully checked.\n")


def test_what_cannot_be_checked_is_marked(tmp_path: Path) -> None:
    match = pending()
    match.toss(measured_coin(open_source("os")))
    page = stdout_of("audit", write(match, tmp_path / "game.qtn"))
    assert "  ? a bit from operating system, which cannot be checked\n" in page
    assert page.endswith("1 coin: 0 wrong, 1 not fully checked.\n")


def test_a_forgery_is_detected_and_sets_the_exit_code(tmp_path: Path) -> None:
    path = write(played(), tmp_path / "game.qtn")
    path.write_text(path.read_text("utf-8").replace("H q[0]", "X q[0]"), "utf-8")
    done = qttt("audit", path, "--json")
    assert done.code == 1
    (game,) = done.json["games"]
    assert game[0]["position"] == "12/12"
    assert "wrong" in {finding["grade"] for each in game for finding in each["findings"]}


def test_several_games_and_none(tmp_path: Path) -> None:
    file = tmp_path / "games.qtn"
    file.write_text("1. 1-2 *\n1. 1-3 *\n", "utf-8")
    assert stdout_of("audit", file) == "Game 1\nGame 2\nNo coin decided anything here.\n"


def test_invalid_measurement(tmp_path: Path) -> None:
    file = tmp_path / "game.qtn"
    file.write_text('[Rules "qubic3"] 1-2 1-2 @1 {[%coin "a" {"bit": 1\\}]} *', "utf-8")
    assert error_of("audit", file) == "the measurement lacks its backend"
