#!/usr/bin/env bash
# A container engine for machines that have none: dockerd, containerd, compose and buildx out of Debian packages, on a
# socket of its own. It needs root, Debian and network namespaces. An engine that answers is used as it is.
#   engine.sh up              starts it, if no engine answers
#   engine.sh down [--wipe]   stops it; --wipe deletes its images, containers and volumes
#   engine.sh env             prints the variables for a shell: eval "$(engine.sh env)"
#   engine.sh status          says which engine is used; fails if there is none
# MEADOW_CONTAINERS_HOME is the folder of its programs and data (default: ~/.cache/meadow-containers).
set -euo pipefail

home=${MEADOW_CONTAINERS_HOME:-$HOME/.cache/meadow-containers}
data=$home/docker
programs=$home/root
socket=$data/docker.sock
started_file=$data/pid.ours
# The release whose packages are unpacked. Its programs also run on the release before.
suite=trixie
packages=(docker.io docker-cli docker-compose docker-buildx containerd tini containernetworking-plugins etcd-server)
# Networks of containers. Addresses of this range that belong to no container are unreachable and never leave the machine.
range=172.28.0.0/14
bridge=meadow0
bridge_address=172.28.0.1/24

program_path=$programs/usr/bin:$programs/usr/sbin
start_time() { awk '{ sub(/.*\) /, ""); print $20 }' "/proc/$1/stat" 2> /dev/null || true; }

# Prints the process id of the engine that this script has started, if it still runs
our_pid() {
  local pid started
  [ -e "$started_file" ] || return 1
  read -r pid started < "$started_file"
  [ -n "$started" ] && [ "$(start_time "$pid")" = "$started" ] && echo "$pid"
}

# Succeeds if an engine answers that this script has not started
has_other_engine() {
  [ "${DOCKER_HOST:-}" != "unix://$socket" ] && command -v docker > /dev/null && timeout 20 docker version > /dev/null 2>&1
}

our_docker() { DOCKER_HOST=unix://$socket DOCKER_CONFIG=$data/config PATH=$program_path:$PATH docker "$@"; }

require_machine() {
  local reason=
  if [ "$(id -u)" != 0 ]; then reason='needs root'
  elif [ ! -e /etc/debian_version ] || ! command -v apt-get > /dev/null; then reason='needs Debian'
  elif ! unshare --net true 2> /dev/null; then reason='needs network namespaces'
  elif ip link show docker0 > /dev/null 2>&1; then
    reason='would remove the network docker0 of another engine: stop that engine, then run ip link del docker0'
  fi
  [ -z "$reason" ] || { echo "No container engine: none answers, and starting one $reason." >&2; exit 1; }
}

install_programs() {
  [ -e "$programs/ok" ] && return
  export DEBIAN_FRONTEND=noninteractive
  local needed=(runc iptables iproute2) missing='' program
  for program in runc iptables ip; do command -v "$program" > /dev/null || missing=yes; done
  if [ -n "$missing" ]; then
    apt-get install -y -q --no-install-recommends "${needed[@]}" > /dev/null 2>&1 ||
      { apt-get update -q && apt-get install -y -q --no-install-recommends "${needed[@]}"; } > /dev/null
  fi
  # Of this machine's own sources, the next release: downloaded and unpacked, not installed
  local work=$home/apt release
  release=$(. /etc/os-release && echo "$VERSION_CODENAME")
  rm -rf "$programs" "$work"
  mkdir -p "$programs" "$work"/{sources,lists/partial,cache/archives/partial,debs}
  sed "s/\b$release/$suite/g" /etc/apt/sources.list.d/debian.sources > "$work/sources/next.sources"
  local options=(-q -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/sources"
    -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root)
  if ! (cd "$work/debs" && apt-get "${options[@]}" update && apt-get "${options[@]}" download "${packages[@]}") > "$home/apt.log" 2>&1; then
    echo 'No container engine: its packages could not be downloaded.' >&2
    tail -5 "$home/apt.log" >&2
    exit 1
  fi
  for package in "$work"/debs/*.deb; do dpkg-deb -x "$package" "$programs"; done
  rm -rf "$work"
  touch "$programs/ok"
}

start_engine() {
  local pid
  mkdir -p "$data"/{config,exec,data}
  echo "{\"cliPluginsExtraDirs\":[\"$programs/usr/libexec/docker/cli-plugins\"]}" > "$data/config/config.json"
  ip link show "$bridge" > /dev/null 2>&1 || ip link add "$bridge" type bridge
  ip addr replace "$bridge_address" dev "$bridge"
  ip link set "$bridge" up
  ip route replace unreachable "$range"
  rm -f "$data/docker.pid"
  # Published ports are open to this machine only
  PATH=$program_path:$PATH setsid nohup dockerd --data-root "$data/data" --exec-root "$data/exec" \
    -H "unix://$socket" -p "$data/docker.pid" --log-level warn \
    --bridge "$bridge" --ip 127.0.0.1 --default-network-opt bridge=com.docker.network.bridge.host_binding_ipv4=127.0.0.1 \
    --default-address-pool "base=$range,size=24" >> "$data/log" 2>&1 < /dev/null &
  pid=$!
  echo "$pid $(start_time "$pid")" > "$started_file"
  for _ in $(seq 1200); do
    our_docker version > /dev/null 2>&1 && return
    our_pid > /dev/null || break
    sleep 0.1
  done
  echo 'No container engine: dockerd does not start.' >&2
  tail -5 "$data/log" >&2
  exit 1
}

up() {
  our_pid > /dev/null && { echo "up: $socket"; return; }
  has_other_engine && { echo 'up: the engine of this machine'; return; }
  require_machine
  install_programs
  start_engine
  echo "up: $socket"
}

remove_rules() { # dockerd leaves its rules behind
  for table in filter nat; do
    iptables-save -t "$table" 2> /dev/null | sed -n "/$bridge/s/^-A/-D/p" |
      while read -r rule; do eval "iptables -t $table $rule" 2> /dev/null || true; done
  done
  ip route del unreachable "$range" 2> /dev/null || true
  ip link del "$bridge" 2> /dev/null || true
}

down() {
  local pid
  if pid=$(our_pid); then
    our_docker ps -q | while read -r container; do our_docker stop -t 10 "$container" > /dev/null 2>&1 || true; done
    kill "$pid"
    for _ in $(seq 600); do our_pid > /dev/null || break; sleep 0.1; done
    our_pid > /dev/null && { echo "dockerd $pid does not end" >&2; exit 1; }
    remove_rules
  fi
  rm -f "$started_file"
  [ "${1:-}" != --wipe ] || rm -rf "$data"
  echo down
}

case ${1:-} in
  up) up ;;
  down) down "${2:-}" ;;
  env)
    # shellcheck disable=SC2016
    if our_pid > /dev/null || ! has_other_engine; then
      printf 'export DOCKER_HOST=unix://%s DOCKER_CONFIG=%s PATH=%s:$PATH\n' "$socket" "$data/config" "$program_path"
    fi
    ;;
  status)
    if our_pid > /dev/null; then echo "up: $socket"
    elif has_other_engine; then echo 'up: the engine of this machine'
    else echo down; exit 1
    fi
    ;;
  *) sed -n '2,/^# MEADOW/s/^# \?//p' "$0" >&2; exit 2 ;;
esac
