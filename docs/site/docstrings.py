"""Converts docstrings to Markdown: fences examples, and links names and clauses of the rules."""

import re
from pathlib import Path
from typing import Any

import griffe

RULES = Path(__file__).resolve().parents[2] / "spec" / "rules.md"
CLAUSES = {
    found[1]: re.sub(r"[^\w ]", "", found[0].lower()).replace(" ", "-")
    for found in re.finditer(r"(?<=### )(R\d+) .*", RULES.read_text("utf-8"))
}
"""Clauses of the rules → anchors of their headings."""

ANNOUNCED = re.compile(r"(?<=\w)::$", re.MULTILINE)
BARE = re.compile(r"^::\n", re.MULTILINE)
CITED = re.compile(r"\bR\d+\b")
CODE = re.compile(r"``([A-Za-z_][\w.]*)``")
EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class Markdown(griffe.Extension):
    """Converts every docstring."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Convert the docstring of a module, class, function or attribute."""
        if obj.docstring:
            obj.docstring.value = markdown(obj, obj.docstring.value)


def markdown(owner: griffe.Object, docstring: str) -> str:
    """Return the docstring as Markdown; a block after ``::`` is one already, without the colons."""
    text = CODE.sub(lambda code: named(owner, code), docstring)
    text = CITED.sub(lambda clause: link(CLAUSES[clause[0]], clause[0]), text)
    text = BARE.sub("", ANNOUNCED.sub(":", text))
    return EXAMPLE.sub("```pycon\n\\g<0>\n```", text)


def named(owner: griffe.Object, code: re.Match[str]) -> str:
    """Return a link to a name that the docstring's scope can resolve, otherwise the code."""
    first, dot, rest = code[1].partition(".")
    try:
        path = owner.resolve(first)
    except griffe.NameResolutionError:
        return code[0]
    return link(f"{path}{dot}{rest}", f"<code>{code[1]}</code>")


def link(name: str, shown: str) -> str:
    """Return a link to the heading or entry of that name on any page, if it exists."""
    return f'<autoref identifier="{name}" optional>{shown}</autoref>'
