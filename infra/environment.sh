#!/usr/bin/env bash
# Makes .venv from a lock with hashes, or finds it made already. `environment.sh run` or `environment.sh dev`.
# Every way in which it can fail ends in one line that says what to do.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

venv="${VENV:-.venv}"
case "${1:-run}" in
  run) lock=requirements.lock ;;
  dev) lock=requirements-dev.lock ;;
  *) echo "environment.sh: run or dev, not '$1'." >&2; exit 1 ;;
esac

stop() {
  echo "paternoster: $1" >&2
  exit 1
}

digest() {
  python3 -c 'import hashlib, sys; print(hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest()[:16])' "$1"
}

find_python() {
  local candidate
  for candidate in "${PYTHON:-python3}" python3.13 python3.12 python3.11; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  return 1
}

command -v python3 >/dev/null || stop "there is no python3 here. Install Python 3.11 or newer."

# A development environment holds everything that running needs.
for made in "$lock" requirements-dev.lock; do
  [ -e "$venv/made-from-$(digest "$made")" ] && "$venv/bin/python" -c '' 2>/dev/null && exit 0
done

[ -w . ] || stop "cannot write into $PWD. Give yourself the right to, or run from a copy of your own."

python="$(find_python)" ||
  stop "needs Python 3.11 or newer, found $(python3 --version 2>&1). Install one, or name it: make run PYTHON=/path/to/python3.11"
"$python" -c 'import ensurepip, venv' 2>/dev/null ||
  stop "$python cannot make environments. On Debian and Ubuntu: apt-get install python3-venv"

echo "Making $venv from $lock (once; takes a minute) ..." >&2
log="$(mktemp)"
trap 'rm -f "$log"' EXIT
"$venv/bin/python" -c '' 2>/dev/null || clear=--clear
"$python" -m venv ${clear:-} "$venv" >"$log" 2>&1 ||
  stop "cannot make $venv: $(tail -n 1 "$log")  (delete $venv and try again)"
if ! "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --require-hashes \
  --retries 2 --timeout "${PIP_DEFAULT_TIMEOUT:-20}" -r "$lock" >"$log" 2>&1; then
  if grep -qiE 'NewConnectionError|Temporary failure|Name or service|Network is unreachable|ConnectTimeout|ReadTimeout|ProxyError|Connection refused' "$log"; then
    stop "the package index cannot be reached. Check the network (or PIP_INDEX_URL, HTTPS_PROXY) and run the same command again."
  fi
  grep -E '^ERROR' "$log" | tail -n 3 >&2
  stop "packages could not be installed, see above. Delete $venv and run the same command again."
fi
rm -f "$venv"/made-from-*
touch "$venv/made-from-$(digest "$lock")"
