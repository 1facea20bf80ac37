#!/bin/sh
# Makes one cluster of the six nodes of docker-compose.yml, unless they are one already.
set -eu
net="$1"
if valkey-cli -h "$net.11" cluster info | grep -q '^cluster_slots_assigned:16384'; then
  echo "they are a cluster"
  exit 0
fi
valkey-cli --cluster create "$net.11:6379" "$net.12:6379" "$net.13:6379" "$net.14:6379" "$net.15:6379" "$net.16:6379" \
  --cluster-replicas 1 --cluster-yes
