"""Addresses of the app, for people to send to each other."""

from typing import cast

from fastapi import Request

from .origins import Origins


def link(request: Request, place: str) -> str:
    """The app's address for a place of play over a network: an invitation, a class room."""
    origins = cast(Origins, request.app.state.origins)
    here = f"{request.url.scheme}://{request.url.netloc}"
    return f"{origins.link_base(request.headers.get('origin'), here)}/#online/{place}"
