"""The web app's types of messages are those of the server's structs."""

from scripts import messages


def test_the_generated_types_are_current() -> None:
    current = messages.TARGET.read_text("utf-8")
    assert current == messages.source(), "run: make format"
