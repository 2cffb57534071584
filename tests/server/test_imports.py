"""What ``qttt serve`` does not import before the first request, because it would start later."""

import subprocess
import sys
from pathlib import Path

UNUSED = (
    *("psycopg", "redis", "sqlalchemy.dialects.postgresql"),
    *("badwords", "confusable_homoglyphs.confusables", "zxcvbn"),
    *("cryptography", "httpx", "webauthn", "webpush", "zeroconf"),
    *("fontpkg_arimo", "fpdf", "jinja2", "numpy", "resvg_py", "segno", "textual"),
)
PROGRAM = f"""
import sys
from pathlib import Path
from uvicorn import Server
from qttt import server
from qttt.cli import main

async def print_modules(self):
    print("ready", *[each for each in {UNUSED} if each in sys.modules])

make, folder = server.create_app, Path(sys.argv.pop(1))
server.create_app = lambda **options: make(folder, **options)
Server.main_loop = print_modules
main()
"""


def test_a_server_imports_only_what_it_needs_to_start(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("the app")
    options = ("--port", "0", "--no-open", "--no-announce", "--data", str(tmp_path / "games.db"))
    done = subprocess.run(
        (sys.executable, "-c", PROGRAM, str(tmp_path), "serve", *options),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "ready"
