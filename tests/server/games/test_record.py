"""Games as records: every record can be parsed."""

from hypothesis import given
from hypothesis import strategies as st

from qttt.notation import read_records, write_record
from qttt.play import match_from_record
from qttt.play.log import EntryKind
from qttt.server.games.commands import timeout_entries
from qttt.server.games.game import GameState
from qttt.server.games.record import game_to_record

from .helpers import O, X, do, play, terms


def record_text(game: GameState) -> str:
    text = write_record(game_to_record(game.terms, game.entries))
    match_from_record(read_records(text)[0])
    return text


def test_a_record_has_clocks_tosses_and_variations() -> None:
    game = play(GameState(terms("qubic3")), "12", now=1_500)
    play(game, "45", now=9_000)
    do(game, O, EntryKind.OFFER_TAKEBACK, now=9_500)
    do(game, X, EntryKind.ACCEPT_TAKEBACK, now=10_500)
    play(game, "12", now=15_000)
    do(game, X, EntryKind.RESIGN, now=16_000)
    assert record_text(game) == WHOLE


WHOLE = """\
[Date "1970.01.01"]
[X "Ann"]
[O "Bob"]
[Rules "qubic3"]
[Result "0-2"]
[Termination "resignation"]
[Game "game000001"]
[Clock "60+1"]
[Rated "yes"]

1. 1-2 {[%clk 0:01:00]} 2. 1-2~ {[%clk 0:00:56]} (2. 4-5 {[%clk 0:01:00]}) @2
{[%coin "test"]} 0-2
"""


def test_a_loss_on_time() -> None:
    game = play(GameState(terms()), "12", "23", "45", "56")
    do(game, O, EntryKind.OFFER_TAKEBACK)
    do(game, X, EntryKind.ACCEPT_TAKEBACK)
    game.advance(timeout_entries(game, 10**6))
    text = record_text(game)
    assert '[Result "1-0"]\n[Termination "time"]\n[Game "game000001"]\n' in text
    assert text.endswith("3. 4-5 {[%clk 0:01:01]} 1-0\n")


def test_an_aborted_game_has_no_result() -> None:
    game = play(GameState(terms()), "12")
    do(game, O, EntryKind.ABORT)
    text = record_text(game)
    assert '[Termination "aborted"]' in text
    assert text.endswith("1. 1-2 {[%clk 0:01:00]} *\n")


@given(st.lists(st.integers(0, 99), max_size=20), st.sampled_from(["goff", "qubic3", "classic3"]))
def test_every_record_can_be_parsed(numbers: list[int], rules: str) -> None:
    game = GameState(terms(rules, "3d"))
    for number in numbers:
        if game.is_over:
            break
        moves = game.position.legal_moves
        play(game, game.position.name(moves[number % len(moves)]))
    match = match_from_record(read_records(record_text(game))[0])
    assert (match.position, match.outcome) == (game.position, game.outcome)
