"""Print the texts of the app and of the element as JSON, for ``web/texts.ts``.

``python -m scripts.texts [FOLDER]``: FOLDER is read instead of ``src/qttt/content``. Messages are
compiled to JavaScript. Missing, unknown and wrong texts of any language are reported, and the exit
status is 1. Requires no packages, since it runs while the app is built for a wheel.
"""

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from qttt.texts import folders
from qttt.texts.catalogue import FILE, read_catalogue
from qttt.texts.check import check
from qttt.texts.folders import REFERENCE, ContentError
from qttt.texts.markdown import texts
from qttt.texts.messages import CASE, FLAG, NUMBER, TEXT, Choice, Parts, Value, parse

TYPES = {TEXT: "string | number", NUMBER: "number", FLAG: "boolean", CASE: "string"}
"""TypeScript types of placeholders."""
WORD_JOINER = "\u2060"


def javascript(parts: Parts) -> str:
    """Return a template literal; placeholders are properties of ``v``."""
    return f"`{''.join(map(_javascript, parts))}`"


def _javascript(part: "str | Value | Choice") -> str:
    if isinstance(part, str):
        return re.sub(r"[`\\]|\$(?=\{)", r"\\\g<0>", part)
    name = f"v.{part.name}"
    if isinstance(part, Value):
        return f"${{number({name})}}" if part.kind == NUMBER else f"${{{name}}}"
    cases = "".join(
        f"{_condition(part.kind, name, case)} ? {javascript(text)} : "
        for case, text in part.cases.items()
        if case != "other"
    )
    return f"${{{cases}{javascript(part.cases['other'])}}}"


def _condition(kind: str, name: str, case: str) -> str:
    if kind == FLAG:
        return name
    if kind == CASE:
        return f"{name} === {json.dumps(case, ensure_ascii=False)}"
    return f"{name} === {case[1:]}" if case[0] == "=" else f'form({name}) === "{case}"'


def language_texts(language: str) -> Mapping[str, Any]:
    """Return all texts of a language. Raises ``ContentError`` if they differ from English."""
    check(language)
    folder = folders.CONTENT / language
    messages = {key: text for key, (_, text) in read_catalogue(folder / FILE).items()}
    return {
        "messages": {key: _compiled(text) for key, text in messages.items()},
        "page": messages,
        "presets": _sections(texts(folder / "presets.md")),
        "switches": _sections(texts(folder / "switches.md")),
        "course": dict(map(_lesson, sorted((folder / "lessons").glob("*.md")))),
        "plans": _plans(folder),
    }


def _compiled(text: str) -> Mapping[str, Any]:
    message = parse(text)
    code = javascript(message.parts)
    types = {name: TYPES[kind] for name, kind in message.placeholders.items()}
    return {"code": f"(v) => {code}" if types else code, "placeholders": types}


def _sections(found: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return texts by section and name; a paragraph is ``text``."""
    sections: dict[str, dict[str, str]] = {}
    for key, text in found.items():
        section, _, name = key.partition(".")
        sections.setdefault(section, {})[name or "text"] = text
    return sections


def _lesson(path: Path) -> tuple[str, Mapping[str, Any]]:
    """Return the id and the texts of a lesson; moves such as 1-9 stay on one line."""
    found = {
        key: re.sub(r"(?<=\d)-(?=\d)", f"-{WORD_JOINER}", text) for key, text in texts(path).items()
    }
    head = {"title": found.pop("title"), "about": found.pop("text"), "note": found.pop("note")}
    return path.stem.split("-", 1)[1], {**head, "steps": _sections(found)}


def _plans(folder: Path) -> list[str]:
    """Return the prepared lessons, those in English if the language has none."""
    own, english = (path / "plans" for path in (folder, folders.CONTENT / REFERENCE))
    paths = sorted((own if own.exists() else english).glob("*.md"))
    return [path.read_text("utf-8") for path in paths]


def main(folder: str | None = None) -> None:
    """Print the texts, or exit with the faults of all languages."""
    if folder:
        folders.CONTENT = Path(folder)
    found, faults = dict[str, Any](), list[str]()
    for language in folders.languages():
        try:
            found[language] = language_texts(language)
        except ContentError as error:
            faults.append(str(error))
    if faults:
        sys.exit("\n".join(faults))
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
