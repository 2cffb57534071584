"""What JSON models of requests and responses share. Unknown fields are ignored.

Lengths are limited here; the content of texts is validated by the packages that use them.
"""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Text = Annotated[str, StringConstraints(max_length=200)]
Secret = Annotated[str, StringConstraints(max_length=200)]
Name = Annotated[str, StringConstraints(max_length=60)]
Start = Annotated[str, StringConstraints(max_length=1000)]
GameId = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z]{10}$")]
KeepDays = Annotated[int, Field(ge=0, le=10_000)]
MoveId = Annotated[str, StringConstraints(pattern=r"^[-_0-9A-Za-z]{1,40}$")]


class RequestModel(BaseModel):
    """A request body, whose types are not converted."""

    model_config = ConfigDict(strict=True)


class NothingIn(RequestModel):
    """An empty object."""


class SessionOut(BaseModel):
    """The authenticated user; ``user`` is a permanent id."""

    user: str
    name: str
    guest: bool
    bot: bool
    listed: bool
