"""What the server does not import, because its start would take longer."""

import subprocess
import sys

UNUSED = ("sqlalchemy.dialects.postgresql", "psycopg", "redis")
PROGRAM = f"""
import sys
import qttt.server
print(*[each for each in {UNUSED} if each in sys.modules])
"""


def test_a_server_on_sqlite_imports_no_other_database() -> None:
    done = subprocess.run(
        (sys.executable, "-c", PROGRAM), capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
