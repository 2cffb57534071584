"""Damage to a saved game is repaired or refused; a save is whole or did not happen."""

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
    MAX_SIZE,
    DamagedError,
    Recovered,
    armour,
    canonical,
    load,
    save,
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


def damaged(file: bytes, places: list[int], by: random.Random) -> bytes:
    """The file with another byte in each of these places."""
    data = bytearray(file)
    for place in places:
        data[place] ^= by.randrange(1, 256)
    return bytes(data)


def read(data: bytes) -> Recovered | None:
    """What is read from a damaged file of GAME; None if it is refused. Never something else."""
    try:
        got = unarmour(data)
    except DamagedError:
        return None
    assert got.text == GAME
    return got


# --- what an armoured file is ----------------------------------------------------------------


@given(st.text(st.characters(codec="utf-8")))
def test_what_goes_in_comes_out(text: str) -> None:
    assert unarmour(armour(text).encode()) == Recovered(canonical(text))


def test_text_stays_readable() -> None:
    lines = armour(GAME).splitlines(keepends=True)
    assert "".join(line for line in lines if not line.startswith("%")) == GAME
    assert max(map(len, lines)) <= 100


def test_a_reader_of_records_does_not_see_the_armour() -> None:
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
    assert canonical(text) == plain
    assert canonical(plain) == plain


def test_text_without_armour_is_read_as_it_is() -> None:
    assert unarmour(b"\xef\xbb\xbf12 23\r\n% mine\r\n@1") == Recovered(
        "12 23\n% mine\n@1\n", 0, False
    )


def test_armour_that_was_taken_off_by_hand_is_gone() -> None:
    edited = armour(GAME).replace("Άννα", "Βασιλική")
    text = re.sub("(?m)^%.*\n", "", edited)
    assert unarmour(text.encode()) == Recovered(text, 0, False)


# --- what editors do -------------------------------------------------------------------------


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
    assert unarmour(edit(FILE)) == Recovered(GAME)


def test_line_breaks_of_the_last_century_are_read() -> None:
    assert unarmour(LONG_FILE.replace(b"\n", b"\r")).text == LONG


@pytest.mark.parametrize("edit", EDITORS.values(), ids=EDITORS)
def test_every_damaged_byte_after_an_editor_is_repaired_or_refused(
    edit: Callable[[bytes], bytes],
) -> None:
    by = random.Random(1)
    data = edit(FILE)
    refused = [place for place in range(len(data)) if read(damaged(data, [place], by)) is None]
    # What one byte does to two line breaks in a row cannot always be told apart.
    assert len(refused) <= 4


# --- damage ----------------------------------------------------------------------------------


def test_every_single_byte_is_repaired() -> None:
    by = random.Random(2)
    for place in range(len(FILE)):
        assert unarmour(damaged(FILE, [place], by)) == Recovered(GAME, 1)


def test_line_breaks_made_and_lost_are_repaired() -> None:
    for place in range(len(FILE)):
        for byte in (b"\n", b"\r", b"%"):
            data = FILE[:place] + byte + FILE[place + 1 :]
            assert unarmour(data) == Recovered(GAME, int(data != FILE))


def test_any_16_bytes_are_repaired() -> None:
    by = random.Random(3)
    for _ in range(800):
        places = by.sample(range(len(FILE)), by.randint(2, 16))
        assert unarmour(damaged(FILE, places, by)) == Recovered(GAME, len(places))


def test_any_16_bytes_of_each_codeword_are_repaired() -> None:
    by = random.Random(4)
    start = len(HEAD)
    places = [
        place
        for word in range(CODEWORDS)
        for place in by.sample(range(start + word, start + len(LONG.encode()), CODEWORDS), 16)
    ]
    assert unarmour(damaged(LONG_FILE, places, by)) == Recovered(LONG, 16 * CODEWORDS)


def test_any_burst_of_16_bytes_for_each_codeword_is_repaired() -> None:
    by = random.Random(5)
    burst = 16 * CODEWORDS
    for start in range(0, len(LONG_FILE) - burst, 13):
        data = damaged(LONG_FILE, list(range(start, start + burst)), by)
        assert unarmour(data) == Recovered(LONG, burst)


def test_all_of_the_frame_can_be_lost() -> None:
    lines = FILE.splitlines(keepends=True)
    block = b"".join(b"?" + line[1:-1] + b"?" for line in lines[-2:])
    data = b"?" * len(HEAD) + GAME.encode() + block
    assert unarmour(data) == Recovered(GAME, len(HEAD) + 4)


def test_heavy_damage_is_never_read_wrongly() -> None:
    by = random.Random(6)
    refused = 0
    for _ in range(700):
        places = by.sample(range(len(FILE)), by.randint(17, len(FILE) // 2))
        refused += read(damaged(FILE, places, by)) is None
    assert refused > 420


def test_lost_and_inserted_bytes_are_never_read_wrongly() -> None:
    by = random.Random(7)
    for _ in range(1000):
        start, stop = sorted(by.sample(range(len(FILE) + 1), 2))
        read(FILE[:start] + by.randbytes(by.randrange(4)) + FILE[min(stop, start + 40) :])


def test_moved_bytes_are_never_read_wrongly() -> None:
    by = random.Random(8)
    for _ in range(700):
        data = bytearray(FILE)
        here, there, length = by.randrange(len(FILE)), by.randrange(len(FILE)), by.randint(1, 80)
        data[here : here + length] = FILE[there : there + length]
        read(bytes(data))


@pytest.mark.parametrize(("file", "step"), [(FILE, 1), (LONG_FILE, 5)], ids=["short", "long"])
def test_every_truncation_is_refused(file: bytes, step: int) -> None:
    for length in range(0, len(file) - 1, step):
        with pytest.raises(DamagedError):
            unarmour(file[:length])


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file is empty: what was saved in it is lost; use another copy"),
        (FILE.replace(b"Re", b"re")[: len(FILE) // 2], BEYOND_REPAIR),
        (FILE.replace(b"@1", b"@3 4. 4-5 and so on, for long enough"), BEYOND_REPAIR),
        (FILE[len(HEAD) :], BEYOND_REPAIR),
        (HEAD + GAME.encode(), BEYOND_REPAIR),
        (b"\xff\xfe1\x00", "this is not text in UTF-8: byte 0 is 0xff; save it as UTF-8"),
        (b"12\x00", "this is not text: it has the character '\\x00'"),
    ],
    ids=["empty", "cut", "edited", "no head", "no block", "UTF-16", "binary"],
)
def test_refused(data: bytes, message: str) -> None:
    with pytest.raises(DamagedError) as caught:
        unarmour(data)
    assert str(caught.value) == message


def test_half_of_a_pair_is_refused() -> None:
    with pytest.raises(ValueError, match=r"cannot be saved: character 2 is '\\ud800', half of a"):
        armour("12\ud800")


def test_size_has_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "big.qtn"
    path.write_bytes(b"1" * (4 * MAX_SIZE))
    message = "more than 256 KiB: split the games into several files"
    with pytest.raises(ValueError, match=message):
        armour("1" * MAX_SIZE)
    with pytest.raises(ValueError, match=message):
        load(path)


# --- files -----------------------------------------------------------------------------------


def test_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "game.qtn"
    save(path, GAME)
    assert path.read_bytes() == FILE
    save(str(path), LONG)
    assert load(str(path)) == Recovered(LONG)
    assert [file.name for file in tmp_path.iterdir()] == ["game.qtn"]


def test_load_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.qtn"
    path.touch()
    with pytest.raises(DamagedError, match=f"^{re.escape(str(path))}: the file is empty"):
        load(path)


@pytest.mark.skipif(os.name != "posix", reason="modes and links as POSIX has them")
def test_save_keeps_mode_and_link(tmp_path: Path) -> None:
    path, link = tmp_path / "game.qtn", tmp_path / "link.qtn"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    save(link, GAME)
    assert link.is_symlink()
    assert load(path).text == GAME
    assert path.stat().st_mode & 0o777 == 0o640


class FaultError(OSError):
    """A disk that fails."""


STEPS = ("open", "write", "fsync", "close", "replace")


def breaking(monkeypatch: pytest.MonkeyPatch, stop: Callable[[], object], at: int) -> list[str]:
    """Let step number ``at`` of a save go wrong; returns the list into which steps are noted."""
    done: list[str] = []

    def step(name: str, work: Callable[..., object]) -> Callable[..., object]:
        def broken(*args: object) -> object:
            done.append(name)
            if len(done) <= at:
                return work(*args)
            if name == "write":  # half of it reaches the disk
                file, data = args
                assert isinstance(data, bytes)
                work(file, data[: len(data) // 2])
            return stop()

        return broken

    for name in STEPS:
        monkeypatch.setattr(os, name, step(name, getattr(os, name)))
    return done


def fault() -> object:
    raise FaultError


def test_disk_that_writes_little_by_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, data: write(file, data[:7]))
    save(tmp_path / "game.qtn", GAME)
    monkeypatch.undo()
    assert load(tmp_path / "game.qtn") == Recovered(GAME)


def test_disk_that_fails_at_any_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.qtn"
    at, failed = 0, True
    while failed:
        save(path, LONG)
        with monkeypatch.context() as patch:
            steps = breaking(patch, fault, at)
            try:
                save(path, GAME)
                failed = False
            except FaultError:
                at += 1
        replaced = "replace" in steps[: at - failed]
        assert load(path) == Recovered(GAME if replaced else LONG)
        assert [file.name for file in tmp_path.iterdir()] == ["game.qtn"]
    assert steps == ["open", "write", "fsync", "close", "replace", "open", "fsync", "close"]


def dies(work: Callable[[], object]) -> bool:
    """Whether a copy of this process that does ``work`` is killed meanwhile, with exit code 9."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process is killed in a copy of itself")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")  # the copy starts no thread
def test_kill_at_any_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.qtn"

    def save_and_die() -> None:
        breaking(monkeypatch, lambda: os._exit(9), at)
        save(path, GAME)

    for at in range(9):
        save(path, LONG)
        assert dies(save_and_die) == (at < 8)
        assert load(path) == Recovered(GAME if at > 4 else LONG)
