"""Compile the kernel into the source tree, unless it is up to date.

zig, from the requirement ``ziglang``, compiles ``kernel/*.c`` to a native library for ``ctypes``,
also in Pyodide, and to WebAssembly for browsers; no installed compiler is needed. Neither file
needs a C library or imports. A release (``--release``) contains the libraries for all machines and
needs no compiler.

A file next to the built folder has a hash of the sources and the machine, which determine whether
it is up to date; the time stamps of an unpacked archive would be meaningless.
"""

import hashlib
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PACKAGE_FOLDER = "qttt/engine/_kernel"
IN_TREE = ROOT / "src" / PACKAGE_FOLDER
RELEASED = "build/kernel"
"""A release's kernels, each in a folder named after its target."""
WASM = "qttt.wasm"
RULES_WASM = "rules.wasm"
"""The rules without solvers and search: smaller, for boards in pages of other sites."""
LARGE_WASM = "large.wasm"
"""The rules for boards of more than 64 squares."""
VARIABLE = "QTTT_TARGET"
"""An environment variable: zig's name of the machine that a wheel is for."""


class Target(NamedTuple):
    """A platform: zig's target, the name of the library, and the wheel tag."""

    zig: str
    library: str
    tag: str
    options: tuple[str, ...] = ()

    def compile(self, output: Path) -> None:
        """Compile the native library. Raises ``KernelError`` if it fails."""
        if self.zig == PYODIDE:
            _compile_side_module(output)
        else:
            _compile(output, "-target", self.zig, "-shared", *self.options)


# The baseline of each processor, so that a wheel runs on all of them; on x86-64 the level with
# popcnt (2008). `defs` rejects symbols of a C library, so Linux wheels can claim both manylinux and
# musllinux. On Windows the stack grows page by page, so a large frame needs a compiler helper; and
# a DLL without a C library has no entry point.
MACOS = ("-install_name", "@rpath/qttt.dylib")  # otherwise the path of the build
POPCNT = "-mcpu=x86_64_v2"
DEFS = "-Wl,-z,defs"
NO_ENTRY = "-Wl,--no-entry"
WINDOWS = ("-rtlib=compiler-rt", NO_ENTRY)
PYODIDE = "wasm32-emscripten"
LINUX = "manylinux_2_17_{0}.musllinux_1_1_{0}"
TARGETS = {
    ("linux", "x86_64"): Target(
        "x86_64-linux-none", "qttt.so", LINUX.format("x86_64"), (POPCNT, DEFS)
    ),
    ("linux", "aarch64"): Target("aarch64-linux-none", "qttt.so", LINUX.format("aarch64"), (DEFS,)),
    ("darwin", "x86_64"): Target(
        "x86_64-macos.11.0", "qttt.dylib", "macosx_11_0_x86_64", (POPCNT, *MACOS)
    ),
    ("darwin", "arm64"): Target("aarch64-macos.11.0", "qttt.dylib", "macosx_11_0_arm64", MACOS),
    ("win32", "amd64"): Target("x86_64-windows-gnu", "qttt.dll", "win_amd64", (POPCNT, *WINDOWS)),
    ("win32", "arm64"): Target("aarch64-windows-gnu", "qttt.dll", "win_arm64", WINDOWS),
    ("emscripten", "wasm32"): Target(PYODIDE, "qttt.so", "pyemscripten_2026_0_wasm32"),  # PEP 783
}

C_OPTIONS = (
    *("-std=c11", "-O3", "-ffreestanding", "-nostdlib", "-fno-stack-protector"),
    *("-ffp-contract=off", "-fno-math-errno"),  # the same floats everywhere, and no libm
    *("-fvisibility=hidden", "-Wall", "-Wextra", "-Werror"),
)
WASM_OPTIONS = (
    *("-target", "wasm32-freestanding", "-msimd128", NO_ENTRY),
    *("-Wl,--export-dynamic", "-Wl,--export=__heap_base"),
)
RULES_EXPORTS = ("qttt_legal", "qttt_play", "qttt_survey", "qttt_ensemble", "qttt_realities")
RULES_FILES = ("api_rules.c", "ensemble.c", "game.c", "score.c", "survey.c")
RULES_OPTIONS = (
    *("-Oz", "-flto", "-target", "wasm32-freestanding", NO_ENTRY),
    *(f"-Wl,--export={name}" for name in ("__heap_base", *RULES_EXPORTS)),
)
# clang supports integers of this width everywhere, and enables them one target at a time.
LARGE_OPTIONS = ("-DQTTT_LARGE", "-Xclang", "-fexperimental-max-bitint-width=256")


class KernelError(Exception):
    """The kernel cannot be built here, for the reason in the message."""


def host() -> Target:
    """Return the target of this machine.

    Raises:
        KernelError: The machine is not supported.
    """
    machine = (sys.platform, platform.machine().lower())
    if machine not in TARGETS:
        known = ", ".join(" ".join(key) for key in TARGETS)
        raise KernelError(f"no kernel can be built for {' '.join(machine)}, only for {known}")
    return TARGETS[machine]


def wanted() -> Target:
    """Return the target that ``VARIABLE`` names, by default that of this machine.

    Raises:
        KernelError: The target does not exist, or the machine is not supported.
    """
    named = os.environ.get(VARIABLE)
    if not named:
        return host()
    targets = {target.zig: target for target in TARGETS.values()}
    if named not in targets:
        raise KernelError(f"{VARIABLE}: no target {named!r}: choose from {', '.join(targets)}")
    return targets[named]


def digest(files: Iterable[Path]) -> str:
    """Return a hash of the relative paths and contents of files."""
    hashed = hashlib.sha256()
    named = ((Path(os.path.relpath(file, ROOT)).as_posix(), file) for file in files)
    for name, path in sorted(named):
        content = path.read_bytes()
        hashed.update(f"{name} {len(content)}\n".encode() + content)
    return hashed.hexdigest()


def stamp(folder: Path) -> Path:
    """Return the path of the file with the hash of the sources of ``folder``."""
    return folder.with_name(f"{folder.name}.sha256")


def is_current(folder: Path, wanted: str, *names: str) -> bool:
    """Return whether ``folder`` has these files, built from sources with the hash ``wanted``."""
    there = stamp(folder)
    is_same = there.exists() and there.read_text("ascii") == wanted
    return is_same and all((folder / name).exists() for name in names)


def sources() -> list[Path]:
    """Return the source files of the kernel."""
    return [Path(__file__), *(ROOT / "kernel").glob("*.[ch]")]


def is_stale(folder: Path, target: Target) -> bool:
    """Return whether ``folder`` lacks an up-to-date kernel for ``target``."""
    return not is_current(folder, _build(target), *_files(target))


def released(target: Target) -> Path:
    """Return a release's folder of the kernel for ``target``."""
    return ROOT / RELEASED / target.zig


def needs_compiler(target: Target) -> bool:
    """Return whether a kernel for ``target`` must be compiled."""
    return is_stale(IN_TREE, target) and is_stale(released(target), target)


def provide(folder: Path, target: Target) -> None:
    """Put the native library for ``target`` and the WebAssembly into ``folder``, if it is stale.

    In a release they are copied; otherwise they are compiled, in a few seconds. Existing files are
    replaced atomically after both are built, so that running programs keep the loaded one.

    Raises:
        KernelError: The compiler has failed, with its messages on stderr.
    """
    if not is_stale(folder, target):
        return
    ready = released(target)
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder, prefix=".building-") as scratch:
        made = Path(scratch)
        if is_stale(ready, target):
            target.compile(made / target.library)
            _compile(made / WASM, *WASM_OPTIONS)
            _compile(made / RULES_WASM, *RULES_OPTIONS, names=RULES_FILES)
            _compile(made / LARGE_WASM, *RULES_OPTIONS, *LARGE_OPTIONS, names=RULES_FILES)
        else:
            for name in _files(target):
                shutil.copy(ready / name, made)
        stamp(folder).unlink(missing_ok=True)
        for name in _files(target):
            (made / name).replace(folder / name)
    stamp(folder).write_text(_build(target), "ascii")


def release() -> None:
    """Compile a release's kernels for every target. Raises ``KernelError`` as ``provide``."""
    for target in TARGETS.values():
        provide(released(target), target)


def _build(target: Target) -> str:
    """Return what identifies a build: machines of one system can share a folder of sources."""
    return f"{digest(sources())} {target.zig}"


def _files(target: Target) -> tuple[str, ...]:
    return target.library, WASM, RULES_WASM, LARGE_WASM


def _compile(output: Path, *options: str, names: Collection[str] = ()) -> None:
    """Compile the C files with these names, or all of them."""
    files = (file for file in _c_files() if not names or Path(file).name in names)
    _zig(output, "cc", *C_OPTIONS, "-s", *options, *files, "-o", str(output))


def _compile_side_module(output: Path) -> None:
    """Compile a library for Pyodide, which zig links only in a separate step."""
    with TemporaryDirectory(dir=output.parent, prefix=".objects-") as folder:
        objects = [str(Path(folder, f"{Path(source).stem}.o")) for source in _c_files()]
        for source, compiled in zip(_c_files(), objects, strict=True):
            options = ("-target", PYODIDE, "-fPIC", "-c", source, "-o", compiled)
            _zig(output, "cc", *C_OPTIONS, *options)
        linked = ("--experimental-pic", "-shared", "--no-entry", "--export-dynamic", "-s")
        _zig(output, "wasm-ld", *linked, *objects, "-o", str(output))


def _c_files() -> list[str]:
    files = sorted(map(str, (ROOT / "kernel").glob("*.c")))
    if not files:
        raise KernelError(f"there are no C files in {ROOT / 'kernel'}")
    return files


def _zig(output: Path, *arguments: str) -> None:
    # A separate cache: the default is under HOME, which can be missing or read-only.
    cache = str(output.parent / "cache")
    environment = os.environ | {"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache}
    command = [sys.executable, "-m", "ziglang", *arguments]
    if subprocess.run(command, env=environment).returncode:
        raise KernelError(f"{output.name} was not built: see the compiler's messages above")


if __name__ == "__main__":
    try:
        release() if "--release" in sys.argv else provide(IN_TREE, host())
    except KernelError as error:
        sys.exit(f"scripts/kernel.py: {error}")
