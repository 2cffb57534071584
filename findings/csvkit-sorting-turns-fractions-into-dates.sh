#!/usr/bin/env bash
# What: csvsort and csvjoin write other values than they read: if all values of a column look like a date, 1/2
#       becomes 2001-01-02, 12e4 becomes 1.2E+5, and 0 and 1 become False and True. csvcut, csvgrep and
#       csvstack leave them.
# Versions: csvkit 2.2.0, agate 1.14.2, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: who sorts or joins tables with fractions, digests or results of 0 and 1: the values are lost in the
#      output.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check csvkit==2.2.0 agate==1.14.2; } || exit 2
cd "$folder"
printf 'pupil,share,solved,digest\nBo,3/4,1,12e4\nAda,1/2,0,10e3\n' >a.csv
printf 'pupil\nBo\nAda\n' >b.csv
env/bin/csvsort --version
cat a.csv
for command in "csvsort -c pupil" "csvjoin -c pupil b.csv" "csvcut" "csvgrep -c pupil -r ." "csvsort -I -c pupil"; do
  echo "$command:"
  # the words of the command are separate
  # shellcheck disable=SC2086
  env/bin/$command a.csv | tee "${command// /_}"
done
[[ "$(sed -n 2p csvsort_-c_pupil)" == "Ada,2001-01-02,False,1.0E+4" ]] || exit 1
[[ "$(sed -n 2p csvjoin_-c_pupil_b.csv)" == "Bo,2001-03-04,True,1.2E+5" ]] || exit 1
cmp csvcut a.csv && cmp csvgrep_-c_pupil_-r_. a.csv || exit 1
[[ "$(sed -n 2p csvsort_-I_-c_pupil)" == "Ada,1/2,0,10e3" ]] || exit 1
