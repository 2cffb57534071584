"""Each game of a tournament is played exactly once, and the totals are right."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from qttt.arena import (
    ArenaError,
    GameResult,
    Tournament,
    TournamentResult,
    TournamentSettings,
    local,
    run_tournaments,
)
from qttt.arena.errors import FolderError, WorkersError
from qttt.arena.game import play
from qttt.arena.workers import Workers
from tests.arena.bots import named

SETTINGS = TournamentSettings("easy", "random", seed=4)


def records(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in sorted(folder.glob("game-*.qtn"))}


def played(tournament: Tournament, jobs: int = 1) -> list[int]:
    """Play the remaining games and return their numbers in the order in which they ended."""
    numbers: list[int] = []
    with local(jobs) as workers:
        run_tournaments([tournament], workers, lambda _, game: numbers.append(game.number))
    return numbers


def test_stored_games_are_not_played_again(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    assert played(Tournament(SETTINGS, 6, folder)) == [1, 2, 3, 4, 5, 6]
    assert records(folder) == {f"game-{n:05}.qtn": play(SETTINGS, n) for n in range(1, 7)}
    again = Tournament(SETTINGS, 6, folder)
    assert again.remaining == []
    assert len(again.result.games) == 6


def test_lost_record_is_reproduced(tmp_path: Path) -> None:
    played(Tournament(SETTINGS, 6, tmp_path))
    before = records(tmp_path)
    (tmp_path / "game-00003.qtn").unlink()
    (tmp_path / ".qttt-0123456789abcdef.tmp").write_text("half")
    assert played(Tournament(SETTINGS, 6, tmp_path)) == [3]
    assert records(tmp_path) == before


def test_tournament_can_be_extended_or_cut_short(tmp_path: Path) -> None:
    played(Tournament(SETTINGS, 4, tmp_path))
    assert played(Tournament(SETTINGS, 6, tmp_path)) == [5, 6]
    assert len(Tournament(SETTINGS, 2, tmp_path).result.games) == 2


def test_number_of_processes_does_not_matter(tmp_path: Path) -> None:
    settings = TournamentSettings("nodes=30", "easy", "qubic3", seed=2)
    for jobs in (1, 2):
        assert sorted(played(Tournament(settings, 8, tmp_path / str(jobs)), jobs)) == [*range(1, 9)]
    assert records(tmp_path / "1") == records(tmp_path / "2")


def test_several_tournaments_at_once(tmp_path: Path) -> None:
    others = [
        Tournament(SETTINGS, 2),
        Tournament(TournamentSettings("random", "easy"), 4, tmp_path),
    ]
    with local(1) as workers:
        run_tournaments(others, workers)
    assert [other.remaining for other in others] == [[], []]
    assert [other.is_resumable for other in others] == [False, True]


def test_error_during_a_tournament_keeps_the_finished_games(tmp_path: Path) -> None:
    tournament = Tournament(SETTINGS, 4, tmp_path)

    def fail(_: Tournament, game: GameResult) -> None:
        if game.number == 2:
            raise ZeroDivisionError

    with local(1) as workers, pytest.raises(ZeroDivisionError):
        run_tournaments([tournament], workers, fail)
    assert Tournament(SETTINGS, 4, tmp_path).remaining == [3, 4]


def test_dead_worker_process(monkeypatch: pytest.MonkeyPatch) -> None:
    with local(2) as workers:
        dying = Workers(_Dying(workers), workers.max_pending)  # type: ignore[arg-type]
        with pytest.raises(WorkersError, match=r"^the worker processes have died$"):
            run_tournaments([Tournament(SETTINGS, 2)], dying)


class _Dying:
    """An executor whose processes exit instead of playing."""

    def __init__(self, workers: Workers) -> None:
        self._executor = workers.executor

    def submit(self, *_: object) -> object:
        import os

        exit_process: Callable[[int], None] = os._exit
        return self._executor.submit(exit_process, 1)


# --- totals --------------------------------------------------------------------------------------


def game(number: int, a: float, b: float, moves: str = "") -> GameResult:
    return GameResult(number, (number - 1) % 2, (a, b), moves or str(number))


def test_tally() -> None:
    games = (game(1, 1, 0.5), game(2, 0, 0), game(3, 0, 2), game(4, 1.5, 0, "3"))
    result = TournamentResult(SETTINGS, games)
    assert [result.count(score) for score in (1, 0.5, 0)] == [2, 1, 1]
    assert [result.count(score, 0) for score in (1, 0.5, 0)] == [1, 0, 1]
    assert [result.count(score, 1) for score in (1, 0.5, 0)] == [1, 1, 0]
    assert result.points == (2.5, 2.5)
    assert result.mean_score == 0.625
    assert result.pairs == (0.75, 0.5)
    assert result.distinct_games == 4
    assert result.elo_interval[0] < result.elo < result.elo_interval[1]
    assert result.forfeits == ()


def test_repeated_games_are_counted_for_each_colour() -> None:
    games = (game(1, 1, 0, "12"), game(2, 0, 1, "12"), game(3, 1, 0, "12"), game(4, 0, 1, "12"))
    assert TournamentResult(SETTINGS, games).distinct_games == 2


def test_forfeits_are_listed_and_the_tournament_goes_on() -> None:
    settings = TournamentSettings("random", named("crashes at once"), answer_timeout_s=60)
    tournament = Tournament(settings, 4)
    assert played(tournament) == [1, 2, 3, 4]
    assert [forfeit.number for forfeit in tournament.result.forfeits] == [1, 2, 3, 4]
    assert tournament.score == "+4 =0 -0"
    assert "ended with exit code 1" in tournament.result.forfeits[0].forfeit


# --- invalid input -------------------------------------------------------------------------------


@pytest.mark.parametrize("games", [-2, 0, 1, 7])
def test_games_come_in_pairs(games: int) -> None:
    with pytest.raises(ArenaError) as caught:
        Tournament(SETTINGS, games)
    even = "play an even number, so that both players have X equally often"
    assert str(caught.value) == f"{games} games cannot be paired: {even}"


def test_folder_of_another_tournament(tmp_path: Path) -> None:
    Tournament(SETTINGS, 2, tmp_path)
    before = (tmp_path / "match.json").read_bytes()
    with pytest.raises(FolderError) as caught:
        Tournament(TournamentSettings("easy", "random", "closer", seed=5), 2, tmp_path)
    assert str(caught.value) == (
        f"{tmp_path} holds a tournament with other settings (rules is 'goff', seed is 4): "
        "repeat those, or choose another folder"
    )
    assert (tmp_path / "match.json").read_bytes() == before


def test_folder_with_the_former_name_of_the_timeout(tmp_path: Path) -> None:
    Tournament(SETTINGS, 2, tmp_path)
    file = tmp_path / "match.json"
    file.write_text(file.read_text().replace("answer_timeout_s", "patience"))
    Tournament(SETTINGS, 2, tmp_path)


def test_folder_with_other_games(tmp_path: Path) -> None:
    (tmp_path / "mine.qtn").write_text("*")
    with pytest.raises(FolderError) as caught:
        Tournament(SETTINGS, 2, tmp_path)
    assert str(caught.value) == (
        f"{tmp_path / 'mine.qtn'} exists, but no match.json: choose another folder"
    )


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", json.dumps({"a": "easy"}), "\0"])
def test_invalid_settings_file(tmp_path: Path, text: str) -> None:
    (tmp_path / "match.json").write_text(text)
    with pytest.raises(FolderError) as caught:
        Tournament(SETTINGS, 2, tmp_path)
    error = "cannot be read as the settings of a tournament"
    assert str(caught.value) == f"{tmp_path / 'match.json'} {error}"


OTHER = play(TournamentSettings("easy", "random", seed=5), 1)
MISMATCHES = {
    "": "it does not contain exactly one game",
    OTHER * 2: "it does not contain exactly one game",
    OTHER: "its tag Seed is '5', not '4'",
    play(SETTINGS, 3): "its tag Round is '3', not '1'",
    play(TournamentSettings("random", "easy"), 1): "its tag X is 'random', not 'easy'",
    '[X "easy"][O "random"][Round "1"][Seed "4"] 1. 12 *': "its game is not over",
    play(SETTINGS, 1)[:-5]: "the game has no result; end it with *, or with points such as 1-0.5",
}


@pytest.mark.parametrize("text", MISMATCHES)
def test_record_of_another_game(tmp_path: Path, text: str) -> None:
    Tournament(SETTINGS, 2, tmp_path)
    path = tmp_path / "game-00001.qtn"
    path.write_text(text, "utf-8")
    with pytest.raises(FolderError) as caught:
        Tournament(SETTINGS, 2, tmp_path)
    assert str(caught.value) == (
        f"{path} is not a game of this tournament: {MISMATCHES[text]}; delete it to replay the game"
    )
    assert path.read_text("utf-8") == text
