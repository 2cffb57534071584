"""The messages of ``app.json``: flat keys with dots, and texts in ICU syntax."""

import json
import re
from pathlib import Path

from .folders import fault
from .markdown import KeyedText
from .messages import MessageError, parse

FILE = "app.json"


def read_catalogue(path: Path) -> dict[str, KeyedText]:
    """Return the messages by key, with their lines."""
    source = path.read_text("utf-8")
    try:
        pairs = json.loads(source, object_pairs_hook=list)
    except json.JSONDecodeError as error:
        raise fault(path, error.lineno, f"the file is not JSON: {error.msg}") from error
    messages: dict[str, KeyedText] = {}
    place = 0
    for key, text in pairs:
        name = re.compile(re.escape(json.dumps(key, ensure_ascii=False)) + r"\s*:")
        place = match.end() if (match := name.search(source, place)) else place
        line = source.count("\n", 0, place) + 1
        if key in messages:
            raise fault(path, line, f"`{key}` is there twice: remove one")
        if not isinstance(text, str):
            raise fault(path, line, f"`{key}` has no text: write it in quotes")
        try:
            parse(text)
        except MessageError as error:
            raise fault(path, line, f"`{key}` cannot be read: {error}") from error
        messages[key] = KeyedText(line, text)
    return messages
