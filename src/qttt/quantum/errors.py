"""What a source of coins cannot do now."""


class DeviceError(ValueError):
    """A device did not measure, or not in time; nothing was shown. The message says what to do."""


class ProofError(ValueError):
    """A text is no measurement: something is missing in it or is not what it must be."""
