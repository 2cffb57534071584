"""The bindings that are generated from ``kernel/qttt.h``."""

import ctypes
from typing import Any

from scripts import bindings
from scripts.bindings import parse, python, typescript

HEADER = """
/* Sizes. */
enum { QTTT_SIZE = 4, QTTT_TWICE = QTTT_SIZE * 6 / 3 };

/* Who plays. */
enum QtttPlayer { QTTT_X, QTTT_NO_ONE };

enum QtttOption { /* of a game */
    QTTT_FAST = 1, /* without pauses */
    QTTT_LOUD = 2,
};

/* A mark.
 *
 *     with a picture */
typedef struct {
    uint8_t at[2]; /* its squares,
                    * the smaller first */
    int32_t x, o;
} QtttMark;

/* Marks. */
typedef struct {
    uint64_t count;
    QtttMark mark[QTTT_TWICE][3];
} QtttMarks;

/* Plays. */
QTTT_API int32_t qttt_play(const volatile uint8_t *places, uint64_t seed,
                           QtttMarks *marks);
QTTT_NATIVE size_t qttt_bytes(int64_t games);
"""


def test_python_has_the_declarations() -> None:
    names: dict[str, Any] = {}
    exec(python(parse(HEADER)), names)
    marks = names["QtttMarks"]
    assert (names["SIZE"], names["TWICE"]) == (4, 8)
    assert repr(names["Player"](1)) == "<Player.NO_ONE: 1>"
    assert repr(names["Option"](3)) == "<Option.FAST|LOUD: 3>"
    assert ctypes.sizeof(marks) == 8 + 8 * 3 * 12
    assert marks().mark[7][2].at[1] == 0
    assert names["QtttMark"].__doc__ == "A mark.\n\n        with a picture\n    "
    pointer, integer = ctypes.c_void_p, ctypes.c_int32
    assert names["FUNCTIONS"] == {
        "qttt_play": (integer, [pointer, ctypes.c_uint64, pointer]),
        "qttt_bytes": (ctypes.c_size_t, [ctypes.c_int64]),
    }


def test_typescript_has_what_the_webassembly_has() -> None:
    text = typescript(parse(HEADER))
    assert "export const TWICE = 8;" in text
    assert 'export const PLAYERS = ["X", "no-one"] as const;' in text
    assert "export const OPTIONS = { FAST: 1, LOUD: 2 } as const;" in text
    assert "export const MARK = { at: 0, x: 4, o: 8, BYTES: 12 } as const;" in text
    assert "export const MARKS = { count: 0, mark: 8, BYTES: 296 } as const;" in text
    assert "qttt_play: (places: number, seed: bigint, marks: number) => number;" in text
    assert " * A mark.\n *\n *     with a picture\n" in text
    assert "qttt_bytes" not in text


def test_generated_files_are_current() -> None:
    header = parse(bindings.HEADER.read_text("utf-8"))
    assert bindings.PYTHON.read_text("utf-8") == python(header), "run: make format"
    assert bindings.TYPESCRIPT.read_text("utf-8") == typescript(header), "run: make format"
