#!/usr/bin/env bash
# A Kubernetes of one node for tests, as root on Debian 12: built from Go modules, with etcd, containerd and the CNI plugins of
# the container engine (tools/containers/engine). It runs in a network namespace without a route to the outside.
#   cluster.sh build            compiles Kubernetes, CoreDNS and metrics-server, once: 10 to 40 minutes
#   cluster.sh up               starts the cluster
#   cluster.sh import IMAGE...  copies images of the container engine to the node
#   cluster.sh exec COMMAND...  runs a command in the network of the node, with kubectl on its PATH
#   cluster.sh env              prints KUBECONFIG and PATH
#   cluster.sh down [--wipe]    stops the cluster and deletes its state; --wipe: its images, too
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

home=${MEADOW_CONTAINERS_HOME:-$HOME/.cache/meadow-containers}
binaries=$home/bin
packages=$home/root # the unpacked Debian packages of the container engine
state=$home/cluster
containerd_socket=$state/containerd.sock

kubernetes_version=${MEADOW_KUBERNETES_VERSION:-1.34.4}
coredns_version=1.12.4
metrics_server_version=0.9.0

namespace=${MEADOW_KUBERNETES_NETNS:-meadow-kube}
node_address=10.200.0.1
pod_range=10.201.0.0/24
service_range=10.202.0.0/24
api_address=10.202.0.1 # the first one of the range: Service `kubernetes`
dns_address=10.202.0.10

eval "$(bash "$here/../containers/engine/engine.sh" env)"
export PATH=$binaries:$packages/usr/bin:$packages/usr/sbin:$PATH KUBECONFIG=$state/kubeconfig
export DOCKER_HOST=${DOCKER_HOST:-unix://$home/docker/docker.sock}

for part in processes build certificates control-plane node add-ons; do . "$here/scripts/$part.sh"; done

up() {
  [ -x "$packages/usr/bin/containerd" ] || { echo 'The container engine is missing: tools/containers/engine' >&2; exit 1; }
  command -v conntrack > /dev/null || install_debian_packages conntrack iptables
  build
  mkdir -p "$state"/{log,run}
  create_network
  create_certificates
  start_control_plane
  start_node
  start_add_ons
  echo 'The node is ready.'
}

down() {
  stop_node
  for name in metrics-server kube-scheduler kube-controller-manager kube-apiserver etcd containerd; do stop_process "$name"; done
  remove_network
  rm -rf "$state"/{etcd,kubelet,volumes,ipam,pki,run,containerd-state,cni,containerd.toml,kubelet.yaml,kube-proxy.yaml}
  if [ "${1:-}" = --wipe ]; then rm -rf "$state"; fi
}

command=${1:-}
shift || true
case $command in
  build) build ;;
  up) up ;;
  down) down "$@" ;;
  import) import_images "$@" ;;
  exec) exec nsenter --net="/run/netns/$namespace" "$@" ;;
  env) printf 'export KUBECONFIG=%s PATH=%s:$PATH\n' "$KUBECONFIG" "$binaries" ;;
  *) sed -n '2,10s/^# \?//p' "$0" >&2; exit 2 ;;
esac
