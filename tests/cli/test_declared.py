"""Commands get their parameters from the types of functions."""

from pathlib import Path
from typing import Annotated, Literal

import click
import pytest
from click.testing import CliRunner

from qttt.cli.declared import Argument, Group, Option, command, given_options

TAKEN: list[object] = []


@command(epilog="The end.")
def every_type(
    words: Annotated[list[str] | None, Argument(metavar="WORD", help="Some words.")] = None,
    size: Annotated[int, Option("-s", "--size", metavar="N", min=1, max=9, help="How big.")] = 3,
    ratio: Annotated[float | None, Option(min=0.5, help="A ratio.")] = None,
    is_open: Annotated[bool, Option("--open/--closed", help="Whether it is open.")] = True,
    plain: Annotated[bool, Option(help="A flag.")] = False,
    file: Annotated[Path, Option(help="A file.", show_default="there")] = Path("here"),
    paper: Annotated[Literal["A4", "Letter"], Option(help="A paper.")] = "A4",
    kind: Annotated[list[Literal["a", "b"]] | None, Option(help="Kinds.")] = None,
) -> int:
    TAKEN[:] = [words, size, ratio, is_open, plain, file, paper, kind, given_options()]
    return 0


DEFAULTS = [None, 3, None, True, False, Path("here"), "A4", None]


@pytest.mark.parametrize(
    ("line", "changed", "given"),
    [
        ("", {}, []),
        ("one two -s 9", {0: ["one", "two"], 1: 9}, ["words", "size"]),
        ("--ratio .5 --closed --plain", {2: 0.5, 3: False, 4: True}, ["ratio", "is_open", "plain"]),
        ("--file x --paper Letter", {5: Path("x"), 6: "Letter"}, ["file", "paper"]),
        ("--kind a --kind b", {7: ["a", "b"]}, ["kind"]),
        ("--size 3", {}, ["size"]),
    ],
)
def test_values_have_the_declared_types(
    line: str, changed: dict[int, object], given: list[str]
) -> None:
    result = CliRunner().invoke(every_type, line)
    assert (result.exit_code, result.output) == (0, "")
    assert TAKEN[:-1] == [changed.get(at, default) for at, default in enumerate(DEFAULTS)]
    assert sorted(map(str, TAKEN[-1])) == sorted(given)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--size 10", "10 is not in the range 1<=x<=9"),
        ("--ratio 0.4", "0.4 is not in the range x>=0.5"),
        ("--size x", "'x' is not a valid integer"),
        ("--paper A5", "'A5' is not one of 'A4', 'Letter'"),
        ("--kind c", "'c' is not one of 'a', 'b'"),
        ("--plan", "No such option '--plan'"),
    ],
)
def test_other_values_are_rejected(line: str, message: str) -> None:
    TAKEN.clear()
    result = CliRunner().invoke(every_type, line)
    assert result.exit_code == 2
    assert message.replace("'", "") in result.output.replace("'", "").replace(":", "")
    assert TAKEN == []


def test_help_names_parameters_limits_and_defaults() -> None:
    text = " ".join(CliRunner().invoke(every_type, "--help").output.split())
    for part in (
        "[OPTIONS] [WORD]...",
        "[WORD]... Some words.",
        "-s, --size N How big. [default: 3; 1<=x<=9]",
        "--open / --closed Whether it is open. [default: open]",
        "A file. [default: (there)]",
        "--paper [A4|Letter] A paper. [default: A4]",
        "The end.",
    ):
        assert part in text


def test_what_has_no_default_is_required() -> None:
    group = Group(help="Two commands.")

    @group.command(help="Copy.")
    def copy(
        source: Annotated[Path, Argument(metavar="FROM", help="Its source.")],
        to: Annotated[Path, Option(help="Its target.")],
    ) -> None:
        click.echo(f"{source} {to}")

    run = CliRunner().invoke
    assert run(group, "copy a --to b").output == "a b\n"
    assert "Missing argument 'FROM'" in run(group, "copy --to b").output
    assert "Missing option '--to'" in run(group, "copy a").output
    assert "copy  Copy." in run(group, "").output
