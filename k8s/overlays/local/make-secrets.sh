#!/bin/sh
# Writes the secrets of a local installation to the folder secrets, which git ignores. Changes no existing ones, and adds
# those that a newer version needs:
#   sh k8s/overlays/local/make-secrets.sh && kubectl apply -k k8s/overlays/local/secrets
set -eu
umask 077
cd "$(dirname "$0")/secrets"
make_key() { head -c 32 /dev/urandom | base64 | tr -d '\n'; }
add_newer_secrets() {
  grep -q '^PUSH_KEY_ENCRYPTION_KEY=' notify.env || echo "PUSH_KEY_ENCRYPTION_KEY=$(make_key)" >> notify.env
}

if [ -e postgres.env ]; then
  add_newer_secrets
  echo 'The secrets already exist'
  exit
fi

make_password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
read_password() { sed -n "s/^$1=//p" postgres.env.part; }
to_url() { echo "postgres://$1:$(read_password "$1")@postgres:5432"; }

{
  echo "POSTGRES_PASSWORD=$(make_password)"
  for service in auth social posts notify chat; do echo "meadow_$service=$(make_password)"; done
  for name in auth social posts notify chat bus state; do echo "meadow_${name}_owner=$(make_password)"; done
} > postgres.env.part

for service in auth social posts notify chat; do
  {
    for name in STORE_URL BUS_URL STATE_URL; do echo "$name=$(to_url "meadow_$service")"; done
    case $service in
      auth) echo "SIGNING_KEY_ENCRYPTION_KEY=$(make_key)" ;;
      posts | chat) echo 'MEDIA_URL=file:/var/lib/meadow-media' ;;
    esac
  } > "$service.env"
  echo "STORE_URL=$(to_url "meadow_${service}_owner")" > "$service-migration.env"
done
{
  echo "BUS_URL=$(to_url meadow_bus_owner)"
  echo "STATE_URL=$(to_url meadow_state_owner)"
} > engine-access.env
add_newer_secrets
mv postgres.env.part postgres.env
