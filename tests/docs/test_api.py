"""The file of the public interface, docs/api.txt."""

from scripts import api


def test_the_public_interface_is_the_one_written_down() -> None:
    """A change of it is intended: ``python -m scripts.api`` writes it, as ``make format`` does."""
    assert api.TARGET.read_text("utf-8") == api.source()
