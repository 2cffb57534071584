"""Damage to a saved game is repaired or reported; saving is atomic."""

import os
import random
import re
from collections.abc import Callable
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.notation import armour as module
from qttt.notation import read_records
from qttt.notation.armour import (
    HEAD,
    MAX_TEXT_BYTES,
    DamagedError,
    RecoveredText,
    armour,
    canonical_text,
    load_text,
    save_text,
    unarmour,
)

GAME = '[X "Άννα"]\n12 23 13 @1\n'
RECORD = '[Rules "goff"]\n\n1. 1-2 {anything} 2. 2-3 3. 1-3~ @1 *\n'
LONG = GAME + "{A comment that takes several codewords.}\n" * 20
FILE = armour(GAME).encode()
LONG_FILE = armour(LONG).encode()
CODEWORDS = LONG_FILE.count(b"\n%") - 1

BEYOND_REPAIR = (
    "the text does not fit its checksum and is damaged beyond repair, unless it was "
    "edited by hand: then delete every line that starts with % to accept it as it stands"
)


def damaged(file: bytes, offsets: list[int], rng: random.Random) -> bytes:
    """Change the byte at each of these offsets."""
    data = bytearray(file)
    for offset in offsets:
        data[offset] ^= rng.randrange(1, 256)
    return bytes(data)


def read(data: bytes) -> RecoveredText | None:
    """Read a damaged file of GAME; None if damage is reported. Fails if another text is read."""
    try:
        recovered = unarmour(data)
    except DamagedError:
        return None
    assert recovered.text == GAME
    return recovered


# --- the format ------------------------------------------------------------------------------


@given(st.text(st.characters(codec="utf-8")))
def test_round_trip(text: str) -> None:
    assert unarmour(armour(text).encode()) == RecoveredText(canonical_text(text))


def test_text_stays_readable() -> None:
    lines = armour(GAME).splitlines(keepends=True)
    assert "".join(line for line in lines if not line.startswith("%")) == GAME
    assert max(map(len, lines)) <= 100


def test_record_readers_skip_the_armour() -> None:
    assert read_records(armour(RECORD)) == read_records(RECORD)


def test_hash_is_that_of_the_text() -> None:
    assert f"\n%{blake2b(GAME.encode(), digest_size=32).hexdigest()}\n" in armour(GAME)


def test_lengths_of_text_and_file_determine_each_other() -> None:
    sizes = [len(armour("x" * n)) for n in range(700)]
    assert all(a < b for a, b in pairwise(sizes))
    assert [module._text_length(size) for size in sizes] == list(range(1, 701))


@pytest.mark.parametrize(
    ("text", "plain"),
    [("", "\n"), ("\ufeff12", "12\n"), ("12\r\n@1\r3", "12\n@1\n3\n"), ("12\n\n", "12\n\n")],
)
def test_canonical_text(text: str, plain: str) -> None:
    assert canonical_text(text) == plain
    assert canonical_text(plain) == plain


def test_text_without_armour_is_read_unchanged() -> None:
    assert unarmour(b"\xef\xbb\xbf12 23\r\n% mine\r\n@1") == RecoveredText(
        "12 23\n% mine\n@1\n", 0, False
    )


def test_armour_can_be_removed_by_hand() -> None:
    edited = armour(GAME).replace("Άννα", "Βασιλική")
    text = re.sub("(?m)^%.*\n", "", edited)
    assert unarmour(text.encode()) == RecoveredText(text, 0, False)


# --- changes made by editors -----------------------------------------------------------------


EDITORS: dict[str, Callable[[bytes], bytes]] = {
    "CRLF": lambda data: data.replace(b"\n", b"\r\n"),
    "BOM": lambda data: b"\xef\xbb\xbf" + data,
    "BOM and CRLF": lambda data: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"),
    "no last line break": lambda data: data[:-1],
    "CRLF, no last line break": lambda data: data.replace(b"\n", b"\r\n")[:-2],
    "more line breaks at the end": lambda data: data + b"\n\n",
}


@pytest.mark.parametrize("edit", EDITORS.values(), ids=EDITORS)
def test_editors_do_no_damage(edit: Callable[[bytes], bytes]) -> None:
    assert unarmour(edit(FILE)) == RecoveredText(GAME)


def test_carriage_returns_as_line_breaks_are_read() -> None:
    assert unarmour(LONG_FILE.replace(b"\n", b"\r")).text == LONG


@pytest.mark.parametrize("edit", EDITORS.values(), ids=EDITORS)
def test_every_damaged_byte_after_an_editor_is_repaired_or_reported(
    edit: Callable[[bytes], bytes],
) -> None:
    rng = random.Random(1)
    data = edit(FILE)
    rejected = [offset for offset in range(len(data)) if read(damaged(data, [offset], rng)) is None]
    # A changed byte in two consecutive line breaks is sometimes ambiguous.
    assert len(rejected) <= 4


# --- damage ----------------------------------------------------------------------------------


def test_every_single_byte_is_repaired() -> None:
    rng = random.Random(2)
    for offset in range(len(FILE)):
        assert unarmour(damaged(FILE, [offset], rng)) == RecoveredText(GAME, 1)


def test_inserted_and_lost_line_breaks_are_repaired() -> None:
    for offset in range(len(FILE)):
        for byte in (b"\n", b"\r", b"%"):
            data = FILE[:offset] + byte + FILE[offset + 1 :]
            assert unarmour(data) == RecoveredText(GAME, int(data != FILE))


def test_any_16_bytes_are_repaired() -> None:
    rng = random.Random(3)
    for _ in range(300):
        offsets = rng.sample(range(len(FILE)), rng.randint(2, 16))
        assert unarmour(damaged(FILE, offsets, rng)) == RecoveredText(GAME, len(offsets))


def test_any_16_bytes_of_each_codeword_are_repaired() -> None:
    rng = random.Random(4)
    start = len(HEAD)
    offsets = [
        offset
        for word in range(CODEWORDS)
        for offset in rng.sample(range(start + word, start + len(LONG.encode()), CODEWORDS), 16)
    ]
    assert unarmour(damaged(LONG_FILE, offsets, rng)) == RecoveredText(LONG, 16 * CODEWORDS)


def test_any_burst_of_16_bytes_for_each_codeword_is_repaired() -> None:
    rng = random.Random(5)
    burst = 16 * CODEWORDS
    for start in range(0, len(LONG_FILE) - burst, 37):
        data = damaged(LONG_FILE, list(range(start, start + burst)), rng)
        assert unarmour(data) == RecoveredText(LONG, burst)


def test_all_of_the_frame_can_be_lost() -> None:
    lines = FILE.splitlines(keepends=True)
    block = b"".join(b"?" + line[1:-1] + b"?" for line in lines[-2:])
    data = b"?" * len(HEAD) + GAME.encode() + block
    assert unarmour(data) == RecoveredText(GAME, len(HEAD) + 4)


def test_heavy_damage_is_never_read_wrongly() -> None:
    rng = random.Random(6)
    rejected = 0
    for _ in range(300):
        offsets = rng.sample(range(len(FILE)), rng.randint(17, len(FILE) // 2))
        rejected += read(damaged(FILE, offsets, rng)) is None
    assert rejected > 180


def test_lost_and_inserted_bytes_are_never_read_wrongly() -> None:
    rng = random.Random(7)
    for _ in range(1000):
        start, stop = sorted(rng.sample(range(len(FILE) + 1), 2))
        read(FILE[:start] + rng.randbytes(rng.randrange(4)) + FILE[min(stop, start + 40) :])


def test_moved_bytes_are_never_read_wrongly() -> None:
    rng = random.Random(8)
    for _ in range(700):
        data = bytearray(FILE)
        target, source = rng.randrange(len(FILE)), rng.randrange(len(FILE))
        length = rng.randint(1, 80)
        data[target : target + length] = FILE[source : source + length]
        read(bytes(data))


@pytest.mark.parametrize(("file", "step"), [(FILE, 1), (LONG_FILE, 5)], ids=["short", "long"])
def test_every_truncation_is_reported(file: bytes, step: int) -> None:
    for length in range(0, len(file) - 1, step):
        with pytest.raises(DamagedError):
            unarmour(file[:length])


# --- errors ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file is empty: its contents are lost; use another copy"),
        (FILE.replace(b"Re", b"re")[: len(FILE) // 2], BEYOND_REPAIR),
        (FILE.replace(b"@1", b"@3 4. 4-5 and so on, for long enough"), BEYOND_REPAIR),
        (FILE[len(HEAD) :], BEYOND_REPAIR),
        (HEAD + GAME.encode(), BEYOND_REPAIR),
        (b"\xff\xfe1\x00", "this is not text in UTF-8: byte 0 is 0xff; save it as UTF-8"),
        (b"12\x00", "this is not text: it contains the character '\\x00'"),
    ],
    ids=["empty", "cut", "edited", "no head", "no block", "UTF-16", "binary"],
)
def test_damage_is_reported(data: bytes, message: str) -> None:
    with pytest.raises(DamagedError) as caught:
        unarmour(data)
    assert str(caught.value) == message


def test_a_lone_surrogate_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"cannot be saved: character 2 is '\\ud800', half of a"):
        armour("12\ud800")


def test_size_has_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "big.qtn"
    path.write_bytes(b"1" * (4 * MAX_TEXT_BYTES))
    message = "more than 256 KiB: split the games into several files"
    with pytest.raises(ValueError, match=message):
        armour("1" * MAX_TEXT_BYTES)
    with pytest.raises(ValueError, match=message):
        load_text(path)


# --- files -----------------------------------------------------------------------------------


def test_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "game.qtn"
    save_text(path, GAME)
    assert path.read_bytes() == FILE
    save_text(str(path), LONG)
    assert load_text(str(path)) == RecoveredText(LONG)
    assert [file.name for file in tmp_path.iterdir()] == ["game.qtn"]


def test_load_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.qtn"
    path.touch()
    with pytest.raises(DamagedError, match=f"^{re.escape(str(path))}: the file is empty"):
        load_text(path)


@pytest.mark.skipif(os.name != "posix", reason="modes and links as POSIX has them")
def test_save_keeps_mode_and_link(tmp_path: Path) -> None:
    path, link = tmp_path / "game.qtn", tmp_path / "link.qtn"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    save_text(link, GAME)
    assert link.is_symlink()
    assert load_text(path).text == GAME
    assert path.stat().st_mode & 0o777 == 0o640


class DiskError(OSError):
    """Simulated failure of the disk."""


STEPS = ("open", "write", "fsync", "close", "replace")


def inject_fault(monkeypatch: pytest.MonkeyPatch, fail: Callable[[], object], at: int) -> list[str]:
    """Call ``fail`` instead of step number ``at`` of a save; return the list of steps taken."""
    steps: list[str] = []

    def wrap(name: str, call: Callable[..., object]) -> Callable[..., object]:
        def wrapper(*args: object) -> object:
            steps.append(name)
            if len(steps) <= at:
                return call(*args)
            if name == "write":  # half of the data reaches the disk
                file, data = args
                assert isinstance(data, bytes)
                call(file, data[: len(data) // 2])
            return fail()

        return wrapper

    for name in STEPS:
        monkeypatch.setattr(os, name, wrap(name, getattr(os, name)))
    return steps


def raise_disk_error() -> object:
    raise DiskError


def test_partial_writes_are_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, data: write(file, data[:7]))
    save_text(tmp_path / "game.qtn", GAME)
    monkeypatch.undo()
    assert load_text(tmp_path / "game.qtn") == RecoveredText(GAME)


def test_disk_failure_at_any_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.qtn"
    at, failed = 0, True
    while failed:
        save_text(path, LONG)
        with monkeypatch.context() as patch:
            steps = inject_fault(patch, raise_disk_error, at)
            try:
                save_text(path, GAME)
                failed = False
            except DiskError:
                at += 1
        replaced = "replace" in steps[: at - failed]
        assert load_text(path) == RecoveredText(GAME if replaced else LONG)
        assert [file.name for file in tmp_path.iterdir()] == ["game.qtn"]
    assert steps == ["open", "write", "fsync", "close", "replace", "open", "fsync", "close"]


def exits_with_9(action: Callable[[], object]) -> bool:
    """Run ``action`` in a forked process; return whether it exits with code 9."""
    child = os.fork()
    if child == 0:
        try:
            action()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")  # the child starts no thread
def test_kill_at_any_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.qtn"

    def save_and_die() -> None:
        inject_fault(monkeypatch, lambda: os._exit(9), at)
        save_text(path, GAME)

    for at in range(9):
        save_text(path, LONG)
        assert exits_with_9(save_and_die) == (at < 8)
        assert load_text(path) == RecoveredText(GAME if at > 4 else LONG)
