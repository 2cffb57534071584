"""Links and examples of the documents.

A ``python`` block is a doctest, and the blocks of one file share their names. A ``console`` block
is a list of commands after ``$``, each with its output; ``...`` matches anything.
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.helpers import qttt

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted(
    path
    for top in (".", "docs", "spec", "kernel", "bench", "tests")
    for path in (ROOT / top).glob("*.md" if top == "." else "**/*.md")
    if "node_modules" not in path.parts
)
FENCE = re.compile(r"^( *)```(\w*)[^\n]*\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(<?([^)\s>]+)>?[^)]*\)")
HEADING = re.compile(r"^#+ +(.+?) *#*$", re.MULTILINE)

every_document = pytest.mark.parametrize(
    "document", DOCUMENTS, ids=[path.relative_to(ROOT).as_posix() for path in DOCUMENTS]
)


def blocks(text: str, language: str) -> str:
    """Return the blocks in one language, with other lines empty to preserve line numbers."""
    kept = [""] * len(text.splitlines())
    for fence in FENCE.finditer(text):
        if fence[2] == language:
            first = text.count("\n", 0, fence.start()) + 1
            lines = [line.removeprefix(fence[1]) for line in fence[3].splitlines()]
            kept[first : first + len(lines)] = lines
    return "\n".join(kept) + "\n"


def anchors(text: str) -> set[str]:
    """Return the anchors of the headings: lower case, no punctuation, dashes for spaces."""
    plain = (re.sub(r"[^\w\- ]", "", title.lower()) for title in HEADING.findall(prose(text)))
    return {title.replace(" ", "-") for title in plain}


def prose(text: str) -> str:
    """Return a document without its blocks and without `code`."""
    return re.sub(r"`[^`\n]*`", lambda code: re.sub(r"[\[\]()]", "", code[0]), FENCE.sub("", text))


@every_document
def test_links_lead_somewhere(document: Path) -> None:
    lost = []
    for link in LINK.findall(prose(document.read_text("utf-8"))):
        name, _, anchor = link.partition("#")
        target = document.parent / name if name else document
        if re.match(r"[a-z]+:", link):
            continue
        if not target.exists() or (anchor and anchor not in anchors(target.read_text("utf-8"))):
            lost.append(link)
    assert lost == []


@every_document
def test_headings_are_unique_within_their_document(document: Path) -> None:
    titles = HEADING.findall(prose(document.read_text("utf-8")))
    assert [title for title in dict.fromkeys(titles) if titles.count(title) > 1] == []


@every_document
def test_pictures_reserve_their_room(document: Path) -> None:
    text = document.read_text("utf-8")
    for picture in re.findall(r"<img [^>]*>", text):
        assert re.search(r' width="\d+" height="\d+"', picture), picture


@every_document
def test_python_examples_print_what_they_show(document: Path) -> None:
    text = document.read_text("utf-8")
    for fence in FENCE.finditer(text):
        assert fence[2] != "python" or ">>>" in fence[3], f"not an example: {fence[0]}"
    examples = doctest.DocTestParser().get_doctest(
        blocks(text, "python"), {}, document.name, str(document), 0
    )
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=report.append)
    assert report == []


SLOW = (
    *("sheets", "serve", "store", "tournament", "ladder", "coins"),
    *("audit", "circuit", "convert", "exercises", "puzzles", "shell", "tablebase"),
)
"""Commands whose examples take more than two seconds; tests of the command run by day."""


def console_sections() -> Iterator[object]:
    """Yield the console blocks of each document by section."""
    for document in DOCUMENTS:
        for section in re.split(r"^(?=## )", document.read_text("utf-8"), flags=re.MULTILINE):
            title = section.partition("\n")[0].strip("# `")
            if commands := blocks(section, "console").strip():
                is_slow = title.startswith(tuple(f"qttt {name}" for name in SLOW))
                yield pytest.param(
                    commands + "\n",
                    id=f"{document.relative_to(ROOT).as_posix()}-{title}",
                    marks=pytest.mark.nightly if is_slow else (),
                )


def output_of(command: str) -> str:
    """Run one command, in this process if it is `qttt` alone; return all that it prints."""
    if command.startswith("qttt ") and not re.search(r"[|<>&;$*]", command):
        done = qttt(*shlex.split(command)[1:])
        return done.out + done.err
    run = subprocess.run(command, shell=True, capture_output=True, encoding="utf-8")
    return run.stdout + run.stderr


@pytest.mark.long
@pytest.mark.parametrize("section", [*console_sections()])
def test_commands_print_what_they_show(
    section: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", section, re.MULTILINE):
        printed, wanted = output_of(command).rstrip(), shown.rstrip()
        same = doctest.OutputChecker().check_output(wanted, printed, doctest.ELLIPSIS)
        assert same, f"$ {command}\n{printed}\n-- is not --\n{wanted}"


def test_the_picture_in_the_readme_is_what_qttt_draws() -> None:
    from qttt import read
    from qttt.notation.svg import board_svg

    picture = board_svg(read("12 25 59 15").position, collapses=True)
    assert (ROOT / "docs" / "board.svg").read_text("utf-8") == picture
