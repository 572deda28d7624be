# Shared by the scripts that test the service: programs, start and stop.
# shellcheck shell=bash
# Needs common.sh and release.sh.

# service_programs sets `command` and `serve`: the programs that CELLHEIGHTS_BINARY and
# CELLHEIGHTS_SERVE_BINARY name, or release builds.
service_programs() {
  local binary=''
  command=${CELLHEIGHTS_BINARY:-} serve=${CELLHEIGHTS_SERVE_BINARY:-}
  if [[ -z $command || -z $serve ]]; then "$root/scripts/setup"; fi
  if [[ -z $command ]]; then
    release_program
    command=$binary
  fi
  if [[ -z $serve ]]; then
    release_service cellheights-serve
    serve=$binary
  fi
}

# service_start STORE WORK FLAG… starts the service; `url`, `port` and `service` (its process) are
# set when it listens. Its messages go to WORK/serve.log.
service_start() {
  local store=$1 work=$2
  shift 2
  rm -f -- "$work/port"
  "$serve" --store "$store" --port "${port:-0}" --port-file "$work/port" "$@" 2>>"$work/serve.log" &
  service=$!
  for _ in {1..200}; do
    if [[ -e $work/port ]]; then
      port=$(<"$work/port")
      # shellcheck disable=SC2034 # for the script
      url=http://127.0.0.1:$port
      return 0
    fi
    kill -0 "$service" 2>/dev/null || break
    sleep 0.05
  done
  cat -- "$work/serve.log" >&2
  die 69 "the service did not start; its messages are above"
}

# service_stop ends the service, if there is one.
service_stop() {
  if [[ -n ${service:-} ]]; then
    kill "$service" 2>/dev/null || true
    wait "$service" 2>/dev/null || true
  fi
  service=''
}
