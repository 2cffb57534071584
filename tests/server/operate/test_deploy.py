"""The files for services, images and proxies match the program and the documents."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from qttt.server.operate.settings import PREFIX, ServerSettings
from tests.cli.helpers import stdout_of

from .processes import serving

FOLDER = Path(__file__).resolve().parents[3] / "deploy"


def text(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")


def test_services_use_existing_options_and_settings() -> None:
    options = set(re.findall(r"--[a-z-]+", stdout_of("serve", "--help")))
    used = [*re.findall(r"qttt serve (.*)", text("qttt.service")), "--no-open"]
    assert {each for line in used for each in re.findall(r"--[a-z-]+", line)} <= options
    names = {PREFIX + name.upper() for name in ServerSettings.model_fields}
    both = text("qttt.service") + text("Containerfile")
    assert set(re.findall(r"QTTT_[A-Z_]+", both)) <= names


def test_services_allow_time_for_a_graceful_shutdown() -> None:
    (seconds,) = re.findall(r"^TimeoutStopSec=(\d+)", text("qttt.service"), re.MULTILINE)
    assert int(seconds) > ServerSettings().shutdown_timeout_s


def test_the_service_is_sandboxed() -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd-analyze; on Debian: apt-get install systemd")
    command = ("systemd-analyze", "security", "--offline=true", str(FOLDER / "qttt.service"))
    done = subprocess.run(command, capture_output=True, text=True)
    if "Unknown" in done.stderr or "unrecognized" in done.stderr:
        pytest.skip("this systemd is too old to analyze files: 250 is needed")
    match = re.search(r"exposure level for qttt.service: ([\d.]+)", done.stdout)
    assert match
    assert float(match[1]) < 2.0


def test_the_image_has_an_unprivileged_user_and_a_health_check() -> None:
    image = text("Containerfile")
    assert "\nUSER 10001\n" in image
    assert "/healthz" in image
    for options in re.findall(r"pip install (.*)", image):
        assert "--require-hashes" in options or "--no-deps --no-build-isolation" in options
    assert 'CMD ["serve", "--no-open"]' in image


def test_the_health_check_of_the_image_asks_the_server_itself(tmp_path: Path) -> None:
    (check,) = re.findall(r"^HEALTHCHECK .*\\\n +(\[.*\])$", text("Containerfile"), re.MULTILINE)
    program, *arguments = json.loads(check)
    assert program == "python"
    with serving(tmp_path, str(tmp_path / "games.db")) as server:
        port, nothing = server.url.rpartition(":")[2], "http://127.0.0.1:9"
        environment = {**os.environ, "QTTT_PORT": port, "http_proxy": nothing}
        environment |= {"no_proxy": "", "NO_PROXY": ""}
        command = [sys.executable, *arguments]
        assert subprocess.run(command, env=environment).returncode == 0
        assert server.stop() == 0
    assert subprocess.run(command, env=environment, stderr=subprocess.DEVNULL).returncode != 0


def test_proxies_are_configured_as_documented() -> None:
    nginx, caddy = text("nginx.conf"), text("Caddyfile")
    given = [" ".join(line.split()) for line in nginx.splitlines()]
    for line in (
        "ssl_protocols TLSv1.2 TLSv1.3;",
        "return 301 https://$host$request_uri;",
        "proxy_set_header Host $host;",
        "proxy_set_header X-Forwarded-For $remote_addr;",
        "proxy_set_header X-Forwarded-Proto $scheme;",
        "proxy_set_header Upgrade $http_upgrade;",
    ):
        assert line in given
    assert "$proxy_add_x_forwarded_for" not in nginx
    assert "http_503" not in nginx  # both would be avoided while the store is away
    assert "health_uri /readyz" in caddy
    assert "read_header 10s" in caddy


def test_images_exclude_the_git_history() -> None:
    ignored = (FOLDER.parent / ".dockerignore").read_text("utf-8").splitlines()
    assert {".git", ".venv"} <= set(ignored)
