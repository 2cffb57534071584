"""A server of the local network without games, for tests in network namespaces.

Usage: ``python -m tests.server.net.network_peer NAME PORT``, where NAME is the machine's. It joins
the network at the first line of its standard input. It answers each further line by searching, with
its URL and the servers that it has found: a line of JSON.
"""

import json
import socket
import sys
from dataclasses import astuple
from unittest.mock import patch

from qttt.server.net import local_network
from qttt.server.net.local_network import LocalNetwork


def main(name: str, port: str) -> None:
    network = LocalNetwork()
    with socket.create_server(("0.0.0.0", int(port))) as listening:
        print(json.dumps("ready"), flush=True)
        if not sys.stdin.readline():
            return
        with (
            patch.object(socket, "gethostname", lambda: name),
            patch.object(local_network, "CHECK_INTERVAL_S", 0.2),
            patch.object(local_network, "SEARCH_INTERVAL_S", 1),
            network.joined(listening, is_announced=True),
        ):
            while sys.stdin.readline():
                network.search()
                print(json.dumps([network.url, [astuple(server) for server in network.servers]]))
                sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
