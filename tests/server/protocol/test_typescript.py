"""The web app's types of messages, requests and responses are those of the server."""

from pathlib import Path

import pytest

from scripts import messages


@pytest.mark.parametrize("path", [messages.MESSAGES, messages.HTTP], ids=lambda path: path.name)
def test_the_generated_types_are_current(path: Path) -> None:
    assert path.read_text("utf-8") == messages.generated()[path], "run: make format"
