"""Saved games that survive damage.

An armoured file is the unchanged text between lines that start with ``%``, which record readers
skip::

    %qttt: …              the head: one line, always the same
    [X "Anna"]            the text, n bytes of UTF-8
    1. 1-2 2. 4-5 …
    %c1f4…                its BLAKE2b-256, 32 bytes in hexadecimal
    %07ae…                k lines of parity, 32 bytes each
    %91d0…

Text, hash and parity are one row of n + 32 + 32k symbols, and symbol i belongs to codeword
i mod k of a Reed-Solomon code RS(255,223)::

    text … … … hash … parity …
    0 1 2 0 1 2 0 1 2 0 1 2 0 1      the codewords, for k = 3

Up to 16 wrong bytes per codeword are repaired, and therefore any burst of 16k bytes. A byte of the
file is a symbol of the text, half a symbol of the rest, or part of the frame (the head, each
``%``, each line break after the text). Decoding does not use the frame: all offsets follow from the
length of the file. The hash is compared after the repair, because too much damage can decode to a
wrong text. The result is the original text or an error.
"""

import os
import re
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from qttt.game.arguments import checked

from .files import replace_file

__all__ = [
    "DamagedError",
    "RecoveredText",
    "armour",
    "load_text",
    "repair_note",
    "save_text",
    "unarmour",
]

MAX_TEXT_BYTES = 1 << 18
"""Size limit of a text in bytes of UTF-8: 256 KiB take one second to armour."""

HEAD = b"%qttt: this file repairs itself. To edit it, delete every line that starts with %\n"

_HASH, _PARITY, _DATA = 32, 32, 223
"""Bytes of the hash; parity and data symbols of a codeword."""
_LINE = len("%\n") + 2 * _PARITY
"""Bytes of a line of hash or parity."""
_BOM = b"\xef\xbb\xbf"
_COMPRESSED = (b"\x1f\x8b", b"PK\x03\x04", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd")
"""The first bytes of gzip, zip, bzip2, xz and zstd."""
_BLOCK_LINE = re.compile(rb"^%[0-9a-fA-F]{64}\r?$", re.MULTILINE)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_HEX = bytes(c if chr(c) in "0123456789abcdefABCDEF" else ord("0") for c in range(256))
# Line breaks as editors change them; the last two for a damaged byte in "\r\n".
_LINE_BREAKS = (rb"\r\n?", rb"\r.|.\n", rb".\n")


class DamagedError(ValueError):
    """The file is damaged and cannot be repaired with certainty."""


class RecoveredText(NamedTuple):
    """A text that was read from a file.

    ``repaired_bytes`` is the number of wrong bytes; if it is not 0, save the file again.
    ``armoured`` is False for a text without armour, in which damage cannot be detected.
    """

    text: str
    repaired_bytes: int = 0
    armoured: bool = True


@checked
def repair_note(repaired_bytes: int) -> str:
    """Describe a repair: ``1 damaged byte was repaired``."""
    what = "byte was" if repaired_bytes == 1 else "bytes were"
    return f"{repaired_bytes} damaged {what} repaired"


def canonical_text(text: str) -> str:
    r"""Normalize a text: no byte order mark, line breaks ``\n``, one at the end."""
    text = re.sub("\r\n?", "\n", text.removeprefix("\ufeff"))
    return text if text.endswith("\n") else text + "\n"


@checked
def armour(text: str) -> str:
    r"""Return the text in canonical form with head, hash and parity.

    Cost: 3 ms and 300 bytes per KiB.

    Raises:
        ValueError: The text is longer than ``MAX_TEXT_BYTES`` or cannot be encoded in UTF-8.

    >>> unarmour(armour("12 23 13 @1").encode())
    RecoveredText(text='12 23 13 @1\n', repaired_bytes=0, armoured=True)
    """
    try:
        body = canonical_text(text).encode()
    except UnicodeEncodeError as error:
        at = f"character {error.start} is {text[error.start]!r}"
        raise ValueError(
            f"the text cannot be saved: {at}, half of a surrogate pair; remove it"
        ) from None
    _check_size(len(body))
    return _armoured(body).decode()


@checked
def unarmour(data: bytes) -> RecoveredText:
    """Return the text of a file, repaired if it is armoured, otherwise unchanged.

    A byte order mark and changed line breaks are not damage. An edit by hand is damage: it is
    reverted or makes the file unreadable, so remove the armour to edit a text.

    Raises:
        DamagedError: The file is empty, beyond repair, or not text.
        ValueError: The file is too long.
    """
    _check_size(len(data) // 3)
    if not data:
        raise DamagedError("the file is empty: its contents are lost; use another copy")
    for reading in _readings(data):
        body = _repaired(reading)
        if body is not None:
            wrong = sum(a != b for a, b in zip(_armoured(body), reading, strict=True))
            return RecoveredText(_decoded(body), wrong)
    if _looks_armoured(data):
        raise DamagedError(
            "the text does not fit its checksum and is damaged beyond repair, unless it was "
            "edited by hand: then delete every line that starts with % to accept it as it stands"
        )
    return _plain(data)


@checked
def save_text(path: str | os.PathLike[str], text: str) -> None:
    """Write the armoured text to a file, atomically (see ``replace_file``).

    Raises:
        ValueError: As ``armour``.
        OSError: The file cannot be written.
    """
    replace_file(path, armour(text).encode())


@checked
def load_text(path: str | os.PathLike[str]) -> RecoveredText:
    """Read a file written by ``save`` or an editor.

    Raises:
        DamagedError: As ``unarmour``.
        ValueError: As ``unarmour``.
        OSError: The file cannot be read.
    """
    with Path(path).open("rb") as file:
        data = file.read(3 * MAX_TEXT_BYTES + 3)
    try:
        return unarmour(data)
    except DamagedError as error:
        raise DamagedError(f"{path}: {error}") from None


# --- Reed-Solomon code -----------------------------------------------------------------------


def _armoured(body: bytes) -> bytes:
    symbols = body + blake2b(body, digest_size=_HASH).digest()
    symbols += _parity(symbols)
    rows = range(len(body), len(symbols), _PARITY)
    block = "".join(f"%{symbols[row : row + _PARITY].hex()}\n" for row in rows)
    return HEAD + body + block.encode()


def _codewords(length: int) -> int:
    return -(-(length + _HASH) // _DATA)


@cache
def _codec() -> Any:
    """The codec; it is immutable, so threads can share it."""
    from reedsolo import RSCodec

    return RSCodec(_PARITY)


def _parity(symbols: bytes) -> bytes:
    codec = _codec()
    k = _codewords(len(symbols) - _HASH)
    parity = bytearray(_PARITY * k)
    for word in range(k):
        # Parity symbols continue the numbering of the symbols before them.
        parity[(word - len(symbols)) % k :: k] = codec.encode(symbols[word::k])[-_PARITY:]
    return bytes(parity)


def _repaired(file: bytes) -> bytes | None:
    """The repaired text of an armoured file; None if it does not match the hash."""
    length = _text_length(len(file))
    if length is None:
        return None
    symbols = _symbols(file, length)
    if not _fits(symbols, length):
        symbols = _corrected(symbols, _codewords(length))
    return bytes(symbols[:length]) if _fits(symbols, length) else None


def _text_length(size: int) -> int | None:
    """The length of the text in an armoured file of ``size`` bytes; None if impossible."""
    for k in range(1, size // _LINE):
        length = size - len(HEAD) - (k + 1) * _LINE
        if length > 0 and _codewords(length) == k:
            return length
    return None


def _symbols(file: bytes, length: int) -> bytearray:
    """Text, hash and parity, located by their offsets alone."""
    body, block = file[len(HEAD) :][:length], file[len(HEAD) + length :]
    digits = b"".join(block[row + 1 : row + _LINE - 1] for row in range(0, len(block), _LINE))
    return bytearray(body + bytes.fromhex(digits.translate(_HEX).decode()))


def _fits(symbols: bytearray, length: int) -> bool:
    digest = blake2b(symbols[:length], digest_size=_HASH).digest()
    return digest == symbols[length : length + _HASH]


def _corrected(symbols: bytearray, k: int) -> bytearray:
    """Repair codewords up to the first that cannot be repaired."""
    from reedsolo import ReedSolomonError

    codec = _codec()
    for word in range(k):
        try:
            symbols[word::k] = codec.decode(symbols[word::k])[1]
        except ReedSolomonError:
            break
    return symbols


# --- changes made by editors -----------------------------------------------------------------


def _readings(data: bytes) -> Iterator[bytes]:
    """Yield the file, then variants that undo changes by editors. Each costs a failed repair."""
    marked = data.startswith(_BOM) or data[len(_BOM) :].startswith(HEAD[:8])
    breaks = _LINE_BREAKS if b"\r" in data else ()
    for start in (data[len(_BOM) :], data) if marked else (data,):
        for file in (start, *(re.sub(pattern, b"\n", start) for pattern in breaks)):
            yield from dict.fromkeys((file, file.rstrip(b"\n") + b"\n"))
            if not file.endswith(b"\n"):
                yield file + b"\n"


def _looks_armoured(data: bytes) -> bool:
    """Whether the file has remains of armour: (part of) the head, or a line of the block."""
    if _BLOCK_LINE.search(data) or any(HEAD[i : i + 20] in data for i in range(len(HEAD) - 20)):
        return True
    starts = (data[: len(HEAD)], data[len(_BOM) :][: len(HEAD)])
    return any(2 * sum(map(int.__eq__, start, HEAD)) >= len(start) > 0 for start in starts)


def _plain(data: bytes) -> RecoveredText:
    text = canonical_text(_decoded(data))
    if control := _CONTROL.search(text):
        raise DamagedError(f"this is not text: it contains the character {control[0]!r}")
    return RecoveredText(text, armoured=False)


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise DamagedError(encoding_problem(data, error.start, data[error.start])) from None


def encoding_problem(start: bytes, at: int, byte: int) -> str:
    """Describe a file that is not UTF-8, by its first bytes and by its wrong ``byte`` ``at``."""
    if start.startswith(_COMPRESSED):
        return "this file is compressed: unpack it first"
    return f"this is not text in UTF-8: byte {at} is 0x{byte:02x}; save it as UTF-8"


def _check_size(size: int) -> None:
    if size > MAX_TEXT_BYTES:
        raise ValueError(
            f"more than {MAX_TEXT_BYTES // 1024} KiB: split the games into several files"
        )
