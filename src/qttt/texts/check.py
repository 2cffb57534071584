"""The comparison of a language with English, file by file."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from qttt.game import PRESETS

from . import folders
from .catalogue import FILE, read_catalogue
from .folders import REFERENCE, ContentError, fault
from .markdown import KeyedText, entries, keyed, keyed_texts
from .messages import TEXT, Choice, Message, parse, plural_forms
from .plurals import Plurals

PAGES = ("record.md", "rules.md", "semiclassical.md")
"""Printed as they are; all other files have texts with keys."""
_PLANS = "plans/"
"""Lesson plans, which a language can lack."""
_PRESETS = "presets.md"
_DATA = re.compile(r"test-\w+\.md \w+\.(board|grade|right)")
"""The same in every language."""
_PLAIN = re.compile(r"lessons/|presets\.md|switches\.md")
"""Files with texts in which the app fills placeholders, without plurals."""
_KINDS = {"##": "heading", "-": "list item", "": "paragraph"}


def check(language: str, names: Iterable[str] = ()) -> None:
    """Raise ``ContentError`` if a file, text or placeholder is missing, or unknown to English.

    ``names`` are the files to check; all if there are none.
    """
    if faults := [str(error) for error in _faults(language, frozenset(names))]:
        raise ContentError("\n".join(faults))


def _faults(language: str, names: frozenset[str]) -> Iterator[ContentError]:
    own, english = (_files(folder) for folder in (language, REFERENCE))
    try:
        plurals = _plurals(language)
    except ContentError as error:
        yield error
        return
    for name in sorted(names or own | english):
        if name not in english:
            text = f"{language}/{name}: unknown file: remove it, or add it to {REFERENCE}"
            yield ContentError(text)
        elif name not in own:
            text = f"{language}/{name}: missing file: copy and translate {REFERENCE}/{name}"
            yield ContentError(text)
        else:
            yield from _file_faults(language, name, plurals)


def _files(language: str) -> set[str]:
    """Return the files that each language must have."""
    folder = folders.CONTENT / language
    paths = (path.relative_to(folder).as_posix() for path in folder.rglob("*.*"))
    return {name for name in paths if not name.startswith(_PLANS)}


def _plurals(language: str) -> Plurals:
    path = folders.CONTENT / language / FILE
    rules = read_catalogue(path).get("language.plurals") if path.exists() else None
    if rules is None:
        raise fault(path, 1, "add the plural rules of the language as `language.plurals`")
    try:
        return Plurals(rules.text)
    except ValueError as error:
        raise fault(path, rules.line, str(error)) from error


def _file_faults(language: str, name: str, plurals: Plurals) -> Iterator[ContentError]:
    path = folders.CONTENT / language / name
    try:
        own, english = (read(folders.CONTENT / folder / name) for folder in (language, REFERENCE))
    except ContentError as error:
        yield error
        return
    for key, (line, text) in own.items():
        if remedy := _remedy(f"{name} {key}", text, plurals):
            yield fault(path, line, f"`{key}`: {remedy}")
        elif key not in english:
            yield fault(path, line, f"`{key}` is unknown: remove it, or add it to {REFERENCE}")
        elif remedy := _difference(f"{name} {key}", text, english[key].text):
            yield fault(path, line, f"`{key}` {remedy}")
    yield from _missing(path, own, english)
    if (language, name) == (REFERENCE, _PRESETS):
        yield from _undescribed(path, own)


def read(path: Path) -> dict[str, KeyedText]:
    """Return the texts of a file by key, with their lines."""
    if path.name in PAGES:
        return _outline(path)
    return read_catalogue(path) if path.name == FILE else keyed_texts(path)


def _remedy(name: str, text: str, plurals: Plurals) -> str:
    """Return what to do about a text that is wrong in itself."""
    message = parse(text)
    if _PLAIN.match(name) and any(isinstance(part, Choice) for part in message.parts):
        return "write placeholders as {name}"
    for forms in filter(None, plural_forms(message.parts)):
        if missing := sorted(plurals.forms - forms):
            return f"add the plural form {missing[0]}"
        if unknown := sorted(forms - plurals.forms):
            return f"remove the plural form {unknown[0]}"
    return ""


def _difference(name: str, text: str, english: str) -> str:
    if _DATA.fullmatch(name) and text != english:
        return f"is {text}: write {english}, as in {REFERENCE}"
    own, wanted = parse(text), parse(english)
    if _names(own) != _names(wanted):
        return f"has the placeholders {_names(own) or 'none'}: write {_names(wanted) or 'none'}"
    for placeholder, kind in own.placeholders.items():
        if kind not in (TEXT, wanted.placeholders[placeholder]):
            return f"uses {{{placeholder}}} as a {kind}: {REFERENCE} does not"
    return ""


def _names(message: Message) -> str:
    return " ".join(sorted(f"{{{name}}}" for name in message.placeholders))


def _missing(
    path: Path, own: Mapping[str, KeyedText], english: Mapping[str, KeyedText]
) -> Iterator[ContentError]:
    """Yield the keys that English has, with the line below which they belong."""
    line = 1
    for key, (_, text) in english.items():
        if key in own:
            line = own[key].line
        else:
            yield fault(path, line, f"`{key}` is missing below: translate “{text}”")


def _undescribed(path: Path, own: Mapping[str, KeyedText]) -> Iterator[ContentError]:
    """Yield the texts that the presets of the rules need."""
    end = max(line for line, _ in own.values())
    for key in (key for preset in PRESETS for key in (preset, f"{preset}.name")):
        if key not in own:
            yield fault(path, end, f"`{key}` of the preset is missing below: add it")


def _outline(path: Path) -> dict[str, KeyedText]:
    """Return the texts of a page by kind and number, boards by their moves."""
    outline: dict[str, KeyedText] = {}
    for line, sign, text in entries(path):
        if sign == "```":
            moves, _, caption = text.partition(":")
            outline[f"board {moves}"] = KeyedText(line, caption.strip())
        elif sign == "---":
            key, value = keyed(path, line, sign, text)
            outline[key] = KeyedText(line, value)
        else:
            kind = _KINDS.get(sign, "list item")
            number = 1 + sum(key.startswith(kind) for key in outline)
            outline[f"{kind} {number}"] = KeyedText(line, text)
    return outline
