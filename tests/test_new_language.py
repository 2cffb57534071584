"""A language that is added as a folder works in every interface of the package."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import qttt

PACKAGE = Path(qttt.__file__).parent
PROGRAM = """
import sys
from pathlib import Path

from fastapi.testclient import TestClient

import qttt
from qttt.mcp.server import TOOLS
from qttt.texts.folders import languages
from qttt.server import create_app
from qttt.server.rooms.nicknames import check_suitable
from qttt.teach.words import words_of

assert Path(qttt.__file__).is_relative_to(sys.argv[1]), qttt.__file__
assert languages() == ("en", "de", "el")
client = TestClient(create_app(Path(sys.argv[2])))
for link in ("/p/goff/12_25_59_15", "/daily/2026-01-31", "/p/goff"):
    answer = client.get(link, headers={"Accept-Language": "de"})
    assert answer.status_code == 200, (link, answer.status_code)
    assert answer.headers["content-language"] == "de"
    assert 'content="de_DE"' in answer.text
assert client.get("/p/goff/12.png?lang=de").status_code == 200
assert TOOLS["rules"].call({"language": "de"}).structured_content["title"]
check_suitable("Zo")
assert words_of("de").sheets.by_key
"""


@pytest.mark.long
def test_a_folder_is_enough(tmp_path: Path) -> None:
    """In a copy of the package, since languages are read when modules are imported."""
    copy = tmp_path / "src" / "qttt"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("_web", "_board", "__pycache__"))
    shutil.copytree(copy / "content" / "en", copy / "content" / "de")
    messages = copy / "content" / "de" / "app.json"
    messages.write_text(messages.read_text("utf-8").replace("en_US", "de_DE"), "utf-8")
    app = tmp_path / "app"
    app.mkdir()
    (app / "index.html").write_text("<title>app</title>")
    environment = {**os.environ, "PYTHONPATH": str(copy.parent)}
    command = [sys.executable, "-c", PROGRAM, str(copy.parent), str(app)]
    subprocess.run(command, env=environment, cwd=tmp_path, check=True)
    for arguments in (["exercises"], ["sheets", "rules", "exercises", "--out", "sheets.pdf"]):
        run = [sys.executable, "-m", "qttt", *arguments, "--language", "de"]
        subprocess.run(run, env=environment, cwd=tmp_path, check=True)
    assert (tmp_path / "sheets.pdf").read_bytes().startswith(b"%PDF")
