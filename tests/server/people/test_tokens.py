"""Tokens are long and unique, and are stored as hashes only."""

from hashlib import blake2b

import pytest

from qttt.server.people.credentials import is_token, new_token, token_hash


def test_tokens_have_256_bits_and_are_unique() -> None:
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert {len(token) for token in tokens} == {43}  # six bits a character


def test_hash_is_blake2b() -> None:
    token = new_token()
    assert token_hash(token) == blake2b(token.encode(), digest_size=32).digest()


@pytest.mark.parametrize(
    "text", ["", "a" * 42, "a" * 44, "ä" * 43, "a" * 42 + "\n", "a" * 43 + "="]
)
def test_text_that_is_not_a_token(text: str) -> None:
    assert is_token(new_token())
    assert not is_token(text)
