"""Generates the golden texts with their games, and the armoured files.

python -m tests.golden.texts
"""

import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping

from qttt.game import Node, Position, Rules
from qttt.notation import format_goff, format_moves, to_record, write_record
from qttt.notation.armour import DamagedError, armour, unarmour
from tests import oracle
from tests.golden.tables import GOLDEN

SEED = 5
RULES = (
    *oracle.PRESETS,
    "goff ends=full",
    "goff last_square=empty",
    "krist rows=3 cols=3",
    "krist rows=5 cols=5",
    "krist rows=8 cols=8",
    "goff rows=1 cols=6 line=3 scoring=match",
    "goff rows=3 cols=5 line=4 chooser=chance last_square=empty scoring=complete",
)
"""Boards of at most 64 squares, the limit of the kernel."""
GOFF = ("goff", "complete", "closer", "no-pair-loops", "goff ends=full", "krist rows=3 cols=3")

COMMENTS = (
    "",
    "a comment",
    " spaces  at   both ends ",
    "braces } and { and a back\\slash",
    "two\nlines\n\nand one more",
    "Ελληνικά, ½, 😀",
    "100 % of %percent %signs, so many that the line has to be broken somewhere before them",
    "one" + "long" * 22 + "word",
    "seen by nobody: \u00a0\u202e\u200b\x07\x7f",
    "(1. 1-2) [Tag] ; 1-0 *",
)
TAGS: tuple[Mapping[str, str], ...] = (
    {},
    {"X": "Άννα", "O": 'O "quoted" \\ name'},
    {"Event": "a\nline break", "Zeta_9": "", "Date": "2026.11.21", "Annotator": " ] } % "},
)

TEXTS = """\
# Texts in canonical form, and the games in them. One row each; columns are separated by one tab.
#
# kind   what the text is: moves, position (perhaps with moves after it), goff or records
# rules  for texts that do not name theirs
# text   a JSON string
# games  a JSON list: of each game its rules, tags, start, comment, moves and result; of each move
#        its machine form, the position after it, its comment, and the moves that follow, the
#        continuation first
#
# kind	rules	text	games
"""

ARMOUR = """\
# Armoured files, whole and damaged. One row each; columns are separated by one tab.
#
# damage   what happened to the file
# text     what was saved, a JSON string
# file     what is left of the file, a JSON string with one character for each byte
# outcome  how many bytes of the file are repaired; refused; plain if the armour is gone
#
# damage	text	file	outcome
"""

Game = dict[str, object]


# --- texts -------------------------------------------------------------------------------------


def texts_text() -> str:
    """Texts of every kind, for all ``RULES``."""
    rng = random.Random(SEED)
    return TEXTS + _table(_texts(rng))


def contents(root: Node, tags: Mapping[str, str] | None = None, result: str = "*") -> Game:
    """A game in the format of the column ``games``."""
    return {
        "rules": str(root.position.rules),
        "tags": dict(tags or {}),
        "start": str(root.position),
        "comment": root.comment,
        "moves": _moves(root),
        "result": result,
    }


def _moves(node: Node) -> list[object]:
    return [
        [node.position.name(child.move), str(child.position), child.comment, _moves(child)]
        for child in node.children
        if child.move is not None
    ]


def _texts(rng: random.Random) -> Iterator[list[str]]:
    for words in RULES:
        rules = Rules.parse(words)
        start, end = _line(rng, Position(rules)), _line(rng, Position(rules))
        yield _row("moves", words, format_moves(end) or "-", [contents(end.path[0])])
        half = start.path[len(start.path) // 2].position
        later = _line(rng, half)
        text = f"{half} {format_moves(later)}".strip()
        if len(half.marks) > 1:
            yield _row("position", words, text, [contents(later.path[0])])
        yield _row("records", words, *_records(rng, rules, 1))
    for words in GOFF:
        end = _line(rng, Position(Rules.parse(words)))
        yield _row("goff", words, format_goff(end), [contents(end.path[0])])
    yield _row("records", "goff", *_records(rng, Rules(), 4))


def _row(kind: str, rules: str, text: str, games: list[Game]) -> list[str]:
    return [kind, rules, json.dumps(text), json.dumps(games)]


def _records(rng: random.Random, rules: Rules, count: int) -> tuple[str, list[Game]]:
    """Concatenated records and their games."""
    texts, games = [], []
    for _ in range(count):
        root = _tree(rng, rules)
        tags = dict(rng.choice(TAGS))
        result = None
        if [root, *root.main_line][-1].position.outcome is None and rng.random() < 0.3:
            tags["Termination"] = "resignation"
            result = "1-0"
        record = to_record(root, tags, result)
        texts.append(write_record(record))
        games.append(contents(root, record.tags, record.result))
    return "\n".join(texts), games


def _tree(rng: random.Random, rules: Rules) -> Node:
    """A random game with variations and comments, sometimes from a position."""
    start = Position(rules)
    if rng.random() < 0.3:
        start = rng.choice(_line(rng, start).path[:-1]).position
    root = Node(start)
    root.comment = rng.choice(COMMENTS)
    for plies in (99, 1, 3, 2, 5):
        node = rng.choice(list(root.walk()))
        for _ in range(plies):
            if node.position.legal_moves:
                node = node.play(rng.choice(node.position.legal_moves))
        node.comment = rng.choice(COMMENTS)
    return root


def _line(rng: random.Random, start: Position) -> Node:
    """Play a random game, sometimes not to its end; return the last node."""
    node = Node(start)
    for _ in range(rng.choice((3, 8, 99))):
        if node.position.legal_moves:
            node = node.play(rng.choice(node.position.legal_moves))
    return node


# --- armour ------------------------------------------------------------------------------------

SHORT = '[X "Άννα"]\n\n1. 1-2 2. 1-2~ @1 *\n'
LONG = SHORT + "{A comment that takes three codewords.}\n" * 14

Damage = Callable[[bytes, random.Random], bytes]


def armour_text() -> str:
    """Two files, each with every kind of damage."""
    rng = random.Random(SEED)
    files = ((text, armour(text).encode()) for text in (SHORT, LONG))
    return ARMOUR + _table(
        [name, json.dumps(text), json.dumps(data.decode("latin-1")), outcome(data, text)]
        for text, file in files
        for name, data in ((name, damage(file, rng)) for name, damage in DAMAGE.items())
    )


def outcome(file: bytes, text: str) -> str:
    """The result of reading a damaged file of ``text``."""
    try:
        found = unarmour(file)
    except DamagedError:
        return "refused"
    if not found.armoured:
        return "plain"
    assert found.text == text
    return str(found.repaired_bytes)


def _wrong(count: int) -> Damage:
    """Change bytes at random offsets."""

    def damage(file: bytes, rng: random.Random) -> bytes:
        data = bytearray(file)
        for place in rng.sample(range(len(data)), count):
            data[place] ^= rng.randrange(1, 256)
        return bytes(data)

    return damage


def _burst(share: int) -> Damage:
    """Overwrite a run of bytes with zeros, the same number in each codeword."""

    def damage(file: bytes, rng: random.Random) -> bytes:
        length = share * (file.count(b"\n%") - 1)
        begin = file.index(b"\n") + 1 + rng.randrange(8)
        return file[:begin] + bytes(length) + file[begin + length :]

    return damage


DAMAGE: dict[str, Damage] = {
    "none": lambda file, _: file,
    "1 byte": _wrong(1),
    "16 bytes": _wrong(16),
    "60 bytes": _wrong(60),
    "200 bytes": _wrong(200),
    "burst of 16": _burst(16),
    "burst of 17": _burst(17),
    "burst of 40": _burst(40),
    "no head": lambda file, _: b"?" * file.index(b"\n") + file[file.index(b"\n") :],
    "byte order mark": lambda file, _: b"\xef\xbb\xbf" + file,
    "CR LF": lambda file, _: file.replace(b"\n", b"\r\n"),
    "CR": lambda file, _: file.replace(b"\n", b"\r"),
    "CR LF, no last line break": lambda file, _: file.replace(b"\n", b"\r\n")[:-2],
    "CR LF, a CR lost": lambda file, _: file.replace(b"\n", b"\r\n").replace(b"\r", b"x", 1),
    "CR LF, 8 bytes": lambda file, rng: _wrong(8)(file, rng).replace(b"\n", b"\r\n"),
    "no last line break": lambda file, _: file[:-1],
    "more line breaks": lambda file, _: file + b"\n\n",
    "one letter more": lambda file, _: file.replace(b"*", b"**", 1),
    "a letter changed by hand": lambda file, _: file.replace(b"@1", b"@2", 1),
    "cut off": lambda file, _: file[: len(file) * 2 // 3],
    "begin lost": lambda file, _: file[40:],
    "no armour": lambda file, _: b"".join(
        line for line in file.splitlines(keepends=True) if not line.startswith(b"%")
    ),
    "empty": lambda _file, _rng: b"",
}


def _table(rows: Iterable[list[str]]) -> str:
    return "".join("\t".join(row) + "\n" for row in rows)


if __name__ == "__main__":
    (GOLDEN / "texts.tsv").write_text(texts_text(), encoding="utf-8", newline="\n")
    (GOLDEN / "armour.tsv").write_text(armour_text(), encoding="utf-8", newline="\n")
