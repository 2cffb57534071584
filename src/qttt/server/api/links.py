"""Links to challenges and class rooms in the app."""

from typing import cast

from fastapi import Request

from .origins import Origins


def app_url(request: Request, place: str) -> str:
    """Return the URL of a challenge or class room in the app."""
    origins = cast(Origins, request.app.state.origins)
    host = f"{request.url.scheme}://{request.url.netloc}"
    return f"{origins.link_base(request.headers.get('origin'), host)}/#online/{place}"
