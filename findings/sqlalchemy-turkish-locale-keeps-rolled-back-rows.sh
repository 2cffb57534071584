#!/usr/bin/env bash
# What: In a Turkish locale Python's driver of SQLite does not recognize INSERT in capitals, because
#       the lower case of I is no i there. So it begins no transaction before SQLAlchemy's INSERT:
#       rows stay after a rollback, and rowcount is -1. UPDATE and DELETE have no I.
# Versions: Python 3.11 and 3.12 (3.13 is right), SQLAlchemy 2.1.9, glibc's locale tr_TR, Linux.
# Date: 2026-11-28.
# Who: users in Turkey of programs that store in SQLite with Python, such as game servers.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check sqlalchemy==2.1.9 &&
  mkdir "$folder/locales" &&
  localedef -i tr_TR -f UTF-8 "$folder/locales/tr_TR.UTF-8" &&
  "$folder/env/bin/python" -c "import sys; sys.exit(sys.version_info >= (3, 13))"; } || exit 2
cat >"$folder/rolled_back.py" <<'PY'
import locale
import sqlite3
import sys

import sqlalchemy
from sqlalchemy import Column, Integer, MetaData, Table, create_engine, func, insert, select

print("Python", sys.version.split()[0], "SQLAlchemy", sqlalchemy.__version__, end=", ")
print("SQLite", sqlite3.sqlite_version, "in", locale.setlocale(locale.LC_CTYPE))
games = Table("games", MetaData(), Column("number", Integer))
engine = create_engine("sqlite:///" + sys.argv[1])
games.create(engine)
with engine.connect() as connection:
    count = connection.execute(insert(games), {"number": 1}).rowcount
    connection.rollback()
with engine.connect() as connection:
    kept = connection.execute(select(func.count()).select_from(games)).scalar()
print(f"rowcount {count}, and {kept} rows after the rollback")
sys.exit([count, kept] != ([-1, 1] if "tr_TR" in locale.setlocale(locale.LC_CTYPE) else [1, 0]))
PY
export LOCPATH="$folder/locales"
for name in C.UTF-8 tr_TR.UTF-8; do
  LC_ALL=$name "$folder/env/bin/python" "$folder/rolled_back.py" "$folder/$name.db"
done
