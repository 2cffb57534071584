"""The installed Firefox, which Playwright drives over WebDriver BiDi, and its preferences."""

import shutil

NAMES = ("firefox-esr", "firefox")
MISSING = "no Firefox here; to enable: apt-get install firefox-esr"

PREFERENCES: dict[str, str | float | bool] = {
    "ui.prefersReducedMotion": 1,
    "ui.useOverlayScrollbars": 1,  # as the other engines have here
    "app.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
UNKNOWN_OPTIONS = {"is_mobile", "has_touch", "reduced_motion"}
"""Options of Playwright's contexts that it does not have."""


def find() -> str | None:
    """Return the path of the program, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)
