"""The bill of materials of a release, in the format CycloneDX: the same bytes for the same sources.

Its components are the packages of ``requirements/server.txt``, which wheels need with the extras
``app``, ``postgres`` and ``redis``, and the npm packages whose code the web app contains.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.license import DisjunctiveLicense
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

from scripts.kernel import ROOT
from scripts.licenses import npm_packages

REQUIREMENT = re.compile(r"^([a-z0-9_.-]+)==([^ ;]+)(.*(?:\n +--hash.*)*)", re.MULTILINE)
HASH = re.compile(r"--hash=sha256:(\w+)")


def write_sbom(path: Path) -> None:
    """Write the bill of materials."""
    version = (ROOT / "src" / "qttt" / "__init__.py").read_text("utf-8")
    found = re.search(r'^__version__ = "(.+)"$', version, re.MULTILINE)
    assert found
    root = _component("pypi", "qttt", found[1], license="MIT")
    components = [*_python(), *_npm()]
    names = " ".join(str(component.purl) for component in (root, *components))
    bom = Bom(
        components=components,
        metadata=BomMetaData(
            component=root,
            timestamp=datetime(2020, 2, 2, tzinfo=UTC),  # that of files in wheels
        ),
        serial_number=uuid5(NAMESPACE_URL, names),
    )
    bom.register_dependency(root, components)
    path.write_text(JsonV1Dot6(bom).output_as_string(indent=2) + "\n", "utf-8")


def sbom_problem(path: Path) -> str | None:
    """Return why the published schema of CycloneDX rejects a bill of materials, or None."""
    found = JsonStrictValidator(SchemaVersion.V1_6).validate_str(path.read_text("utf-8"))
    return None if found is None else str(found)


def _python() -> Iterator[Component]:
    locked = (ROOT / "requirements" / "server.txt").read_text("utf-8").replace(" \\\n", "\n")
    for name, version, rest in REQUIREMENT.findall(locked):
        hashes = [
            HashType(alg=HashAlgorithm.SHA_256, content=digest) for digest in HASH.findall(rest)
        ]
        yield _component("pypi", name, version, ComponentScope.OPTIONAL, hashes=hashes)


def _npm() -> Iterator[Component]:
    for package in npm_packages():
        yield _component("npm", package.name, package.version, license=package.license)


def _component(
    kind: str,
    name: str,
    version: str,
    scope: ComponentScope = ComponentScope.REQUIRED,
    *,
    license: str = "",
    hashes: Iterable[HashType] = (),
) -> Component:
    purl = PackageURL(kind, name=name, version=version)
    return Component(
        name=name,
        version=version,
        type=ComponentType.LIBRARY,
        bom_ref=str(purl),
        purl=purl,
        scope=scope,
        hashes=hashes,
        licenses=[DisjunctiveLicense(id=license)] if license else (),
    )
