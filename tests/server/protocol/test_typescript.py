"""The web app's types of messages are those of the server's structs."""

import build_messages


def test_the_generated_types_are_current() -> None:
    current = build_messages.TARGET.read_text("utf-8")
    assert current == build_messages.source(), "run: python build_messages.py"
