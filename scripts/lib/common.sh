# Shared by the scripts: the project's root, messages, and waiting for a compiler.
# shellcheck shell=bash

# The project's root, whatever the working directory.
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)

# Prints a message with the name of the script that the user called.
say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

# die CODE SENTENCE
die() {
  local code=$1
  shift
  say "$*"
  exit "$code"
}

# Compiler jobs: CELLHEIGHTS_BUILD_JOBS=1 suits a small or busy machine.
jobs=()
if [[ -n ${CELLHEIGHTS_BUILD_JOBS:-} ]]; then jobs=(-j "$CELLHEIGHTS_BUILD_JOBS"); fi

# quietly LOG COMMAND… runs a command that may take minutes. Its output goes to LOG and is shown
# only when it fails; after five seconds and then twice a minute a line says that it still runs.
# The command does not read standard input, which stays for later commands.
quietly() {
  local log=$1 done_fd guard status='' waited=0 pause=5
  shift
  # A child that outlives this script would keep a lock or a pipe open, so it dies with it.
  exec {done_fd}< <(
    trap 'kill -TERM "$child" 2>/dev/null || true' TERM
    "$@" >"$log" 2>&1 </dev/null &
    child=$!
    code=0
    wait "$child" || code=$?
    echo "$code"
  )
  guard=$!
  trap 'kill -TERM "$guard" 2>/dev/null || true; exit 130' INT
  trap 'kill -TERM "$guard" 2>/dev/null || true; exit 143' TERM
  until read -r -t "$pause" -u "$done_fd" status; do
    # A code above 128 is the timeout; any other is the end of the guard without a status.
    (($? > 128)) || break
    waited=$((waited + pause)) pause=30
    say "still running ${1##*/} ${2:-} after $waited s: $(tail -n 1 -- "$log" 2>/dev/null || true)"
  done
  trap - INT TERM
  exec {done_fd}<&-
  if [[ $status == 0 ]]; then return 0; fi
  cat -- "$log" >&2 || true
  return 1
}
