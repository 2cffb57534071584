"""Matches at equal processor time, with a clock that counts its calls instead."""

import mmap
from itertools import count

import pytest

from bench.duel import Duel, Side, duel, main
from qttt.game import Rules

KRIST = Rules.parse("krist rows=3 cols=3")


def play(first: str, second: str, openings: int = 2) -> tuple[Duel, Side, Side]:
    sides = Side.parse(first), Side.parse(second)
    ticks = count()
    return (
        duel(KRIST, sides, 3, openings, clock=lambda: float(next(ticks))),
        *sides,
    )


def test_a_match_depends_only_on_its_seed() -> None:
    assert play("everything", "plain")[0] == play("everything", "plain")[0]


def test_the_other_side_gets_the_rest_of_the_points() -> None:
    one, other = play("everything", "plain")[0], play("plain", "everything")[0]
    assert [1 - share for share in one.shares] == other.shares
    assert one.games == 4


def test_time_is_multiplied() -> None:
    _, longer, usual = play("plain:time=4", "plain")
    assert longer.simulations / longer.moves > 2 * usual.simulations / usual.moves


def test_a_side_can_have_an_evaluator() -> None:
    learned, _ = play("everything:evaluator=shipped", "everything:time=0.5:evaluator=shipped")[1:]
    assert learned.evaluator == "shipped"
    assert learned.simulations
    with pytest.raises(ValueError, match="no evaluator for goff is shipped"):
        main(["goff", "everything:evaluator=shipped", "plain", "--games", "2"])


def test_a_path_can_have_colons() -> None:
    side = Side.parse(r"plain:evaluator=C:\one.qte:time=2")
    assert (side.evaluator, side.budget) == (r"C:\one.qte", 2)
    with pytest.raises(ValueError, match=r"C:\\new\.dll: "):
        Side.parse(r"C:\new.dll:time=2")


def test_the_error_is_that_of_openings() -> None:
    result = Duel([1.0, 0.5, 0.5, 0.0])
    assert result.share == 0.5
    assert result.error == pytest.approx(0.2041, abs=1e-4)
    assert Duel([1.0]).error == 0.5


def test_each_search_has_the_memory_that_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes, allocate = list[int](), mmap.mmap

    def memory(file: int, size: int, *, access: int) -> mmap.mmap:
        sizes.append(size)
        return allocate(file, size, access=access)

    monkeypatch.setattr(mmap, "mmap", memory)
    sides = ["krist rows=2 cols=3", "everything", "plain"]
    main([*sides, "--ms", "0.1", "--games", "2", "--megabytes", "2"])
    assert set(sizes) == {2 << 20}


def test_the_command_prints_the_share(capsys: pytest.CaptureFixture[str]) -> None:
    main(["krist rows=2 cols=3", "everything", "everything", "--ms", "0.1", "--games", "2"])
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].endswith("% of 2 games")
    assert [line.split()[0] for line in printed[1:]] == ["first:", "second:"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["krist", "everything", "plain:time=0"], "argument second: 0 is not positive"),
        (["krist", "everything", "plain:time=nan"], "argument second: nan is not positive"),
        (["chess", "everything", "plain"], "argument rules: "),
        (["krist", "everything", "plain", "--games", "0"], "--games must be even"),
        (["krist", "everything", "plain", "--games", "3"], "--games must be even"),
        (["krist", "everything", "plain", "--ms", "0"], "argument --ms: 0 is not positive"),
        (["krist", "everything", "plain", "--megabytes", "0"], "--megabytes must be from 1 to"),
        (["krist", "everthing", "plain"], "neither everything, plain nor a library of the kernel"),
        (["krist", "./none.so", "plain"], "none.so"),
        (["krist", "everything", "plain:speed=2"], "no options ['speed']: write time=NUMBER or"),
    ],
)
def test_bad_arguments_are_rejected(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    assert message in capsys.readouterr().err
