"""Runs a hub: WebSockets, streams, the store, and the bus between processes."""
