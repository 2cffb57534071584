"""Unpack source archives, on every supported Python."""

import tarfile
from pathlib import Path


def unpack(file: Path, folder: Path) -> Path:
    """Write an archive's files into ``folder``; return their common folder.

    Python 3.11.0 to 3.11.3 lack the safe form of ``TarFile.extractall``.
    """
    with tarfile.open(file) as archive:
        for member in archive:
            content = archive.extractfile(member)
            assert content, f"{member.name} is not a file"
            path = folder / member.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.read())
            path.chmod(member.mode)
    return next(path for path in folder.iterdir() if path.is_dir())
