#!/usr/bin/env bash
# Replaces the containers of services by new ones, service by service, without a moment in which none works:
#   infra/roll.sh http worker celery
# Every program of ours may run more than once, so the new ones begin before the old ones end.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -n "${COMPOSE:-}" ]; then read -ra compose <<<"$COMPOSE"
elif docker compose version >/dev/null 2>&1; then compose=(docker compose)
else compose=(docker-compose)
fi

WAIT_S="${WAIT_S:-90}"

# Asked at once, as the engine's own look at a new container comes seconds later.
ready() { docker exec "$1" /venv/bin/python -IS /ready.py >/dev/null 2>&1; }

await() {
  local until=$((SECONDS + WAIT_S))
  until ready "$1"; do
    [ "$SECONDS" -lt "$until" ] || return 1
    sleep 0.3
  done
}

roll() {
  local service="$1" old new container
  mapfile -t old < <("${compose[@]}" ps -q "$service")
  [ "${#old[@]}" -gt 0 ] || { echo "roll: no container of $service runs" >&2; return 1; }
  "${compose[@]}" up -d --no-deps --no-recreate --scale "$service=$((2 * ${#old[@]}))" "$service"
  mapfile -t new < <("${compose[@]}" ps -q "$service" | grep --invert-match --fixed-strings "$(printf '%s\n' "${old[@]}")")
  for container in "${new[@]}"; do
    if ! await "$container"; then
      docker logs --tail 20 "$container" >&2
      docker rm --force "${new[@]}" >/dev/null
      echo "roll: the new $service does not get healthy; the old ones go on" >&2
      return 1
    fi
  done
  for container in "${old[@]}"; do
    docker stop --time 30 "$container" >/dev/null
    docker rm "$container" >/dev/null
  done
  echo "roll: $service is new"
}

for service in "$@"; do roll "$service"; done
