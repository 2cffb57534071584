"""Commands declared by the types of functions, for Click.

    @command(epilog="Without WHAT the board is empty.")
    def perft(
        depth: Annotated[int, Argument(metavar="N", min=0, help="Number of plies.")],
        json: Annotated[bool, Option(help="Print one JSON object.")] = False,
    ) -> None: ...

A parameter is a str, int, float, bool, Path or Literal, or a list of them; it is None or its
default if it is not given. An option has the name of its parameter by default.
"""

import inspect
from collections.abc import Callable
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import click


class Argument:
    """An argument of a command, as an annotation of a parameter."""

    def __init__(
        self,
        *,
        help: str,
        metavar: str,
        min: float | None = None,
        max: float | None = None,
    ) -> None:
        self.metavar, self.help, self.min, self.max = metavar, help, min, max

    def parameter(self, name: str, kind: Any, default: object) -> click.Argument:
        """Return Click's parameter; `default` is `inspect.Parameter.empty` if there is none."""
        is_list = get_origin(kind) is list
        value_type = _click_type(get_args(kind)[0] if is_list else kind, self.min, self.max)
        is_required = default is inspect.Parameter.empty
        return click.Argument(
            [name],
            type=value_type,
            metavar=_brackets(self.metavar, is_required=is_required, is_list=is_list),
            nargs=-1 if is_list else 1,
            **_presence(default),
            help=self.help,
        )


class Option:
    """An option of a command, as an annotation of a parameter."""

    def __init__(
        self,
        *names: str,
        help: str,
        metavar: str | None = None,
        min: float | None = None,
        max: float | None = None,
        show_default: bool | str = True,
        envvar: str | None = None,
        check: Callable[[Any], object] | None = None,
    ) -> None:
        """`check` raises an error for a value that is invalid, given or default."""
        self.names, self.help, self.metavar, self.min, self.max = names, help, metavar, min, max
        self.show_default, self.envvar, self.check = show_default, envvar, check

    def parameter(self, name: str, kind: Any, default: object) -> click.Option:
        """Return Click's parameter; `default` is `inspect.Parameter.empty` if there is none."""
        is_list = get_origin(kind) is list
        return click.Option(
            [name, *(self.names or (f"--{name.replace('_', '-')}",))],
            type=_click_type(get_args(kind)[0] if is_list else kind, self.min, self.max),
            metavar=self.metavar,
            multiple=is_list,
            is_flag=kind is bool,
            **_presence(default),
            help=self.help,
            show_default=self.show_default,
            envvar=self.envvar,
            show_envvar=True,
            callback=self._checked if self.check else None,
        )

    def _checked(self, context: click.Context, parameter: click.Parameter, value: Any) -> Any:
        if self.check:
            self.check(value)
        return value


class Command(click.Command):
    """A command with the parameters of its function."""

    def __init__(self, name: str | None, *, callback: Callable[..., Any], **settings: Any) -> None:
        super().__init__(name, callback=callback, **{**settings, "params": _parameters(callback)})

    def invoke(self, ctx: click.Context) -> Any:
        """Call the function; lists are lists, or None if they are empty."""
        for name, value in ctx.params.items():
            if isinstance(value, tuple):
                ctx.params[name] = [*value] or None
        return super().invoke(ctx)


def help_if_bare() -> None:
    """Print the help of a group if no subcommand is given."""
    context = click.get_current_context()
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


class Group(click.Group):
    """A group of commands, such as ``qttt tablebase``; alone it prints its help."""

    command_class = Command

    def __init__(
        self,
        name: str | None = None,
        *,
        callback: Callable[..., Any] = help_if_bare,
        **settings: Any,
    ) -> None:
        super().__init__(
            name,
            callback=callback,
            params=_parameters(callback),
            invoke_without_command=True,
            **settings,
        )

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order in which the commands were declared."""
        return [*self.commands]


def command(*, epilog: str | None = None) -> Callable[[Callable[..., Any]], Command]:
    """Declare a command of `qttt` with the name of its function; `COMMANDS` has its summary."""
    return click.command(cls=Command, epilog=epilog)


def given_options() -> list[str]:
    """Return the names of the parameters given on the command line."""
    context = click.get_current_context()
    given = click.core.ParameterSource.COMMANDLINE
    return [name for name in context.params if context.get_parameter_source(name) is given]


def _parameters(function: Callable[..., object]) -> list[click.Parameter]:
    hints = get_type_hints(function, include_extras=True)
    parameters = []
    for parameter in inspect.signature(function).parameters.values():
        kind, declared = get_args(hints[parameter.name])
        parameters.append(
            declared.parameter(parameter.name, _without_none(kind), parameter.default)
        )
    return parameters


def _without_none(kind: Any) -> Any:
    kinds = get_args(kind)
    return next(option for option in kinds if option is not NoneType) if NoneType in kinds else kind


def _click_type(kind: Any, minimum: float | None, maximum: float | None) -> Any:
    if get_origin(kind) is Literal:
        return click.Choice(get_args(kind))
    if kind is Path:
        return click.Path(path_type=Path)
    if minimum is None and maximum is None:
        return kind
    numbers: Any = click.IntRange if kind is int else click.FloatRange
    return numbers(minimum, maximum)


def _presence(default: object) -> dict[str, Any]:
    is_required = default is inspect.Parameter.empty
    return {"required": True} if is_required else {"required": False, "default": default}


def _brackets(metavar: str, *, is_required: bool, is_list: bool) -> str:
    name = metavar if is_required else f"[{metavar}]"
    return f"{name}..." if is_list else name
