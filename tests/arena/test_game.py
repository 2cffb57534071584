"""A game is determined by the settings of its tournament and its number."""

import sys
from typing import Any

import pytest

from qttt.arena import ArenaError, TournamentSettings
from qttt.arena.errors import ContenderError
from qttt.arena.game import play
from qttt.extras import MissingExtraError
from qttt.game import Player, Rules, RulesError
from qttt.notation import from_record, read_records
from qttt.play import match_from_record
from qttt.quantum import DeviceError, Source, open_source
from tests.arena.bots import named
from tests.quantum.positions import PAIR


def tags(text: str) -> dict[str, str]:
    return read_records(text)[0].tags


def test_tags_of_a_record() -> None:
    record = tags(play(TournamentSettings("easy", "nodes=5", "qubic3", seed=3), 2))
    assert {name: record[name] for name in ("Event", "Round", "X", "O", "XKind", "OKind")} == {
        "Event": "easy - nodes=5",
        "Round": "2",
        "X": "nodes=5",
        "O": "easy",
        "XKind": "search",
        "OKind": "easy",
    }
    assert (record["Rules"], record["Seed"]) == ("qubic3", "3")


def test_record_can_be_loaded_as_a_match() -> None:
    text = play(TournamentSettings("random", "random", "qubic4"), 1)
    match = match_from_record(read_records(text)[0])
    assert match.outcome
    assert {toss.source for toss in match.tosses.values()} <= {
        f"seed {TournamentSettings('random', 'random').derived_seed(1, 'coin')}"
    }


def test_the_system_decides_while_the_coin_cannot_be_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The device is away for the first two tosses, at which each opens it anew."""
    settings = TournamentSettings("random", "random", "qubic3", coin="qx")
    errors = [DeviceError("the device is away")] * 2

    def open_later(name: str, **options: Any) -> Source:
        if name == "qx" and errors:
            raise errors.pop()
        return open_source(name, **options)

    monkeypatch.setattr("qttt.play.coins.open_source", open_later)
    sources = [
        toss.source
        for number in range(1, 9)
        for toss in match_from_record(read_records(play(settings, number))[0]).tosses.values()
    ]
    assert sources[:2] == ["operating system, as the device is away"] * 2
    assert all(source.startswith("QX simulator") for source in sources[2:])
    assert len(sources) > 4


def test_a_coin_whose_packages_are_missing_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "qxelarator", None)
    coin = TournamentSettings("random", "random", "qubic3", coin="qx").coin_for(1)
    with pytest.raises(MissingExtraError):
        coin(PAIR)


def test_an_unknown_coin() -> None:
    with pytest.raises(DeviceError, match="unknown source of coins 'dice'"):
        TournamentSettings("random", "random", coin="dice")


@pytest.mark.parametrize("rules", ["goff", "qubic3", "krist", "no-pair-loops", "classic3"])
def test_same_number_same_game(rules: str) -> None:
    settings = TournamentSettings("random", "nodes=20", rules, seed=5)
    games = [play(settings, number) for number in (1, 2, 3)]
    assert [play(settings, number) for number in (3, 1, 2)] == [games[2], games[0], games[1]]
    assert len(set(games)) == 3
    assert play(TournamentSettings("random", "nodes=20", rules, seed=6), 1) != games[0]


def test_colours_alternate_and_pairs_share_their_opening() -> None:
    settings, openings = TournamentSettings("random", "easy", opening=4, seed=1), []
    for number in range(1, 9):
        record = read_records(play(settings, number))[0]
        assert record.tags["X"] == ("random" if number % 2 else "easy")
        openings.append(from_record(record).root.main_line[3].moves)
    assert openings[::2] == openings[1::2]
    assert len(set(openings)) == 4


def test_opening_closes_no_loop_and_ends_no_game() -> None:
    for number in range(1, 30):
        end = from_record(
            read_records(play(TournamentSettings("random", "random", opening=8), number))[0]
        )
        start = end.path[8].position
        assert not start.classical
        assert not start.has_loop
    long = play(TournamentSettings("random", "random", "classic3", opening=99), 1)
    assert from_record(read_records(long)[0]).position.outcome


def test_seats() -> None:
    assert TournamentSettings("easy", "hard").seats(1) == {Player.X: 0, Player.O: 1}
    assert TournamentSettings("easy", "hard").seats(2) == {Player.X: 1, Player.O: 0}


# --- programs ------------------------------------------------------------------------------------


def test_program_plays_and_its_games_repeat() -> None:
    settings = TournamentSettings(named(), "easy", budget="nodes=9", answer_timeout_s=60, seed=8)
    assert play(settings, 1) == play(settings, 1) != play(settings, 3)


FORFEITS = {
    "crashes at once": "after 'qttt': it ended with exit code 1 (no configuration file)",
    "line without an end": "after 'qttt': it wrote a line that is too long",
    "empty range": "after 'qttt': malformed option 'seed number 0 0 -1': write NAME number DEFAULT "
    "LEAST MOST, with LEAST at most MOST",
    "plays goff only": "after 'newgame rules krist': it answered: error rules goff only",
    "crashes in the middle": "after 'go nodes 9': it ended with exit code 3",
    "illegal move": "illegal move '99': there is no square '9' on this 4×4 board; its squares are "
    "a1 to d4",
}


@pytest.mark.parametrize("fault", FORFEITS)
def test_faulty_program_forfeits(fault: str) -> None:
    settings = TournamentSettings(
        named(fault), "random", "krist", budget="nodes=9", answer_timeout_s=60
    )
    for number, result, seat in ((1, "0-1", "X"), (2, "1-0", "O")):
        text = play(settings, number)
        record = tags(text)
        assert (record["Result"], record["Termination"]) == (result, "forfeit")
        assert record["Forfeit"] == f"{seat}, {named(fault)}: {FORFEITS[fault]}"
        assert from_record(read_records(text)[0]).root.position.outcome is None


def test_silent_program_forfeits() -> None:
    record = tags(
        play(TournamentSettings(named("silent"), "random", "qubic3", answer_timeout_s=0.1), 2)
    )
    assert (record["Result"], record["Termination"]) == ("2-0", "forfeit")
    assert record["Forfeit"] == f"O, {named('silent')}: after 'qttt': no answer in time"


def test_missing_program_forfeits() -> None:
    record = tags(play(TournamentSettings("exec:./there-is-none", "random"), 1))
    reason = "./there-is-none cannot be started: No such file or directory"
    assert record["Forfeit"] == f"X, exec:./there-is-none: {reason}"


# --- invalid settings ----------------------------------------------------------------------------


def test_other_version_of_qttt() -> None:
    settings = TournamentSettings("easy", "hard", version="0.0.1")
    with pytest.raises(
        ArenaError, match=r"^this tournament was started with qttt 0.0.1; this is qttt "
    ):
        play(settings, 1)


def test_invalid_settings() -> None:
    with pytest.raises(ContenderError, match="unknown player 'nemo'"):
        TournamentSettings("easy", "nemo")
    with pytest.raises(ContenderError, match="krist cannot be solved: the board is too big"):
        TournamentSettings("easy", "solver", "krist")
    with pytest.raises(ContenderError, match="invalid budget '1'"):
        TournamentSettings("easy", "hard", budget="1")
    with pytest.raises(RulesError):
        TournamentSettings("easy", "hard", "gof")
    with pytest.raises(ArenaError, match=r"^opening must be from 0 to 99 placements, not 100$"):
        TournamentSettings("easy", "hard", opening=100)
    with pytest.raises(ArenaError, match=r"^the answer timeout must be from 0 to 86400 s, not -1$"):
        TournamentSettings("easy", "hard", answer_timeout_s=-1)
    assert TournamentSettings("easy", "hard", str(Rules())).threads == 1
