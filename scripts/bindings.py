"""Generate the bindings of the kernel from ``kernel/qttt.h``, for Python and TypeScript.

``make format`` runs this; a test fails if a generated file is stale.

The header is read as a subset of C: enums, structs of numbers, arrays, structs and pointers, and
functions. The comment before a declaration or after a field documents it. Enums with a name become
classes in Python; in TypeScript they become lists of names, or objects if their values do not count
from 0. Structs become offsets in TypeScript.
"""

import ctypes
import re
from collections.abc import Iterator, Mapping
from textwrap import indent
from typing import NamedTuple

from scripts.kernel import ROOT

HEADER = ROOT / "kernel" / "qttt.h"
PYTHON = ROOT / "src" / "qttt" / "engine" / "kernel_api.py"
TYPESCRIPT = ROOT / "web" / "src" / "kernel" / "api.ts"

HEAD = "Declarations of the kernel. Generated from kernel/qttt.h by scripts/bindings.py."
DECLARATION = re.compile(
    r"(?:/\*(?P<doc>(?:(?!\*/).)*)\*/\s*)?"
    r"(?:enum (?P<enum>\w*) ?\{(?P<members>.*?)\};"
    r"|typedef struct \{(?P<fields>.*?)\} (?P<struct>\w+);"
    r"|(?P<scope>QTTT_API|QTTT_NATIVE) (?P<result>\w+) (?P<function>\w+)\((?P<arguments>.*?)\);)",
    re.DOTALL,
)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
FIELD = re.compile(r"(\w+)\s+([^;]+);\s*(?:/\*(.*?)\*/)?", re.DOTALL)


class Enum(NamedTuple):
    """Constants without the prefix ``QTTT_``; the name is empty if the header has none."""

    name: str
    doc: str
    members: dict[str, int]

    @property
    def is_sequence(self) -> bool:
        """Whether the values count from 0."""
        return list(self.members.values()) == list(range(len(self.members)))


class Field(NamedTuple):
    """A field of a struct, with its type in ctypes."""

    name: str
    type: str
    doc: str


class Struct(NamedTuple):
    """A struct of numbers, arrays, structs and pointers."""

    name: str
    doc: str
    fields: list[Field]


class Function(NamedTuple):
    """A function with types in ctypes; a native one is not in the WebAssembly."""

    name: str
    doc: str
    result: str
    arguments: dict[str, str]
    is_native: bool


class Header(NamedTuple):
    """All declarations, in the order of the header."""

    enums: list[Enum]
    structs: list[Struct]
    functions: list[Function]


def parse(text: str) -> Header:
    """Parse a header."""
    header, values = Header([], [], []), dict[str, int]()
    for found in DECLARATION.finditer(text):
        doc = _text(found["doc"] or "")
        if found["members"]:
            members = dict(_members(found["members"], values))
            header.enums.append(Enum(found["enum"].removeprefix("Qttt"), doc, members))
        elif found["fields"]:
            fields = list(_fields(found["fields"], values))
            header.structs.append(Struct(found["struct"], doc, fields))
        else:
            arguments = dict(map(_argument, found["arguments"].split(",")))
            result, is_native = _type(found["result"]), found["scope"] == "QTTT_NATIVE"
            header.functions.append(Function(found["function"], doc, result, arguments, is_native))
    return header


def _text(comment: str) -> str:
    """Return the lines of a comment without their decoration."""
    return "\n".join(re.sub(r"^ *\* ?", "", line) for line in comment.split("\n")).strip()


def _members(text: str, values: dict[str, int]) -> Iterator[tuple[str, int]]:
    value = -1
    for member in filter(str.strip, COMMENT.sub("", text).split(",")):
        name, _, expression = (part.strip() for part in member.partition("="))
        value = eval(expression.replace("/", "//"), {}, values) if expression else value + 1
        values[name] = value
        yield name.removeprefix("QTTT_"), value


def _fields(text: str, values: Mapping[str, int]) -> Iterator[Field]:
    for kind, names, comment in FIELD.findall(text):
        for number, each in enumerate(names.split(",")):
            name, *shape = re.findall(r"\w+", each)
            lengths = [str(values.get(length, length)) for length in reversed(shape)]
            doc = "" if number else _text(comment)
            yield Field(name, " * ".join([_type(f"{kind} {each}"), *lengths]), doc)


def _argument(text: str) -> tuple[str, str]:
    return re.findall(r"\w+", text)[-1], _type(text)


def _type(text: str) -> str:
    """Return the ctypes name of a C type, which can be followed by a name."""
    if "*" in text:
        return "c_void_p"
    name = next(word for word in re.findall(r"\w+", text) if word not in ("const", "volatile"))
    known = {"size_t": "c_size_t", "float": "c_float"}
    return known.get(name) or re.sub(r"^(\w+)_t$", r"c_\1", name)


def python(header: Header) -> str:
    """Return the content of ``PYTHON``."""
    blocks = list[str]()
    for enum in header.enums:
        lines = [f"{member} = {value}" for member, value in enum.members.items()]
        base = "IntEnum" if enum.is_sequence or min(enum.members.values()) < 0 else "IntFlag"
        title = f"{enum.name}({base})"
        blocks.append(_class(title, enum.doc, lines) if enum.name else "\n".join(lines))
    for name, doc, fields in header.structs:
        rows = [
            indent(each.doc, "# ") + "\n" * bool(each.doc) + f'("{each.name}", {each.type}),'
            for each in fields
        ]
        lines = ["_fields_ = (", indent("\n".join(rows), "    "), ")"]
        blocks.append(_class(f"{name}(Structure)", doc, lines))
    rows = [
        f'    "{each.name}": ({each.result}, [{", ".join(each.arguments.values())}]),'
        for each in header.functions
    ]
    body = "\n\n".join([*blocks, "\n".join(["FUNCTIONS = {", *rows, "}"])])
    used = ", ".join(sorted(set(re.findall(r"\bc_\w+", body))))
    imports = f"from ctypes import Structure, {used}\nfrom enum import IntEnum, IntFlag"
    return f'"""{HEAD}"""\n\n{imports}\n\n{body}\n'


def _class(title: str, doc: str, lines: list[str]) -> str:
    text = f'"""{doc}"""' if "\n" not in doc else f'"""{doc}\n"""'
    return f"\nclass {title}:\n" + indent("\n".join([text, "", *lines]), "    ")


def typescript(header: Header, structs: Mapping[str, type[ctypes.Structure]]) -> str:
    """Return the content of ``TYPESCRIPT``; ``structs`` are those of ``PYTHON``."""
    blocks = [f"/** {HEAD} All numbers are little-endian; pointers are numbers. */"]
    for enum in header.enums:
        constant = _constant(enum.name)
        if not enum.name:
            lines = [f"export const {name} = {value};" for name, value in enum.members.items()]
            blocks.append("\n".join(lines))
        elif enum.is_sequence:
            words = ", ".join(f'"{_word(member)}"' for member in enum.members)
            line = f"export const {constant}S = [{words}] as const;"
            blocks.append(_typescript_comment(enum.doc) + line)
        else:
            blocks.append(_object(f"{constant}S", enum.doc, enum.members))
    for name, doc, fields in header.structs:
        offsets = {each.name: getattr(structs[name], each.name).offset for each in fields}
        size = ctypes.sizeof(structs[name])
        blocks.append(_object(_constant(name), doc, offsets | {"BYTES": size}))
    functions = [
        _typescript_comment(each.doc) + f"readonly {each.name}: {_signature(each)};"
        for each in header.functions
        if not each.is_native
    ]
    blocks.append("export interface Functions {\n" + indent("\n".join(functions), "  ") + "\n}")
    return "\n\n".join(blocks) + "\n"


def _signature(function: Function) -> str:
    arguments = ", ".join(f"{name}: {_number(kind)}" for name, kind in function.arguments.items())
    return f"({arguments}) => {_number(function.result)}"


def _number(kind: str) -> str:
    return "bigint" if kind in ("c_int64", "c_uint64") else "number"


def _constant(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.removeprefix("Qttt")).upper()


def _word(member: str) -> str:
    """Return the word for a member; X and O are names."""
    return member if len(member) == 1 else member.lower().replace("_", "-")


def _object(name: str, doc: str, members: Mapping[str, int]) -> str:
    pairs = ", ".join(f"{key}: {value}" for key, value in members.items())
    return f"{_typescript_comment(doc)}export const {name} = {{ {pairs} }} as const;"


def _typescript_comment(text: str) -> str:
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in text.splitlines()) + " */\n"


def structs_of(source: str) -> dict[str, type[ctypes.Structure]]:
    """Return the structs that a generated Python module defines."""
    names: dict[str, type[ctypes.Structure]] = {}
    exec(source, names)
    return names


if __name__ == "__main__":
    parsed = parse(HEADER.read_text("utf-8"))
    code = python(parsed)
    PYTHON.write_text(code, "utf-8")
    TYPESCRIPT.write_text(typescript(parsed, structs_of(code)), "utf-8")
