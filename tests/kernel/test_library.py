"""Both shipped builds export exactly what ``qttt.h`` declares and have no dependencies."""

import re
import struct
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from wasmtime import Engine, Module

from qttt.engine.kernel import FOLDER

HEADER = Path(__file__).parents[2] / "kernel" / "qttt.h"
DECLARED = set(re.findall(r"QTTT_API \w+ (\w+)\(", HEADER.read_text(encoding="utf-8")))
NATIVE = set(re.findall(r"QTTT_NATIVE \w+ (\w+)\(", HEADER.read_text(encoding="utf-8")))


def test_the_header_declares_the_kernel() -> None:
    assert {"qttt_legal", "qttt_play", "qttt_solve"} < DECLARED
    assert {"qttt_batch_init", "qttt_batch_step"} < NATIVE


def test_the_webassembly_exports_the_header_and_has_no_imports() -> None:
    module = Module.from_file(Engine(), str(FOLDER / "qttt.wasm"))
    assert list(module.imports) == []
    assert {one.name for one in module.exports if one.name.startswith("qttt")} == DECLARED


@pytest.mark.skipif(sys.platform != "linux", reason="reads the shared library as an ELF file")
def test_the_shared_library_exports_the_header_and_has_no_dependencies() -> None:
    library = read_elf((FOLDER / "qttt.so").read_bytes())
    assert library.needed == 0
    assert library.undefined == set()
    assert library.exported == DECLARED | NATIVE


class Elf(NamedTuple):
    """Exported and imported symbols and the number of needed libraries."""

    exported: set[str]
    undefined: set[str]
    needed: int


DYNAMIC, DYNSYM, NEEDED = 6, 11, 1


def read_elf(raw: bytes) -> Elf:
    """The dynamic section and symbols of a little-endian 64-bit ELF file."""
    assert raw[:6] == b"\x7fELF\x02\x01"
    table, size, count = *struct.unpack_from("<Q", raw, 0x28), *struct.unpack_from("<HH", raw, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", raw, table + i * size) for i in range(count)]
    symbols = next(section for section in sections if section[1] == DYNSYM)
    names = sections[symbols[6]][4]
    exported, undefined = set[str](), set[str]()
    for at in range(symbols[4] + 24, symbols[4] + symbols[5], 24):
        name, _, _, section = struct.unpack_from("<IBBH", raw, at)
        text = raw[names + name : raw.index(b"\0", names + name)].decode()
        (exported if section else undefined).add(text)
    dynamic = next(section for section in sections if section[1] == DYNAMIC)
    tags = struct.iter_unpack("<QQ", raw[dynamic[4] : dynamic[4] + dynamic[5]])
    return Elf(exported, undefined, sum(tag == NEEDED for tag, _ in tags))
