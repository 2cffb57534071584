"""A function of texts as a tool: its schemas, and its arguments, which are checked strictly."""

import json
from collections.abc import Callable, Mapping
from textwrap import shorten
from typing import Any, get_type_hints

from mcp import types
from pydantic import ConfigDict, TypeAdapter, ValidationError, validate_call

from qttt.copies import Uncopyable

_MESSAGES = {
    "missing_argument": "{tool} needs the argument {name}",
    "unexpected_keyword_argument": "{tool} has no argument {name!r}: choose from {known}",
    "string_type": "{name} must be a string, not {given}",
    "bool_type": "{name} must be true or false, not {given}",
    "literal_error": "{name} must be {expected}, not {given}",
}


class ArgumentError(ValueError):
    """An argument is unknown, missing or of the wrong type."""


class Tool(Uncopyable):
    """``function`` with its name and arguments; models read the descriptions.

    Results that are dataclasses are structured. Others are a text, or a picture.
    """

    copying = "create another tool of its function"

    def __init__(
        self, function: Callable[..., object], description: str, arguments: Mapping[str, str]
    ) -> None:
        self.name = function.__name__
        self._call = validate_call(config=ConfigDict(strict=True))(function)
        self._input = TypeAdapter(function).json_schema()  # type: ignore[arg-type]  # of its arguments
        for name, schema in self._input["properties"].items():
            schema["description"] = arguments[name]
        returned = get_type_hints(function)["return"]
        is_text = returned in (str, str | types.ImageContent)
        self._structure = None if is_text else TypeAdapter[object](returned)
        self._description = description

    @property
    def listed(self) -> types.Tool:
        """The tool as clients see it; its schema forbids unknown arguments."""
        structure = self._structure
        return types.Tool(
            name=self.name,
            description=self._description,
            input_schema=self._input,
            output_schema=structure and structure.json_schema(mode="serialization"),
        )

    def call(self, arguments: Mapping[str, object]) -> types.CallToolResult:
        """Call the function. Raises ``ArgumentError`` and the errors of the function."""
        try:
            result = self._call(**arguments)
        except ValidationError as error:
            raise ArgumentError("; ".join(map(self._message, error.errors()))) from error
        if isinstance(result, types.ImageContent):
            return types.CallToolResult(content=[result])
        if self._structure is None:
            return text_result(str(result))
        text = self._structure.dump_json(result, indent=2).decode()
        structured = self._structure.dump_python(result, mode="json")
        return text_result(text, structured_content=structured)

    def _message(self, error: Mapping[str, Any]) -> str:
        form = _MESSAGES.get(error["type"], "{name}: {msg}")
        return form.format(
            **error.get("ctx", {}),
            tool=self.name,
            name=error["loc"][0],
            known=", ".join(self._input["properties"]),
            given=shorten(json.dumps(error["input"], default=str), 60, placeholder="…"),
            msg=error["msg"],
        )


def text_result(text: str, **fields: Any) -> types.CallToolResult:
    """Return a result whose content is a text."""
    return types.CallToolResult(content=[types.TextContent(text=text)], **fields)
