"""Docstrings in the Markdown that pages are made of.

They are written for who reads the code: an example stands by itself, ``::`` announces what is
shown as it is, a definition is indented under its term. Names lead to their entries, clauses of the
rules to their text.
"""

import re
from pathlib import Path
from typing import Any

import griffe

RULES = Path(__file__).resolve().parents[2] / "spec" / "rules.md"
CLAUSES = {
    found[1]: re.sub(r"[^\w ]", "", found[0].lower()).replace(" ", "-")
    for found in re.finditer(r"(?<=### )(R\d+) .*", RULES.read_text("utf-8"))
}
"""The clauses of the rules, each with the name of its heading."""

ANNOUNCED = re.compile(r"(?<=\w)::$", re.MULTILINE)
BARE = re.compile(r"^::\n", re.MULTILINE)
CITED = re.compile(r"\bR\d+\b")
CODE = re.compile(r"``([A-Za-z_][\w.]*)``")
DEFINITION = re.compile(r"^(\S.*)\n {4}", re.MULTILINE)
DEFINITIONS = re.compile(r"(?:^(?!- |>)\S.*[^:\n]\n(?: {4}.*(?:\n|\Z))+)+", re.MULTILINE)
EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class Markdown(griffe.Extension):
    """Rewrites every docstring."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called for each module, class, function and attribute, when all are known."""
        if obj.docstring:
            obj.docstring.value = markdown(obj, obj.docstring.value)


def markdown(owner: griffe.Object, docstring: str) -> str:
    """The docstring with links, with fences around examples, and with lists of definitions."""
    text = CODE.sub(lambda code: named(owner, code), docstring)
    text = CITED.sub(lambda clause: link(CLAUSES[clause[0]], clause[0]), text)
    text = DEFINITIONS.sub(definitions, BARE.sub("", ANNOUNCED.sub(":", text)))
    return EXAMPLE.sub("```pycon\n\\g<0>\n```", text)


def named(owner: griffe.Object, code: re.Match[str]) -> str:
    """A name in a docstring: a link if it is one where the docstring stands."""
    first, dot, rest = code[1].partition(".")
    try:
        path = owner.resolve(first)
    except griffe.NameResolutionError:
        return code[0]
    return link(f"{path}{dot}{rest}", f"<code>{code[1]}</code>")


def link(name: str, shown: str) -> str:
    """A link to a heading or entry of that name, on whichever page, if there is one."""
    return f'<autoref identifier="{name}" optional>{shown}</autoref>'


def definitions(found: re.Match[str]) -> str:
    """Terms and what they mean, as the extension ``def_list`` wants them."""
    return DEFINITION.sub(r"\n\1\n:   ", found[0])
