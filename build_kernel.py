"""Compiles the kernel: into the source tree as a script, into a wheel for ``build_hook.py``.

One compiler, zig from the requirement ``ziglang``, turns ``kernel/*.c`` into a native library for
``ctypes`` and into WebAssembly for browsers, so that both run the same code on every machine and
nobody needs a compiler of their own. Neither file needs a C library or imports anything.
"""

import os
import platform
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent
PACKAGE_FOLDER = "qttt/engine/_kernel"
IN_TREE = ROOT / "src" / PACKAGE_FOLDER
WASM = "qttt.wasm"


class Target(NamedTuple):
    """A kind of machine: what the compiler, the file system and pip call it."""

    zig: str
    library: str
    tag: str
    options: tuple[str, ...] = ()

    def compile(self, output: Path) -> None:
        """Writes the native library; raises KernelError as :func:`build` does."""
        _compile(output, "-target", self.zig, "-shared", *self.options)


# The baseline of each processor, so that a wheel runs on all of them; on x86-64 the level with
# popcnt (2008). `defs` refuses a symbol that some C library would have to bring, which is why a
# Linux wheel may claim both manylinux and musllinux. On Windows the stack grows page by page, so
# that a large frame needs a helper of the compiler's; and a DLL without a C library has no entry.
POPCNT = "-mcpu=x86_64_v2"
DEFS = "-Wl,-z,defs"
NO_ENTRY = "-Wl,--no-entry"
WINDOWS = ("-rtlib=compiler-rt", NO_ENTRY)
LINUX = "manylinux_2_17_{0}.musllinux_1_1_{0}"
TARGETS = {
    ("linux", "x86_64"): Target(
        "x86_64-linux-none", "qttt.so", LINUX.format("x86_64"), (POPCNT, DEFS)
    ),
    ("linux", "aarch64"): Target("aarch64-linux-none", "qttt.so", LINUX.format("aarch64"), (DEFS,)),
    ("darwin", "x86_64"): Target(
        "x86_64-macos.11.0", "qttt.dylib", "macosx_11_0_x86_64", (POPCNT,)
    ),
    ("darwin", "arm64"): Target("aarch64-macos.11.0", "qttt.dylib", "macosx_11_0_arm64"),
    ("win32", "amd64"): Target("x86_64-windows-gnu", "qttt.dll", "win_amd64", (POPCNT, *WINDOWS)),
    ("win32", "arm64"): Target("aarch64-windows-gnu", "qttt.dll", "win_arm64", WINDOWS),
}

C_OPTIONS = (
    *("-std=c11", "-O3", "-ffreestanding", "-nostdlib", "-fno-stack-protector"),
    *("-ffp-contract=off", "-fno-math-errno"),  # the same floats everywhere, and no libm
    *("-fvisibility=hidden", "-Wall", "-Wextra", "-Werror", "-s"),
)
WASM_OPTIONS = (
    *("-target", "wasm32-freestanding", NO_ENTRY),
    *("-Wl,--export-dynamic", "-Wl,--export=__heap_base"),
)


class KernelError(Exception):
    """The kernel cannot be built here; the message says why."""


def host() -> Target:
    """The machine that this runs on.

    Raises:
        KernelError: if no compiler is published for it.
    """
    machine = (sys.platform, platform.machine().lower())
    if machine not in TARGETS:
        known = ", ".join(" ".join(key) for key in TARGETS)
        raise KernelError(f"no kernel can be built for {' '.join(machine)}; known are {known}")
    return TARGETS[machine]


def is_stale(folder: Path, target: Target) -> bool:
    """Whether a file of the kernel is missing in ``folder``, or older than what it is made of."""
    made = [folder / target.library, folder / WASM]
    if not all(path.exists() for path in made):
        return True
    sources = [Path(__file__), *(ROOT / "kernel").glob("*.[ch]")]
    return min(p.stat().st_mtime for p in made) < max(p.stat().st_mtime for p in sources)


def build(folder: Path, target: Target) -> None:
    """Puts the native library for ``target`` and the WebAssembly into ``folder``.

    Files that are there are replaced only when both compile, each at once, so that a running
    program keeps the one it has loaded. Takes a second or two, on Windows some more.

    Raises:
        KernelError: if the compiler refuses the sources; it has said why on stderr.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder, prefix=".building-") as scratch:
        made = Path(scratch)
        target.compile(made / target.library)
        _compile(made / WASM, *WASM_OPTIONS)
        for name in (target.library, WASM):
            (made / name).replace(folder / name)


def _compile(output: Path, *options: str) -> None:
    sources = sorted(map(str, (ROOT / "kernel").glob("*.c")))
    if not sources:
        raise KernelError(f"there are no C files in {ROOT / 'kernel'}")
    command = [sys.executable, "-m", "ziglang", "cc", *C_OPTIONS, *options, *sources]
    # A cache of our own: the usual one is under HOME, which may be absent or read-only.
    cache = str(output.parent / "cache")
    environment = os.environ | {"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache}
    if subprocess.run([*command, "-o", str(output)], env=environment).returncode:
        raise KernelError(f"{output.name} was not built: see the compiler's messages above")


if __name__ == "__main__":
    try:
        build(IN_TREE, host())
    except KernelError as error:
        sys.exit(f"build_kernel.py: {error}")
