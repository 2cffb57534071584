"""Errors of devices and measurements."""


class DeviceError(ValueError):
    """A device is unavailable, failed or timed out; there is no measurement."""


class ProofError(ValueError):
    """A measurement is incomplete or invalid."""
