"""Tools and resources, with the SDK's own client."""

import base64
import json
import sys
from typing import Any

import pytest
from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.types import ImageContent, TextContent, TextResourceContents

from qttt import PRESETS, Position, Rules, read, solve
from qttt.extras import MissingExtraError
from qttt.mcp import create_server
from qttt.mcp.server import ARGUMENTS, TOOLS
from qttt.mcp.tools import MAX_LISTED
from qttt.notation.rules_text import rules_in_words
from qttt.notation.text import board_text

PENDING = "12 25 59 15"


def connect() -> Client:
    """Return a client of a server in this process."""
    return Client(create_server())


async def called(tool: str, **arguments: object) -> Any:
    """Call a tool and return its structured result."""
    async with connect() as client:
        result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return result.structured_content


async def error_of(tool: str, **arguments: object) -> str:
    """Call a tool in vain and return what the model reads."""
    async with connect() as client:
        result = await client.call_tool(tool, arguments)
    (content,) = result.content
    assert isinstance(content, TextContent)
    assert result.is_error, content.text
    return content.text


async def content_of(tool: str, **arguments: object) -> Any:
    """Call a tool and return its only content."""
    async with connect() as client:
        (content,) = (await client.call_tool(tool, arguments)).content
    return content


async def test_tools_are_described() -> None:
    async with connect() as client:
        tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == list(TOOLS)
    assert all(tool.description for tool in tools)
    assert [tool.name for tool in tools if tool.output_schema is None] == ["explain", "draw"]


async def test_rules_are_tools_and_resources() -> None:
    async with connect() as client:
        listed = await client.list_resources()
        contents = (await client.read_resource("qttt://rules/qubic3")).contents[0]
    assert [str(resource.uri) for resource in listed.resources] == [
        f"qttt://rules/{n}" for n in PRESETS
    ]
    assert isinstance(contents, TextResourceContents)
    assert contents.text == rules_in_words(Rules.preset("qubic3"))
    found = await called("rules", rules="krist rows=5 cols=5", language="el")
    assert found["text"] == rules_in_words(Rules.preset("krist", 5), "el")
    assert found["presets"].keys() == PRESETS.keys() | {"krist"}


async def test_legal_moves_are_described() -> None:
    found = await called("legal_moves", position=PENDING)
    assert found == {
        "position": "12/25/59/15",
        "decider": "X",
        "count": 2,
        "moves": [
            {"move": "@1", "description": "O4 lands on 1"},
            {"move": "@5", "description": "O4 lands on 5"},
        ],
    }
    large = await called("legal_moves", rules="krist rows=6 cols=6")
    assert (large["count"], len(large["moves"])) == (630, MAX_LISTED)


async def test_moves_are_played() -> None:
    found = await called("play", position="12/25/59", moves="15 @5")
    assert found["position"] == str(read("12 25 59 15 @5").position)
    assert found["played"] == ["O4 is in 1 and 5 and closes a loop.", "X chose: O4 lands on 5."]
    assert (found["next"], found["decider"]) == ("X to place mark 5", "X")
    assert found["result"] is None
    end = await called("play", rules="classic3", moves="1 4 2 5 3")
    assert (end["result"], end["decider"]) == ("1-0", None)


@pytest.mark.parametrize(("text", "rules"), [(PENDING, "goff"), ("12/25/15", "qubic3")])
async def test_value_is_proved_by_lines_to_the_end(text: str, rules: str) -> None:
    position = read(text, Rules.parse(rules)).position
    found = await called("value", position=text, rules=rules)
    assert found["value"] == solve(position).value
    values = [move["value"] for move in found["moves"]]
    assert found["value"] == (sum(values) / 2 if rules == "qubic3" else max(values))
    for move in found["moves"]:
        end = read(f"{position} {' '.join(move['line'])}", position.rules).position
        if rules == "goff":
            assert end.outcome
            assert end.outcome.value == move["value"]


async def test_position_is_explained() -> None:
    found = (await content_of("explain", position="12 25 59 15")).text
    assert found.startswith(board_text(read(PENDING).position))
    assert found.splitlines()[-9:] == [
        "Rules: Standard rules, 3×3.",
        "X1, O2, O4 form a loop on 1, 2, 5.",
        "Stems, which collapse with it: X3.",
        "If O4 lands on 1: X1 on 2, O2 on 5, X3 on 9.",
        "If O4 lands on 5: X1 on 1, O2 on 2, X3 on 9.",
        "The board has 2 realities.",
        "Legal moves: 2.",
        "Value: X and O get the same if both play perfectly.",
        "Best for X: @1 @5.",
    ]
    trees = (await content_of("explain", position="12 25 34")).text
    assert trees.splitlines()[-8:-1] == [
        "X1, O2 are entangled on 1, 2, 5; one of these squares stays empty.",
        "Odds of X1: 2/3 for 1 and 1/3 for 2.",
        "Odds of O2: 1/3 for 2 and 2/3 for 5.",
        "X3 is on 3, 4, entangled with no other mark.",
        "The board has 6 realities.",
        "Legal moves: 36.",
        "Value: X and O get the same if both play perfectly.",
    ]
    end = (await content_of("explain", position="1 4 2 5 3", rules="classic3")).text
    assert end.splitlines()[-2:] == [
        "Classical marks: X1 on 1, O2 on 4, X3 on 2, O4 on 5, X5 on 3.",
        "Value: X got a point more than O.",
    ]


async def test_position_is_drawn() -> None:
    picture = await content_of("draw", position=PENDING)
    assert isinstance(picture, ImageContent)
    assert base64.b64decode(picture.data).startswith(b"\x89PNG")
    assert (await content_of("draw", format="svg")).text.startswith("<svg")
    assert (await content_of("draw", format="text")).text == board_text(Position())


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("play", {"moves": "11"}, "11 is not legal in -: a quantum mark needs two different"),
        ("play", {"moves": "§"}, "line 1, column 1: '§' is not a move"),
        ("explain", {"position": "12/12/12"}, "12/12/12"),
        ("rules", {"rules": "chess"}, "chess"),
        ("value", {"rules": "krist"}, "krist: this tool solves boards of at most nine squares"),
    ],
)
async def test_invalid_arguments_are_reported(
    tool: str, arguments: dict[str, str], message: str
) -> None:
    assert message in await error_of(tool, **arguments)


@pytest.mark.parametrize("tool", TOOLS)
async def test_arguments_are_checked_strictly(tool: str) -> None:
    """The law of all tools: no argument is ignored, guessed or converted."""
    schema = TOOLS[tool].listed.input_schema
    assert schema["additionalProperties"] is False
    required = dict.fromkeys(schema.get("required", ()), "12")
    known = ", ".join(schema["properties"])
    unknown = f"{tool} has no argument 'positon': choose from {known}"
    assert await error_of(tool, **required, positon="12") == unknown
    for name, described in schema["properties"].items():
        assert described["description"] == ARGUMENTS[name]
        given: object = "yes" if described["type"] == "boolean" else 12
        error = await error_of(tool, **(required | {name: given}))
        assert error.startswith(f"{name} must be ")
        assert error.endswith(f", not {json.dumps(given)}")
    for name in required:
        given = {each: text for each, text in required.items() if each != name}
        assert await error_of(tool, **given) == f"{tool} needs the argument {name}"


async def test_unknown_names_are_reported() -> None:
    assert await error_of("valu") == f"unknown tool 'valu': choose from {', '.join(TOOLS)}"
    async with connect() as client:
        with pytest.raises(MCPError, match=r"^unknown resource qttt://rules/chess: list the res"):
            await client.read_resource("qttt://rules/chess")


def test_schemas_and_results_agree() -> None:
    """Results have the fields that their schemas require, and no others."""
    for name in ("rules", "legal_moves", "value"):
        schema, result = TOOLS[name].listed.output_schema, TOOLS[name].call({}).structured_content
        assert schema
        assert result
        assert sorted(schema["required"]) == sorted(schema["properties"]) == sorted(result)


async def test_command_speaks_the_protocol_on_standard_streams() -> None:
    server = StdioServerParameters(command=sys.executable, args=["-m", "qttt", "mcp"])
    async with Client(stdio_client(server)) as client:
        result = await client.call_tool("value", {})
    assert result.structured_content
    assert result.structured_content["value"] == solve(Position()).value


async def test_missing_packages_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert (await content_of("draw")).text.endswith(str(MissingExtraError("mcp")))
