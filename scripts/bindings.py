"""Generate the bindings of the kernel from ``kernel/qttt.h``, for Python and TypeScript.

``make format`` runs this; a test fails if a generated file is stale.

The header is read as a subset of C: enums, structs of numbers, arrays, structs and pointers, and
functions. The comment before a declaration or after a field documents it. Enums with a name become
classes in Python; in TypeScript they become lists of names, or objects if their values do not count
from 0. Structs become offsets in TypeScript; those that the build for large boards (QTTT_LARGE) has
too become ``BUILDS``. A hash of the header becomes a constant in C and in Python, by which Python
recognizes a library that was built with another header.
"""

import ctypes
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

from scripts.kernel import ROOT

HEADER = ROOT / "kernel" / "qttt.h"
INTERFACE = HEADER.with_name("interface.h")
PYTHON = ROOT / "src" / "qttt" / "engine" / "kernel_api.py"
TYPESCRIPT = ROOT / "web" / "src" / "generated" / "api.ts"
BUILDS = TYPESCRIPT.with_name("builds.ts")

HEAD = "Declarations of the kernel. Generated from kernel/qttt.h by scripts/bindings.py."
DECLARATION = re.compile(
    r"(?:/\*(?P<doc>(?:(?!\*/).)*)\*/\s*)?"
    r"(?:enum (?P<enum>\w*) ?\{(?P<members>.*?)\};"
    r"|typedef struct \{(?P<fields>.*?)\} (?P<struct>\w+);"
    r"|(?P<scope>QTTT_API|QTTT_NATIVE) (?P<result>\w+) (?P<function>\w+)\((?P<arguments>.*?)\);)",
    re.DOTALL,
)
FIELD = re.compile(r"(\w+)\s+([^;]+);\s*(?:/\*(.*?)\*/)?", re.DOTALL)
TYPEDEF = re.compile(r"^typedef ([^{};]+) (\w+);", re.MULTILINE)
TYPES = {"size_t": "c_size_t", "float": "c_float", "unsigned _BitInt(256)": "c_uint64 * 4"}
LIMITS = ("MAX_SQUARES", "COLLAPSE", "NUMBER_BYTES", "MAX_MOVES")
"""Constants that differ between the builds."""


class Enum(NamedTuple):
    """Constants without the prefix ``QTTT_``; the name is empty if the header has none."""

    name: str
    doc: str
    members: dict[str, int]

    @property
    def is_sequence(self) -> bool:
        """Whether the values count from 0."""
        return list(self.members.values()) == list(range(len(self.members)))


class Struct(NamedTuple):
    """A struct; its fields have a name, a type in ctypes, and a comment."""

    name: str
    doc: str
    fields: list[tuple[str, str, str]]


class Function(NamedTuple):
    """A function with types in ctypes; a native one is not in the WebAssembly."""

    name: str
    doc: str
    result: str
    arguments: dict[str, str]
    is_native: bool


Header = list[Enum | Struct | Function]
"""All declarations, in order."""


def parse(text: str, *, large: bool = False) -> Header:
    """Parse a header, for the build for large boards or for the ordinary one."""
    text = _selected(text, large=large)
    types = TYPES | {name: _type(kind, TYPES) for kind, name in TYPEDEF.findall(text)}
    header, values = Header(), dict[str, int]()
    for found in DECLARATION.finditer(text):
        doc = _text(found["doc"] or "")
        if found["members"]:
            members = dict(_members(found["members"], values))
            header.append(Enum(found["enum"].removeprefix("Qttt"), doc, members))
        elif found["fields"]:
            header.append(Struct(found["struct"], doc, [*_fields(found["fields"], values, types)]))
        else:
            parameters = (text for text in found["arguments"].split(",") if text != "void")
            arguments = {
                re.findall(r"\w+", parameter)[-1]: _type(parameter, types)
                for parameter in parameters
            }
            result, is_native = _type(found["result"], types), found["scope"] == "QTTT_NATIVE"
            header.append(Function(found["function"], doc, result, arguments, is_native))
    return header


def _selected(text: str, *, large: bool) -> str:
    """Return the lines that a build compiles; other conditions than ``QTTT_LARGE`` are true."""
    kept, conditions = list[str](), list[bool]()
    for line in text.splitlines(keepends=True):
        match line.split():
            case ["#ifdef" | "#ifndef" as directive, "QTTT_LARGE", *_]:
                conditions.append(large == (directive == "#ifdef"))
            case ["#if" | "#ifdef" | "#ifndef", *_]:
                conditions.append(True)
            case ["#else", *_]:
                conditions[-1] = not conditions[-1]
            case ["#endif", *_]:
                conditions.pop()
            case _:
                kept += [line] if all(conditions) else []
    return "".join(kept)


def _text(comment: str) -> str:
    """Return the lines of a comment without their decoration."""
    return "\n".join(re.sub(r"^ *\* ?", "", line) for line in comment.split("\n")).strip()


def _members(text: str, values: dict[str, int]) -> Iterator[tuple[str, int]]:
    value = -1
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    for member in filter(str.strip, text.split(",")):
        name, _, expression = (part.strip() for part in member.partition("="))
        value = eval(expression.replace("/", "//"), {}, values) if expression else value + 1
        values[name] = value
        yield name.removeprefix("QTTT_"), value


def _fields(
    text: str, values: Mapping[str, int], types: Mapping[str, str]
) -> Iterator[tuple[str, str, str]]:
    for kind, names, comment in FIELD.findall(text):
        for number, each in enumerate(names.split(",")):
            name, *shape = re.findall(r"\w+", each)
            lengths = [str(values.get(length, length)) for length in reversed(shape)]
            doc = "" if number else " ".join(_text(comment).split())
            yield name, " * ".join([_type(f"{kind} {each}", types), *lengths]), doc


def _type(text: str, types: Mapping[str, str]) -> str:
    """Return the ctypes name of a C type, which can be followed by a name."""
    if "*" in text:
        return "c_void_p"
    if text in types:
        return types[text]
    name = next(word for word in re.findall(r"\w+", text) if word not in ("const", "volatile"))
    return types.get(name) or re.sub(r"^(\w+)_t$", r"c_\1", name)


def interface(text: str) -> str:
    """Return a number that identifies a header, as text in C and in Python."""
    return f"0x{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def c(text: str) -> str:
    """Return the content of ``INTERFACE``."""
    return f"/* {HEAD} */\n#define QTTT_INTERFACE {interface(text)}u\n"


def python(header: Header) -> str:
    """Return the content of ``PYTHON``, but for the constant ``INTERFACE``."""
    blocks, functions = list[str](), list[str]()
    for each in header:
        match each:
            case Enum(name, doc, members):
                lines = [f"{member} = {value}" for member, value in members.items()]
                base = "IntEnum" if each.is_sequence or min(members.values()) < 0 else "IntFlag"
                blocks.append(_class(f"{name}({base})", doc, lines) if name else "\n".join(lines))
            case Struct(name, doc, fields):
                lines = list[str]()
                for field, kind, note in fields:
                    line = f'    ("{field}", {kind}),' + f"  # {note}" * bool(note)
                    lines += [line] if len(line) <= 96 else [f"    # {note}", line.split("  #")[0]]
                blocks.append(_class(f"{name}(Structure)", doc, ["_fields_ = (", *lines, ")"]))
            case Function(name, _, result, arguments):
                functions.append(f'    "{name}": ({result}, [{", ".join(arguments.values())}]),')
    body = "\n\n".join([*blocks, "\n".join(["FUNCTIONS = {", *functions, "}"])])
    used = ", ".join(sorted(set(re.findall(r"\bc_\w+", body))))
    imports = f"from ctypes import Structure, {used}\nfrom enum import IntEnum, IntFlag"
    return f'"""{HEAD}"""\n\n{imports}\n\n{body}\n'


def _class(title: str, doc: str, lines: list[str]) -> str:
    text = f'"""{doc}"""' if "\n" not in doc else f'"""{doc}\n"""'
    return f"\nclass {title}:\n" + indent("\n".join([text, "", *lines]), "    ")


def generated(text: str) -> dict[Path, str]:
    """Return the contents of all generated files for a header."""
    header, large = parse(text), parse(text, large=True)
    return {
        INTERFACE: c(text),
        PYTHON: f"{python(header)}\nINTERFACE = {interface(text)}\n",
        TYPESCRIPT: typescript(header, large),
        BUILDS: builds(header, large),
    }


def typescript(header: Header, large: Header) -> str:
    """Return the content of ``TYPESCRIPT``."""
    offsets, shared = _offsets(header), _structs(large)
    blocks = [f"/** {HEAD} All numbers are little-endian; pointers are numbers. */"]
    functions = list[str]()
    for each in header:
        match each:
            case Enum("", _, members):
                lines = [f"export const {name} = {value};" for name, value in members.items()]
                blocks.append("\n".join(lines))
            case Enum(name, doc, members) if each.is_sequence:
                # X and O are names, the others words.
                words = [key if len(key) == 1 else key.lower().replace("_", "-") for key in members]
                line = f"export const {_constant(name)}S = {json.dumps(words)} as const;"
                blocks.append(_typescript_comment(doc) + line)
            case Enum(name, doc, members):
                blocks.append(_object(f"{_constant(name)}S", doc, members))
            case Struct(name, doc) if name not in shared:
                blocks.append(_object(_constant(name), doc, offsets[name]))
            case Function(name, doc, result, arguments, is_native) if not is_native:
                typed = ", ".join(f"{key}: {_number(kind)}" for key, kind in arguments.items())
                line = f"readonly {name}: ({typed}) => {_number(result)};"
                functions.append(_typescript_comment(doc) + line)
    blocks.append("export interface Functions {\n" + indent("\n".join(functions), "  ") + "\n}")
    return "\n\n".join(blocks) + "\n"


def builds(header: Header, large: Header) -> str:
    """Return the content of ``BUILDS``."""
    blocks = [
        f"/** {HEAD} The two builds of the rules: limits and structs. */",
        f"export const ORDINARY = {_build(header, _structs(large))} as const;",
        f"/** QTTT_LARGE. */\nexport const LARGE = {_build(large, _structs(large))} as const;",
    ]
    return "\n\n".join(blocks) + "\n"


def _structs(header: Header) -> list[str]:
    return [each.name for each in header if isinstance(each, Struct)]


def _offsets(header: Header) -> dict[str, dict[str, int]]:
    """Return the offset of each field of each struct, and the size as ``BYTES``."""
    structs = dict[str, type[ctypes.Structure]]()
    exec(python(header), structs)
    return {
        name: {field: getattr(structs[name], field).offset for field, *_ in fields}
        | {"BYTES": ctypes.sizeof(structs[name])}
        for name, _, fields in (each for each in header if isinstance(each, Struct))
    }


def _build(header: Header, shared: Iterable[str]) -> str:
    """Return the limits and the ``shared`` structs of a build, as an object."""
    members = dict[str, int]()
    for each in header:
        members |= each.members if isinstance(each, Enum) else {}
    offsets = _offsets(header)
    limits = [f"  {name}: {members[name]}," for name in LIMITS if name in members]
    structs = [f"  {_constant(name)}: {_members_text(offsets[name])}," for name in shared]
    return "\n".join(["{", *limits, *structs, "}"])


def _number(kind: str) -> str:
    return "bigint" if kind in ("c_int64", "c_uint64") else "number"


def _constant(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.removeprefix("Qttt")).upper()


def _object(name: str, doc: str, members: Mapping[str, int]) -> str:
    text = f"export const {name} = {_members_text(members)} as const;"
    return _typescript_comment(doc) + text


def _members_text(members: Mapping[str, int]) -> str:
    pairs = ", ".join(f"{key}: {value}" for key, value in members.items())
    return f"{{ {pairs} }}"


def _typescript_comment(text: str) -> str:
    if "\n" not in text:
        return f"/** {text} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in text.splitlines()) + " */\n"


if __name__ == "__main__":
    for path, content in generated(HEADER.read_text("utf-8")).items():
        path.write_text(content, "utf-8")
