"""Digital Asset Links, by which Android trusts an app from a store that wraps this one.

Such an app shows the pages of this server without the browser's address bar, if the server names
it and the certificate with which it is signed.
"""

import re
from collections.abc import Sequence

ASSET_LINKS_PATH = "/.well-known/assetlinks.json"

_APP = re.compile(
    r"(?P<package>[a-z]\w*(?:\.[a-z]\w*)+)=(?P<fingerprint>[0-9a-f]{2}(?::[0-9a-f]{2}){31})",
    re.ASCII | re.IGNORECASE,
)


def parse_android_app(text: str) -> str:
    """Return a package and a fingerprint, ``com.example.qttt=14:6D:…``, the latter in capitals.

    Raises:
        ValueError: The text is not of this form.
    """
    match = _APP.fullmatch(text)
    if not match:
        raise ValueError(
            f"{text!r} is not a package and the SHA-256 fingerprint of its certificate, "
            "such as com.example.qttt=14:6D:…, with 32 pairs of digits"
        )
    return f"{match['package']}={match['fingerprint'].upper()}"


def asset_links(apps: Sequence[str]) -> list[dict[str, object]]:
    """Return the statements of ``assetlinks.json`` for apps as ``parse_android_app`` returns them.

    >>> asset_links(["com.example.qttt=14:6D", "com.example.qttt=77:AB"])[0]["target"]
    {'namespace': 'android_app', 'package_name': 'com.example.qttt', \
'sha256_cert_fingerprints': ['14:6D', '77:AB']}
    """
    fingerprints: dict[str, list[str]] = {}
    for app in apps:
        package, _, fingerprint = app.partition("=")
        fingerprints.setdefault(package, []).append(fingerprint)
    return [
        {
            "relation": ["delegate_permission/common.handle_all_urls"],
            "target": {
                "namespace": "android_app",
                "package_name": package,
                "sha256_cert_fingerprints": certificates,
            },
        }
        for package, certificates in fingerprints.items()
    ]
