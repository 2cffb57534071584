"""Commands and public names are imported by name; kernels, texts and the app are files.

Modules whose extra is not installed are left out.
"""

from PyInstaller.utils.hooks import collect_data_files, collect_dynamic_libs, collect_submodules

hiddenimports = collect_submodules("qttt", on_error="ignore")
datas = collect_data_files("qttt")
binaries = collect_dynamic_libs("qttt", search_patterns=["qttt.so", "qttt.dylib", "qttt.dll"])
