"""The real SDK of Quantum Inspire, against a fake server on localhost.

The SDK is not a development requirement, since it needs an older pydantic: run these tests in a
separate environment with pip install 'qttt[qi]'.
"""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

OWN = "to enable: pip install 'qttt[qi]' in an environment of its own"
pytest.importorskip("quantuminspire", reason=OWN)

NOW = "2026-01-02T03:04:05+00:00"
MACHINE = {
    "id": 2, "name": "Tuna-9", "infrastructure": "x", "description": "x", "image_id": "x",
    "is_hardware": True, "supports_raw_data": True, "features": [], "default_compiler_config": {},
    "gateset": [], "topology": [], "nqubits": 9, "status": "idle", "messages": {},
    "default_number_of_shots": 100, "max_number_of_shots": 1000, "enabled": True,
    "identifier": "x", "protocol_version": 1, "job_execution_time_limit": 9.0,
    "max_jobs_per_batch_job": 1, "batchjobs_per_queue_limit": 9,
}  # fmt: skip
JOB = {
    "id": 17, "created_on": NOW, "file_id": 6, "algorithm_type": "quantum", "status": "planned",
    "batch_job_id": 8, "queued_at": NOW, "finished_at": None, "number_of_shots": 3,
    "raw_data_enabled": True, "session_id": "x", "trace_id": "", "message": "", "source": "",
}  # fmt: skip
RESULT = {
    "id": 9, "created_on": NOW, "job_id": 17, "execution_time_in_seconds": 0.5,
    "shots_requested": 3, "shots_done": 3, "results": {"000": 1, "011": 1, "111": 1},
    "raw_data": ["000", "011", "111"],
}  # fmt: skip


def paged(*items: dict[str, Any]) -> dict[str, Any]:
    return {"items": list(items), "total": len(items), "page": 1, "size": 50, "pages": 1}


RESPONSES: dict[str, Any] = {
    "GET /backend_types": paged(MACHINE),
    "GET /backend_types/2": MACHINE,
    "POST /projects": {
        "id": 3, "owner_id": 1, "name": "x", "description": "x", "starred": False,
        "created_on": NOW,
    },
    "POST /algorithms": {
        "id": 4, "project_id": 3, "type": "quantum", "shared": "private", "name": "x",
    },
    "POST /commits": {
        "id": 5, "created_on": NOW, "hash": "x", "description": "x", "algorithm_id": 4,
    },
    "GET /languages": paged(
        {"id": 1, "name": "cQASM", "identifier": "cqasm", "version": "3.0", "is_latest": True}
    ),
    "POST /files": {
        "id": 6, "commit_id": 5, "content": "x", "language_id": 1, "compile_stage": "none",
        "compile_properties": {}, "generated": False, "name": "x",
    },
    "POST /batch_jobs": {
        "id": 8, "created_on": NOW, "status": "reserved", "user_id": 1, "backend_type_id": 2,
        "backend_id": None, "queued_at": None, "reserved_at": None, "finished_at": None,
        "job_ids": [17], "aggregated_algorithm_type": "quantum",
    },
    "PATCH /batch_jobs/8/enqueue": {
        "id": 8, "created_on": NOW, "status": "queued", "user_id": 1, "backend_type_id": 2,
        "backend_id": None, "queued_at": NOW, "reserved_at": None, "finished_at": None,
        "job_ids": [17], "aggregated_algorithm_type": "quantum",
    },
    "POST /jobs": JOB,
    "PATCH /jobs/17": {**JOB, "status": "cancelled"},
    "GET /jobs/17": {**JOB, "status": "completed", "finished_at": NOW},
    "GET /results/job/17": paged(RESULT),
}  # fmt: skip


class Platform:
    """A fake server on localhost, which sends the responses in ``responses``."""

    def __init__(self) -> None:
        self.responses = dict(RESPONSES)
        self.requests: list[tuple[str, Any]] = []
        platform = self

        class Handler(BaseHTTPRequestHandler):
            def respond(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length)
                call = f"{self.command} {self.path.partition('?')[0].rstrip('/')}"
                platform.requests.append((call, json.loads(body) if body else None))
                response = platform.responses.get(call)
                text = response if isinstance(response, bytes) else json.dumps(response).encode()
                self.send_response(
                    404 if response is None else 201 if self.command == "POST" else 200
                )
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = do_PATCH = respond  # noqa: N815  names of the base class

            def log_message(self, *_: object) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        names = ("token_endpoint", "device_authorization_endpoint", "revocation_endpoint")
        self.responses["GET /oidc"] = dict.fromkeys(names, f"{self.url}/token")
        self.responses["POST /token"] = {
            "access_token": "x",
            "expires_in": 999,
            "refresh_token": "x",
        }


@pytest.fixture
def platform() -> Iterator[Platform]:
    platform = Platform()
    thread = threading.Thread(target=platform.server.serve_forever, daemon=True)
    thread.start()
    yield platform
    platform.server.shutdown()
    platform.server.server_close()
    thread.join()


def configure(home: Path, platform: Platform, tokens: dict[str, Any] | None) -> None:
    """Write a configuration with the server and the tokens of a login."""
    folder = home / ".quantuminspire"
    folder.mkdir()
    access = {
        "client_id": "x", "audience": "x", "scope": "x", "code_challenge_method": "S256",
        "code_verifyer_length": 64, "well_known_endpoint": f"{platform.url}/oidc",
        "tokens": tokens, "team_member_id": 1,
    }  # fmt: skip
    config = {"default_host": platform.url, "auths": {platform.url: access}}
    (folder / "config.json").write_text(json.dumps(config))


TOKENS = {"access_token": "x", "expires_in": 10**9, "refresh_token": "x", "generated_at": 4e9}

PROGRAM = """
from qttt.quantum import DeviceError, coin_circuit, open_source
try:
    for each in open_source("qi", timeout_s=TIMEOUT_S).fetch(3):
        print(each.bit, each.origin)
except DeviceError as error:
    print("DeviceError:", error)
"""


def fetched(home: Path, timeout_s: float = 20) -> str:
    """Fetch in a new process, since the SDK reads its configuration on import."""
    program = PROGRAM.replace("TIMEOUT_S", str(timeout_s))
    paths = os.pathsep.join(filter(None, sys.path))
    environment = {**os.environ, "HOME": str(home), "USERPROFILE": str(home), "PYTHONPATH": paths}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment, cwd=home, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_bits_come_from_the_platform(tmp_path: Path, platform: Platform) -> None:
    configure(tmp_path, platform, TOKENS)
    assert fetched(tmp_path).splitlines() == [
        "0 Quantum Inspire Tuna-9, job 17, shot 0",
        "1 Quantum Inspire Tuna-9, job 17, shot 1",
        "1 Quantum Inspire Tuna-9, job 17, shot 2",
    ]
    sent = dict(platform.requests)
    assert sent["POST /files"]["content"].startswith("version 3.0\n")
    assert (sent["POST /jobs"]["number_of_shots"], sent["POST /jobs"]["raw_data_enabled"]) == (3, 1)


def test_a_game_never_starts_a_login(tmp_path: Path, platform: Platform) -> None:
    configure(tmp_path, platform, None)
    assert fetched(tmp_path) == ("DeviceError: not logged in to Quantum Inspire: run qi login\n")
    assert platform.requests == []


@pytest.mark.parametrize(
    ("call", "response", "message"),
    [
        (
            "GET /backend_types",
            paged({**MACHINE, "status": "offline"}),
            "no machine of Quan",
        ),
        ("GET /backend_types", b"<html>", "unexpected response of Quantum Inspire: "),
        ("GET /backend_types", {"items": 1}, "unexpected response of Quantum Inspire: "),
        ("POST /jobs", None, "unexpected response of Quantum Inspire: "),
        ("GET /jobs/17", {**JOB, "status": "failed", "message": "hot"}, "job 17 failed: hot"),
        ("GET /results/job/17", paged(), "job 17 is done, but has no result"),
        (
            "GET /results/job/17",
            paged({**RESULT, "raw_data": None, "results": {}}),
            "job 17 is done, but has no shots",
        ),
    ],
)
def test_errors(tmp_path: Path, platform: Platform, call: str, response: Any, message: str) -> None:
    configure(tmp_path, platform, TOKENS)
    platform.responses[call] = response
    assert re.match(rf"DeviceError: .*{re.escape(message)}", fetched(tmp_path))


def test_partial_results_are_kept(tmp_path: Path, platform: Platform) -> None:
    configure(tmp_path, platform, TOKENS)
    platform.responses["GET /results/job/17"] = paged({**RESULT, "raw_data": ["111"]})
    assert fetched(tmp_path) == "1 Quantum Inspire Tuna-9, job 17, shot 0\n"


def test_a_long_queue_times_out(tmp_path: Path, platform: Platform) -> None:
    configure(tmp_path, platform, TOKENS)
    platform.responses["GET /jobs/17"] = {**JOB, "status": "planned"}
    text = fetched(tmp_path, timeout_s=2)
    assert re.match(r"DeviceError: .*(is still planned after|did not respond within) 2 s", text)
