"""The bindings that are generated from ``kernel/qttt.h``."""

import ctypes
import inspect
from typing import Any

from scripts import bindings
from scripts.bindings import builds, parse, python, typescript

HEADER = """
#ifdef QTTT_LARGE
enum { QTTT_MAX_SQUARES = 256 };
typedef unsigned _BitInt(256) QtttSet;
#else
enum { QTTT_MAX_SQUARES = 64 };
typedef uint64_t QtttSet; /* of squares */
#endif

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

/* A line. */
typedef struct {
    QtttSet squares;
    int32_t time;
} QtttLine;

#ifndef QTTT_LARGE
/* Marks. */
typedef struct {
    uint64_t count;
    QtttMark mark[QTTT_TWICE][3];
} QtttMarks;

/* Plays. */
QTTT_API int32_t qttt_play(const volatile uint8_t *places, uint64_t seed,
                           QtttMarks *marks);
QTTT_NATIVE size_t qttt_bytes(int64_t games);
#endif
"""


def test_python_has_the_declarations() -> None:
    names: dict[str, Any] = {}
    exec(python(parse(HEADER)), names)
    marks = names["QtttMarks"]
    assert (names["SIZE"], names["TWICE"], names["MAX_SQUARES"]) == (4, 8, 64)
    assert repr(names["Player"](1)) == "<Player.NO_ONE: 1>"
    assert repr(names["Option"](3)) == "<Option.FAST|LOUD: 3>"
    assert ctypes.sizeof(marks) == 8 + 8 * 3 * 12
    assert marks().mark[7][2].at[1] == 0
    # Python 3.13 removes the indentation itself.
    assert inspect.getdoc(names["QtttMark"]) == "A mark.\n\nwith a picture"
    pointer, integer = ctypes.c_void_p, ctypes.c_int32
    assert names["FUNCTIONS"] == {
        "qttt_play": (integer, [pointer, ctypes.c_uint64, pointer]),
        "qttt_bytes": (ctypes.c_size_t, [ctypes.c_int64]),
    }


def test_typescript_has_what_the_webassembly_has() -> None:
    text = typescript(parse(HEADER), parse(HEADER, large=True))
    assert "export const TWICE = 8;" in text
    assert 'export const PLAYERS = ["X", "no-one"] as const;' in text
    assert "export const OPTIONS = { FAST: 1, LOUD: 2 } as const;" in text
    assert "export const MARKS = { count: 0, mark: 8, BYTES: 296 } as const;" in text
    assert "qttt_play: (places: number, seed: bigint, marks: number) => number;" in text
    assert "qttt_bytes" not in text


def test_typescript_has_what_differs_on_large_boards() -> None:
    text = builds(parse(HEADER), parse(HEADER, large=True))
    mark = "  MARK: { at: 0, x: 4, o: 8, BYTES: 12 },\n"
    for name, squares, line in (("ORDINARY", 64, 8), ("LARGE", 256, 32)):
        assert (
            f"export const {name} = {{\n  MAX_SQUARES: {squares},\n{mark}"
            f"  LINE: {{ squares: 0, time: {line}, BYTES: {line + 8} }},\n}} as const;"
        ) in text


def test_generated_files_are_current() -> None:
    for path, content in bindings.generated(bindings.HEADER.read_text("utf-8")).items():
        assert path.read_text("utf-8") == content, "run: make format"
