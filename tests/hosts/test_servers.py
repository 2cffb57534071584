"""Programs without a DOM that import the npm package of the board."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from scripts.release import pack_board
from scripts.web import BOARD, BOARD_PACKAGE, find_node
from tests.hosts.environments import run

NODE = find_node()
pytestmark = pytest.mark.skipif(
    NODE is None or not BOARD_PACKAGE.exists(), reason="to enable: make board"
)

VERSIONS = {"next": "16.4.6", "react": "19.3.0", "react-dom": "19.3.0", "typescript": "6.0.3"}
TYPES = {"@types/node": "20.19.43", "@types/react": "19.3.0"}


def test_every_module_can_be_imported_without_a_dom(tmp_path: Path) -> None:
    assert NODE
    modules = sorted((BOARD_PACKAGE / "dist").glob("*.js"))
    assert len(modules) > 5
    for module in modules:
        program = f"await import({json.dumps(module.as_uri())})"
        command = (NODE.folder / "node", "--input-type=module", "--eval", program)
        done = run(*command, cwd=tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), module.name


@pytest.mark.nightly
def test_next_builds_the_recipe_of_the_readme(tmp_path: Path) -> None:
    assert NODE
    pack_board(tmp_path)
    (archive,) = tmp_path.glob("*.tgz")
    dependencies = {**VERSIONS, **TYPES, "qttt-board": f"file:{archive.name}"}
    (tmp_path / "package.json").write_text(json.dumps({"dependencies": dependencies}))
    readme = (BOARD / "README.md").read_text("utf-8")
    (recipe,) = re.findall(r"```tsx\n(.*?)```", readme, re.DOTALL)
    (types,) = re.findall(r"```ts\n(.*?)```", readme, re.DOTALL)
    imports, _, element = recipe.partition("\n\n")
    page = (
        f'"use client";\nimport {{ useState }} from "react";\n{imports}\n'
        "export default function Page() {\n"
        '  const [moves, setMoves] = useState("12 25");\n'
        f"  return {element.strip().removesuffix(';')};\n}}\n"
    )
    folder = tmp_path / "app"
    folder.mkdir()
    (folder / "page.tsx").write_text(page)
    (folder / "types.d.ts").write_text(types)
    (folder / "layout.tsx").write_text(
        "export default function Layout({ children }: { children: React.ReactNode }) {\n"
        '  return <html lang="en"><body>{children}</body></html>;\n}\n'
    )
    for command in (["install", "--silent", "--no-audit"], ["exec", "--", "next", "build"]):
        done = subprocess.run(
            [*NODE.npm, *command],
            cwd=tmp_path,
            env={**NODE.environment, "NEXT_TELEMETRY_DISABLED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        if done.returncode and command[0] == "install":
            pytest.skip(f"packages cannot be installed here: {done.stdout[-300:]}")
        assert done.returncode == 0, done.stdout
    html = (tmp_path / ".next" / "server" / "app" / "index.html").read_text("utf-8")
    assert '<qttt-board moves="12 25"' in html
