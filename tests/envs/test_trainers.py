"""Other people's trainers and tools play our environments, each in an environment of its own."""

import os
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = Path(__file__).parent / "trainers"
CLIENTS = {
    "gambit": ("envs", ["pygambit==17.0.0b2"]),
    "jax": ("envs", ["jax==0.10.2"]),
    "minari": ("envs", ["minari[create,hdf5]==0.5.4"]),
    "rllib": ("envs", ["torch==2.13.0", "ray[rllib]==2.60.0"]),
    "sb3": ("envs", ["torch==2.13.0", "sb3-contrib==2.9.2"]),
    "shimmy": ("openspiel", ["pettingzoo==1.27.0", "shimmy==2.0.1"]),
    "textarena": ("textarena", ["textarena==0.7.4"]),
    "tianshou": ("envs", ["torch==2.13.0", "tianshou==2.0.1"]),
    "torchrl": ("envs", ["torch==2.13.0", "torchrl==0.14.1"]),
}
"""The extra that a client needs, and its own packages, itself the last."""


def test_every_script_has_packages() -> None:
    assert {path.stem.removeprefix("with_") for path in SCRIPTS.glob("with_*.py")} == {*CLIENTS}


def test_the_documents_name_the_tested_versions() -> None:
    text = (ROOT / "docs" / "envs.md").read_text("utf-8")
    for _, packages in CLIENTS.values():
        name, _, version = packages[-1].partition("==")
        assert f"| {name.partition('[')[0]} {version} |" in text


@pytest.mark.nightly
@pytest.mark.parametrize("client", CLIENTS)
def test_a_client_plays(client: str, tmp_path: Path) -> None:
    extra, packages = CLIENTS[client]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    required = [*project["dependencies"], *project["optional-dependencies"][extra]]
    venv.create(tmp_path / "env", with_pip=True)
    folder = "Scripts" if sys.platform == "win32" else "bin"
    python = tmp_path / "env" / folder / "python"
    run(python, "-m", "pip", "install", "--quiet", *required, *packages)
    print(run(python, "-W", "ignore", SCRIPTS / f"with_{client}.py"))


def run(*command: str | Path) -> str:
    """Run a command with the library of this clone. Fails with its errors."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout
