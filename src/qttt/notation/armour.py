"""Saved games that survive damage.

An armoured file is the text as it is, between lines that start with ``%``, which a reader of
records skips::

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

So up to 16 wrong bytes in each codeword are repaired, wherever they are, and so is any burst of
16k bytes. A byte of the file is a symbol of the text, half a symbol of the rest, or part of the
frame (the head, each ``%``, each line break after the text). The frame is never relied on: the
length of the file alone says where everything is. The hash is compared after the repair, because
a code that is asked for too much may "repair" to something else. What comes out is what went in,
or an error.
"""

import os
import re
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from .files import replace_file

MAX_SIZE = 1 << 18
"""The longest text, in bytes of UTF-8: 256 KiB, which take one second to armour."""

HEAD = b"%qttt: this file repairs itself. To edit it, delete every line that starts with %\n"

_HASH, _PARITY, _DATA = 32, 32, 223
_LINE = len("%\n") + 2 * _PARITY
_BOM = b"\xef\xbb\xbf"
_BLOCK_LINE = re.compile(rb"^%[0-9a-fA-F]{64}\r?$", re.MULTILINE)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_HEX = bytes(c if chr(c) in "0123456789abcdefABCDEF" else ord("0") for c in range(256))
# What editors make of a line break; the last two for when a byte of "\r\n" was damaged as well.
_LINE_BREAKS = (rb"\r\n?", rb"\r.|.\n", rb".\n")


class DamagedError(ValueError):
    """What was read is not what was saved, and cannot be repaired with certainty."""


class Recovered(NamedTuple):
    """A text that was read back.

    ``repaired`` counts the bytes of the file that were wrong; if there are any, save it anew.
    ``armoured`` is False for a text without armour, in which damage cannot be seen.
    """

    text: str
    repaired: int = 0
    armoured: bool = True


def canonical(text: str) -> str:
    r"""The text as every editor would leave it: no BOM, line breaks ``\n``, one at the end."""
    text = re.sub("\r\n?", "\n", text.removeprefix("\ufeff"))
    return text if text.endswith("\n") else text + "\n"


def armour(text: str) -> str:
    r"""The text in its canonical form, with what is needed to repair it around it.

    Cost: 3 ms and 300 bytes for each KiB. Raises ``ValueError`` if the text is longer than
    ``MAX_SIZE`` or has characters that UTF-8 cannot write.

    >>> unarmour(armour("12 23 13 @1").encode())
    Recovered(text='12 23 13 @1\n', repaired=0, armoured=True)
    """
    try:
        body = canonical(text).encode()
    except UnicodeEncodeError as error:
        at = f"character {error.start} is {text[error.start]!r}"
        raise ValueError(f"the text cannot be saved: {at}, half of a pair; remove it") from None
    _check_size(len(body))
    return _armoured(body).decode()


def unarmour(data: bytes) -> Recovered:
    """The text of an armoured file, repaired where it is damaged; or a text without armour.

    A byte order mark, other line breaks, and a missing or doubled one at the end are no damage.
    A letter changed by hand is, and is changed back: edit a text without its armour.
    Raises ``DamagedError`` if the file is empty, beyond repair, edited by hand, or not text, and
    ``ValueError`` if it is too long.
    """
    _check_size(len(data) // 3)
    if not data:
        raise DamagedError("the file is empty: what was saved in it is lost; use another copy")
    for reading in _readings(data):
        body = _repaired(reading)
        if body is not None:
            wrong = sum(a != b for a, b in zip(_armoured(body), reading, strict=True))
            return Recovered(_decoded(body), wrong)
    if _looks_armoured(data):
        raise DamagedError(
            "the text does not fit its checksum and is damaged beyond repair, unless it was "
            "edited by hand: then delete every line that starts with % to accept it as it stands"
        )
    return _plain(data)


def save(path: str | os.PathLike[str], text: str) -> None:
    """Write the armoured text, all or nothing.

    Whatever happens meanwhile, a later ``load`` finds the old file or the new one. A process
    that is killed may leave a file ``.qttt-*.tmp`` in the folder, which can be deleted. Raises
    ``ValueError`` as ``armour`` does, and ``OSError`` if the file cannot be written.
    """
    replace_file(path, armour(text).encode())


def load(path: str | os.PathLike[str]) -> Recovered:
    """Read a file that ``save`` or an editor wrote.

    Raises as ``unarmour`` does, and ``OSError`` if the file cannot be read.
    """
    with Path(path).open("rb") as file:
        data = file.read(3 * MAX_SIZE + 3)
    try:
        return unarmour(data)
    except DamagedError as error:
        raise DamagedError(f"{path}: {error}") from None


# --- the code --------------------------------------------------------------------------------


def _armoured(body: bytes) -> bytes:
    symbols = body + blake2b(body, digest_size=_HASH).digest()
    symbols += _parity(symbols)
    rows = range(len(body), len(symbols), _PARITY)
    block = "".join(f"%{symbols[row : row + _PARITY].hex()}\n" for row in rows)
    return HEAD + body + block.encode()


def _codewords(length: int) -> int:
    """How many codewords a text of that many bytes takes."""
    return -(-(length + _HASH) // _DATA)


@cache
def _codec() -> Any:
    """The code; what it is made of stays the same, so threads may share it."""
    from reedsolo import RSCodec

    return RSCodec(_PARITY)


def _parity(symbols: bytes) -> bytes:
    codec = _codec()
    k = _codewords(len(symbols) - _HASH)
    parity = bytearray(_PARITY * k)
    for word in range(k):
        # The row goes on counting codewords where the hash ends.
        parity[(word - len(symbols)) % k :: k] = codec.encode(symbols[word::k])[-_PARITY:]
    return bytes(parity)


def _repaired(file: bytes) -> bytes | None:
    """The text in an armoured file of this length; None if no text fits its own hash."""
    length = _text_length(len(file))
    if length is None:
        return None
    symbols = _symbols(file, length)
    if not _fits(symbols, length):
        symbols = _corrected(symbols, _codewords(length))
    return bytes(symbols[:length]) if _fits(symbols, length) else None


def _text_length(size: int) -> int | None:
    """How long the text is in an armoured file of ``size`` bytes; None if no such file exists."""
    for k in range(1, size // _LINE):
        length = size - len(HEAD) - (k + 1) * _LINE
        if length > 0 and _codewords(length) == k:
            return length
    return None


def _symbols(file: bytes, length: int) -> bytearray:
    """Text, hash and parity, found by their places alone."""
    body, block = file[len(HEAD) :][:length], file[len(HEAD) + length :]
    digits = b"".join(block[row + 1 : row + _LINE - 1] for row in range(0, len(block), _LINE))
    return bytearray(body + bytes.fromhex(digits.translate(_HEX).decode()))


def _fits(symbols: bytearray, length: int) -> bool:
    digest = blake2b(symbols[:length], digest_size=_HASH).digest()
    return digest == symbols[length : length + _HASH]


def _corrected(symbols: bytearray, k: int) -> bytearray:
    """The symbols with each codeword repaired, up to the first that cannot be."""
    from reedsolo import ReedSolomonError

    codec = _codec()
    for word in range(k):
        try:
            symbols[word::k] = codec.decode(symbols[word::k])[1]
        except ReedSolomonError:
            break
    return symbols


# --- what editors and accidents do -----------------------------------------------------------


def _readings(data: bytes) -> Iterator[bytes]:
    """The file, and ways to undo what an editor did to it. Cost: a failed repair for each."""
    marked = data.startswith(_BOM) or data[len(_BOM) :].startswith(HEAD[:8])
    breaks = _LINE_BREAKS if b"\r" in data else ()
    for start in (data[len(_BOM) :], data) if marked else (data,):
        for file in (start, *(re.sub(pattern, b"\n", start) for pattern in breaks)):
            yield from dict.fromkeys((file, file.rstrip(b"\n") + b"\n"))
            if not file.endswith(b"\n"):
                yield file + b"\n"


def _looks_armoured(data: bytes) -> bool:
    """Whether this was an armoured file once: the head, some of it, or a line of the block."""
    if _BLOCK_LINE.search(data) or any(HEAD[i : i + 20] in data for i in range(len(HEAD) - 20)):
        return True
    starts = (data[: len(HEAD)], data[len(_BOM) :][: len(HEAD)])
    return any(2 * sum(map(int.__eq__, start, HEAD)) >= len(start) > 0 for start in starts)


def _plain(data: bytes) -> Recovered:
    text = canonical(_decoded(data))
    if control := _CONTROL.search(text):
        raise DamagedError(f"this is not text: it has the character {control[0]!r}")
    return Recovered(text, armoured=False)


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        at = f"byte {error.start} is 0x{data[error.start]:02x}"
        raise DamagedError(f"this is not text in UTF-8: {at}; save it as UTF-8") from None


def _check_size(size: int) -> None:
    if size > MAX_SIZE:
        raise ValueError(f"more than {MAX_SIZE // 1024} KiB: split the games into several files")
