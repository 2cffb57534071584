"""Addresses of the project, for the metadata of what is published.

The sources name no host: a workflow on GitHub knows its repository, and other builds set the same
variables, ``GITHUB_REPOSITORY`` (``owner/name``) and ``GITHUB_SERVER_URL``. Without them there are
no addresses.
"""

import os

from hatchling.metadata.plugin.interface import MetadataHookInterface


def repository() -> str | None:
    """Return the address of the repository, if it is known."""
    if name := os.environ.get("GITHUB_REPOSITORY"):
        return f"{os.environ.get('GITHUB_SERVER_URL', 'https://github.com')}/{name}"
    return None


def project_urls() -> dict[str, str]:
    """Return the links that an index shows."""
    if (home := repository()) is None:
        return {}
    return {
        "Documentation": f"{home}/blob/main/docs/library.md",
        "Source": home,
        "Changelog": f"{home}/blob/main/CHANGELOG.md",
        "Issues": f"{home}/issues",
    }


class Urls(MetadataHookInterface):
    """Fills ``[project.urls]``."""

    def update(self, metadata: dict[str, object]) -> None:
        """Add the links."""
        if urls := project_urls():
            metadata["urls"] = urls
