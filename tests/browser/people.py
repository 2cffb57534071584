"""Actions of online players besides playing."""

from playwright.sync_api import expect

from tests.browser.app import App

SECRET = "correct horse battery"


def fill(app: App, name: str, text: str) -> None:
    """Fill in the field of that name."""
    app.page.get_by_label(app.word(name), exact=True).and_(app.page.locator("input")).fill(text)


def register(app: App, name: str) -> None:
    """Register a guest in the lobby."""
    app.open("#online")
    app.press("Keep your games: choose a name")
    fill(app, "Name", name)
    fill(app, "Password", SECRET)
    app.press("Create account")
    expect(app.page.get_by_role("dialog")).to_have_count(0)
    expect(app.key("Account")).to_be_visible()


def log_in(app: App, name: str, secret: str = SECRET) -> None:
    """Log in to an existing account in the lobby."""
    app.open("#online")
    app.press("Keep your games: choose a name")
    app.choose("Log in")
    fill(app, "Name", name)
    fill(app, "Password", secret)
    app.page.get_by_role("dialog").get_by_role("button", name="Log in").press("Enter")
