"""Generates the API reference: a page for each package of qttt, with its public names.

These are the names in ``__all__``, and modules that the documents mention.
"""

import json
import re
from typing import Any

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

NAMED = re.compile(r"\bqttt\.(\w+)(?:\.| import )(\w+)")
# A package's docstring alone, under the title of its page.
DOCSTRING = {"members": [], "show_root_heading": False, "show_root_toc_entry": False}


def on_files(files: Files, config: MkDocsConfig, **_: Any) -> Files:
    """Add a page ``docs/api/PACKAGE.md`` for each package."""
    root = griffe.load("qttt", search_paths=["src"], allow_inspection=False).package
    documents = "\n".join(file.content_string for file in files.documentation_pages())
    files.append(page("README", overview(root), config))
    for package in packages(root):
        files.append(page(package.name, reference(package, documents), config))
    return files


def page(name: str, text: str, config: MkDocsConfig) -> File:
    """Return a generated page of the reference, ranked below documents in searches."""
    head = "---\nsearch: { boost: 0.5 }\n---\n"
    return File.generated(config, f"docs/api/{name}.md", content=head + text)


def packages(root: griffe.Module) -> list[griffe.Module]:
    """Return the packages with public names, sorted."""
    inside = (module for module in root.modules.values() if not module.is_alias)
    return sorted((module for module in inside if module.exports), key=lambda module: module.name)


def overview(root: griffe.Module) -> str:
    """Return the first page: the names of ``qttt`` with links to their entries."""
    links = [f"- [`{name}`][{origin(root, str(name))}]" for name in root.exports or ()]
    return "\n\n".join(["# qttt", entry("qttt", **DOCSTRING), "\n".join(links)])


def reference(package: griffe.Module, documents: str) -> str:
    """Return the page of a package: its docstring, names, and mentioned modules."""
    parts = [f"# qttt.{package.name}", entry(package.path, **DOCSTRING)]
    for name in map(str, package.exports or ()):
        parts += public(package, name)
    about = package.docstring.value if package.docstring else ""
    paths = modules(package, documents + about)
    return "\n\n".join(parts + [entry(path, show_root_full_path=True) for path in paths])


def modules(package: griffe.Module, text: str) -> list[str]:
    """Return the modules of a package that ``text`` mentions, except those named like an entry."""
    named = {found[2] for found in NAMED.finditer(text) if found[1] == package.name}
    others = sorted(named.difference(map(str, package.exports or ())))
    return [f"{package.path}.{name}" for name in others if name in package.modules]


def public(package: griffe.Module, name: str) -> list[str]:
    """Return the entry of a public name, with an anchor for the package's path."""
    path, wanted = target(package, name), f"{package.path}.{name}"
    anchor = [] if path == wanted else [f'<span id="{wanted}"></span>']
    return [*anchor, entry(path, **options(package.modules_collection[path]))]


def entry(path: str, **options: Any) -> str:
    """Return the directive for a mkdocstrings entry."""
    return f"::: {path}\n    options: {json.dumps(options)}"


def options(found: griffe.Object | griffe.Alias) -> dict[str, bool]:
    """Return the options of an entry: show members of enumerations, hide values of tables."""
    found = found.final_target if isinstance(found, griffe.Alias) else found
    if isinstance(found, griffe.Class):
        return {"show_if_no_docstring": any("Enum" in str(base) for base in found.bases)}
    table = isinstance(found, griffe.Attribute) and isinstance(found.value, griffe.ExprDict)
    return {"show_attribute_values": not table}


def origin(root: griffe.Module, name: str) -> str:
    """Return the entry of a name of ``qttt``, on the page of its package."""
    path = root.imports[name]
    package = path.rpartition(".")[0].removeprefix("qttt.")
    return path if "." in package else target(root.modules[package], name)


def target(package: griffe.Module, name: str) -> str:
    """Return the path of a public name; if a module has the same name, that of the definition."""
    shadowed = isinstance(package.members[name], griffe.Module)
    return package.imports[name] if shadowed else f"{package.path}.{name}"
