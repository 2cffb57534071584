"""Coins that devices measure: saved before they are shown, and audited."""

import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from qttt.game import Placement, Position, Rules
from qttt.notation import Record, read_records, write_record
from qttt.play import (
    Coin,
    Match,
    Toss,
    check_coin,
    load,
    match_from_record,
    match_to_record,
    measured_coin,
    named_coin,
    save,
    seeded_coin,
    system_coin,
    with_fallback,
)
from qttt.play.archive import toss_and_save
from qttt.play.audit import audit_record
from qttt.play.coins import CoinFault, without_repetition
from qttt.play.comments import coin_comment, read_coin
from qttt.play.errors import CoinError
from qttt.play.local_game import LocalGame
from qttt.quantum import DeviceError, Pool, ProofError, open_source
from qttt.quantum.audit import AuditStatus

from .helpers import always, never, snapshot

CHANCE = Rules.preset("qubic3")


def pending(rules: Rules = CHANCE) -> Match:
    match = Match(rules)
    for _ in range(2):
        match.play(Placement(0, 1))
    return match


def played(seed: int = 1) -> Match:
    """A match with two loops that QX collapsed."""
    match, coin = pending(), measured_coin(open_source("qx", seed=seed))
    match.toss(coin)
    for _ in range(2):
        match.play(Placement(3, 4))
    match.toss(coin)
    return match


# --- check_coin -----------------------------------------------------------------------------------


@pytest.mark.parametrize("coin", [system_coin, seeded_coin(3), named_coin("qx", seed=1)])
def test_valid_coins_pass(coin: Coin) -> None:
    check_coin(coin)


def offline(position: Position) -> Toss:
    raise DeviceError("the device is offline")


def test_broken_coins_fail() -> None:
    early, late = open_source("qx", seed=1).fetch(1)[0], open_source("qx", seed=2).fetch(1)[0]
    late = replace(late, time="3000-01-01T00:00:00+00:00")
    both = [Toss(each.bit, "qx", each) for each in (early, late)]
    broken = {
        "is not fair: 120 of 120 bits were 1": always(1),
        "is not fair: 0 of 120 bits were 1": always(0),
        "it must return a Toss": lambda position: 1,
        "the device is offline": offline,
        "returns measurements out of order": lambda position: both[len(position.marks) % 2],
    }
    for message, coin in broken.items():
        with pytest.raises(CoinFault, match=message):
            check_coin(coin)  # type: ignore[arg-type]


def test_a_coin_of_another_loop_fails() -> None:
    other = Position.after((1, 2), (1, 2), rules=CHANCE)
    coin = measured_coin(open_source("qx", seed=1))
    with pytest.raises(CoinFault, match="the circuit is neither that of the loop nor a plain coin"):
        check_coin(lambda position: coin(other))


def test_the_bit_of_a_toss_is_the_measured_one() -> None:
    measurement = open_source("qx", seed=1).fetch(1)[0]
    with pytest.raises(CoinError, match=r"the coin shows \d, but \d was measured"):
        Toss(1 - measurement.bit, "qx", measurement)


def test_the_fallback_of_a_device_that_fails() -> None:
    toss = with_fallback(offline, always(1, "a friend"))(pending().position)
    assert (toss.bit, toss.source) == (1, "a friend, as the device is offline")
    assert with_fallback(always(0), never)(pending().position).source == "test"


def test_the_fallback_of_a_missing_pool(tmp_path: Path) -> None:
    coin = named_coin(f"pool:{tmp_path / 'none'}")
    toss = coin(pending().position)
    assert toss.source.startswith("operating system, as there is no pool ")
    assert toss.measurement
    assert toss.measurement.source == "os"


def test_an_unknown_source() -> None:
    with pytest.raises(DeviceError, match="unknown source of coins 'dice'"):
        named_coin("dice")


# --- records -------------------------------------------------------------------------------------


def restored(match: Match) -> Match:
    (record,) = read_records(write_record(match_to_record(match)))
    return match_from_record(record)


def test_measurements_are_restored_from_a_record() -> None:
    match = played()
    match.node.comment = 'so {it} "goes"]'
    assert snapshot(restored(match)) == snapshot(match)
    assert [*restored(match).tosses.values()] == [*match.tosses.values()]


@pytest.mark.parametrize("source_text", ["plain", 'a "b" \\ ] } {', "ξ"])
def test_a_comment_has_a_note_and_a_rest(source_text: str) -> None:
    measurement = open_source("qx", seed=1).fetch(1)[0]
    for toss in (Toss(1, source_text), Toss(measurement.bit, source_text, measurement)):
        note, rest = read_coin(f"{coin_comment(toss)} and more")
        assert note == (toss.source, toss.measurement)
        assert rest == "and more"


@pytest.mark.parametrize("comment", ["", "why?", "[%coin]", '[%coin "a" x]', '[%coin "a" {}x'])
def test_other_comments_have_no_note(comment: str) -> None:
    if "{}" in comment:
        with pytest.raises(ProofError, match="the measurement lacks its backend"):
            read_coin(comment)
    else:
        assert read_coin(comment) == (None, comment)


def test_an_unreadable_measurement() -> None:
    text = '[Rules "qubic3"] 1-2 1-2 @1 {[%coin "a" {"bit": 1]} *'
    with pytest.raises(ValueError, match="the measurement of a coin cannot be read: Expecting ','"):
        match_from_record(read_records(text)[0])


# --- crashes ----------------------------------------------------------------------------

KILLED = """
import os, signal, sys
from qttt.play import load, named_coin
from qttt.play.archive import toss_and_save
match = load(sys.argv[1])
if sys.argv[2] == "before":
    import qttt.play.archive as archive
    archive.save = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
toss_and_save(match, named_coin("qx"), sys.argv[1])
os.kill(os.getpid(), signal.SIGKILL)
print("shown")
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here")
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_toss_is_saved_before_it_is_shown(when: str, tmp_path: Path) -> None:
    file = tmp_path / "game.qtn"
    save(pending(), file)
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", KILLED, str(file), when]
    done = subprocess.run(command, env=paths, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (-signal.SIGKILL, b"")
    match = load(file)
    assert len(match.tosses) == (when == "after")
    if when == "after":
        match.undo()
        match.redo()
        assert match.position.classical
        match.undo()
        match.play(Placement(0, 1))
        match.toss(never)


def test_a_toss_that_cannot_be_saved_remains_in_the_match(tmp_path: Path) -> None:
    match = pending()
    with pytest.raises(OSError, match="No such file or directory"):
        toss_and_save(match, always(1), tmp_path / "no" / "game.qtn")
    assert [toss.bit for toss in match.tosses.values()] == [1]
    match.undo()
    match.redo()
    assert toss_and_save(pending(), always(1), tmp_path / "game.qtn")


# --- audit ---------------------------------------------------------------------------------------


def record() -> Record:
    return match_to_record(played())


def forged(pattern: str, by: str, count: int = 1) -> list[str]:
    """The wrong findings for a record with part of its text replaced."""
    text = re.sub(r"\s+", " ", write_record(record()))
    text, changes = re.subn(pattern, by, text, count=count)
    assert changes == count
    (read,) = read_records(text)
    return [
        finding.text
        for each in audit_record(read)
        for finding in each.findings
        if finding.status is AuditStatus.WRONG
    ]


def test_an_honest_record() -> None:
    audited = audit_record(record())
    assert [each.move for each in audited] == [
        each.position.name(each.position.legal_moves[toss.bit])
        for each, toss in zip(audited, played().tosses.values(), strict=True)
    ]
    for each in audited:
        assert {finding.status for finding in each.findings} == {AuditStatus.RIGHT}
        assert len(each.findings) == 5


def test_the_other_collapse_was_played() -> None:
    other = {"@1": "@2", "@2": "@1"}
    move = audit_record(record())[0].move
    assert forged(rf"{move} ", f"{other[move]} ") == [
        f"the bit stands for {move}, but {other[move]} was played"
    ]


def test_a_bit_was_changed() -> None:
    bit = next(iter(played().tosses.values())).bit
    wrong = forged(rf'"bit": {bit}', f'"bit": {1 - bit}')
    assert len(wrong) == 2
    assert f"decodes to {bit}, not {1 - bit}" in wrong[0]


def test_a_seed_was_changed() -> None:
    wrong = [forged(r'"seed": \d+', f'"seed": {seed}') for seed in range(12)]
    assert any(text and re.match(r"seed \d+ gives \d\d, not \d\d", text[0]) for text in wrong)


def test_a_circuit_was_changed() -> None:
    assert forged(r"H q\[0\]", "X q[0]") == [
        "the circuit is neither that of the loop nor a plain coin"
    ]


def test_coins_out_of_order() -> None:
    (wrong,) = forged(r'"time": "2', '"time": "3')
    assert re.match(r"2.* is before the previous coin at 3.*", wrong)


def test_a_shot_that_was_used_twice(tmp_path: Path) -> None:
    measurement = open_source("qx", seed=1).fetch(1)[0]
    match = pending()
    match.toss(lambda _: Toss(measurement.bit, "pool", measurement))
    for _ in range(2):
        match.play(Placement(3, 4))
    match.toss(lambda _: Toss(measurement.bit, "pool", measurement))
    texts = [
        finding.text for each in audit_record(match_to_record(match)) for finding in each.findings
    ]
    assert texts.count("the same shot decided another collapse as well") == 2


def wrong(match: Match) -> list[str]:
    return [
        finding.text
        for each in audit_record(match_to_record(match))
        for finding in each.findings
        if finding.status is AuditStatus.WRONG
    ]


def continued(file: Path, *sources: str) -> Match:
    """Play one loop with each coin, in a game that is saved and continued."""
    save(Match(CHANCE), file)
    for number, source in enumerate(sources):
        game = LocalGame(Match(CHANCE), coin=named_coin(source, seed=7))
        game.load(file)
        for _ in range(2):
            game.play(Placement(3 * number, 3 * number + 1))
        game.toss()
        save(game.match, file)
    return load(file)


@pytest.mark.parametrize("coins", [["os", "old"], ["qx", "old"], ["new", "old", "qx"]])
@pytest.mark.parametrize("made_by", ["os", "qx"])
def test_bits_of_pools_are_older_than_other_coins(
    coins: list[str], made_by: str, tmp_path: Path
) -> None:
    names = {name: f"pool:{tmp_path / name}" for name in ("old", "new")}
    for name in names:
        Pool(tmp_path / name).add(open_source(made_by).fetch(1))
    match = continued(tmp_path / "game.qtn", *(names.get(coin, coin) for coin in coins))
    assert len(match.tosses) == len(coins)
    assert wrong(match) == []


def test_a_continued_game_repeats_no_shot_of_its_seed(tmp_path: Path) -> None:
    match = continued(tmp_path / "game.qtn", "qx", "qx", "qx")
    measured = [toss.measurement for toss in match.tosses.values()]
    assert len({each.seed for each in measured if each}) == 3
    assert wrong(match) == []


def test_a_coin_with_one_shot_is_not_tossed_for_ever() -> None:
    toss = Toss(0, "one", replace(open_source("qx", seed=1).fetch(1)[0], bit=0))
    assert without_repetition(lambda _: toss, [toss])(pending().position) == toss


def test_a_coin_without_a_measurement_is_unknown() -> None:
    match = pending()
    match.toss(always(1))
    (audited,) = audit_record(match_to_record(match))
    assert audited.source == "test"
    assert audited.findings == ((AuditStatus.UNKNOWN, "no measurement is recorded"),)
    both = read_records('[Rules "qubic3"] 1-2 1-2 @1 (@2) *')[0]
    (audited,) = audit_record(both)
    assert audited.findings[0] == (AuditStatus.WRONG, "the coin has both results")


def test_the_record_is_one_line_of_json_after_the_source() -> None:
    comment = record().children[0].children[0].children[0].comment
    found = re.fullmatch(r'\[%coin "QX simulator [\d.]+, seed \d+" (\{.*\})\]', comment)
    assert found
    assert json.loads(found[1])["source"] == "qx"
