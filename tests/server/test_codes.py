"""Challenge codes and QR codes."""

import xml.etree.ElementTree as ET

import pytest

from qttt.server.codes import (
    CHALLENGE_LENGTH,
    CHALLENGE_LETTERS,
    new_challenge_code,
    parse_challenge_code,
    qr_svg,
)


def test_codes_are_read_in_any_case() -> None:
    codes = {new_challenge_code() for _ in range(1000)}
    assert len(codes) == 1000
    assert all(parse_challenge_code(f" {code.upper()} ") == code for code in codes)
    assert set("".join(codes)) == set(CHALLENGE_LETTERS)


def test_codes_cannot_be_guessed() -> None:
    """With 10,000 open codes and 60 guesses a minute, an even chance takes a lifetime."""
    years = len(CHALLENGE_LETTERS) ** CHALLENGE_LENGTH / 10_000 / 2 / 60 / 60 / 24 / 365
    assert years > 0.9 * 80 / 60


@pytest.mark.parametrize("text", ["", "abcdefg", "abcdefghj", "abcdefg1", "abcdefgо", "a/cdefgh"])
def test_malformed_codes_are_rejected(text: str) -> None:
    assert parse_challenge_code(text) is None


def test_a_qr_code_is_plain_svg() -> None:
    picture = ET.fromstring(qr_svg("http://192.0.2.1:8000/i/abcdefgh"))
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    tags = {each.tag.rpartition("}")[2] for each in picture.iter()}
    assert tags <= {"svg", "g", "path"}
