#!/bin/sh
# Creates the secrets of an installation in .secrets and its settings in .env, beside docker-compose.yml. Changes no
# existing ones, and adds those that a newer version needs.
#   create-secrets.sh           PostgreSQL, MongoDB, Kafka, Redis and S3
#   create-secrets.sh --light   PostgreSQL only: also as event bus and shared state, and pictures in a volume
set -eu
cd "$(dirname "$0")/../.."
case ${1:-} in
  '') profiles=full,versitygw ;;
  --light) profiles=light ;;
  *) echo 'usage: create-secrets.sh [--light]' >&2; exit 2 ;;
esac
# Only the owner of the folder opens it. Each container has one subfolder, whose files its user reads
umask 022
new_secret() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
write() { # write SUBFOLDER/FILE VALUE
  mkdir -p "$secrets/${1%/*}"
  printf '%s\n' "$2" > "$secrets/$1"
  chmod 444 "$secrets/$1"
}
add_newer_secrets() {
  # Encrypts the keys that identify this installation to push services
  [ -e "$secrets/notify/PUSH_KEY_ENCRYPTION_KEY" ] ||
    write notify/PUSH_KEY_ENCRYPTION_KEY "$(head -c 32 /dev/urandom | base64)"
}

if [ -e .secrets ]; then
  secrets=.secrets
  add_newer_secrets
  echo '.secrets already exists'
  exit 0
fi
secrets=.secrets.new
rm -rf "$secrets"
mkdir -m 700 "$secrets"
write_engine_urls() { # write_engine_urls SERVICE STORE_URL BUS_URL STATE_URL
  write "$1/STORE_URL" "$2"
  write "$1/BUS_URL" "$3"
  write "$1/STATE_URL" "$4"
}

write postgres/password "$(new_secret)"
# Encrypts the keys that sign access tokens: 32 bytes in base64
write auth/SIGNING_KEY_ENCRYPTION_KEY "$(head -c 32 /dev/urandom | base64)"
add_newer_secrets

# PostgreSQL creates a role and a database for each file meadow_*, which has the password
create_light() {
  for service in auth social posts notify chat; do
    password=$(new_secret)
    url=postgres://meadow_$service:$password@postgres:5432
    write "postgres/meadow_$service" "$password"
    write_engine_urls "$service" "$url" "$url" "$url"
  done
  for service in posts chat; do write "$service/MEDIA_URL" file:///var/lib/meadow/media; done
  for variable in BUS STATE; do
    database=meadow_$(echo "$variable" | tr '[:upper:]' '[:lower:]')
    password=$(new_secret)
    write "postgres/$database" "$password"
    write "access/${variable}_URL" "postgres://$database:$password@postgres:5432"
  done
}

create_full() {
  # One broker: topics have one replica
  kafka='@kafka:9092?sasl=plain&replicationFactor=1'
  redis_password=$(new_secret)
  kafka_password=$(new_secret)
  kafka_users="user_admin=\"$kafka_password\""
  s3_users=
  for service in auth social posts notify chat; do
    store_password=$(new_secret)
    bus_password=$(new_secret)
    kafka_users="$kafka_users user_$service=\"$bus_password\""
    case $service in
      posts | chat)
        write "mongodb/meadow_$service" "$store_password"
        store=mongodb://meadow_$service:$store_password@mongodb:27017/meadow_$service?replicaSet=rs0
        s3_secret=$(new_secret)
        write "$service/MEDIA_URL" "s3://$service:$s3_secret@s3:7070/meadow-$service?tls=off"
        # May create buckets, and sees none but its own
        s3_users="$s3_users${s3_users:+, }\"$service\": {\"access\": \"$service\", \"secret\": \"$s3_secret\", \"role\": \"userplus\"}"
        ;;
      *)
        write "postgres/meadow_$service" "$store_password"
        store=postgres://meadow_$service:$store_password@postgres:5432
        ;;
    esac
    write_engine_urls "$service" "$store" "kafka://$service:$bus_password$kafka" "redis://:$redis_password@redis:6379"
  done
  write access/BUS_URL "kafka://admin:$kafka_password$kafka"
  write kafka/jaas.conf "services.KafkaServer { org.apache.kafka.common.security.plain.PlainLoginModule required $kafka_users; };"
  write redis/redis.conf "requirepass $redis_password"
  write mongodb/password "$(new_secret)"
  write mongodb/key "$(new_secret)"
  write s3/password "$(new_secret)"
  write s3/users.json "{\"accessAccounts\": {$s3_users}}"
}

if [ "$profiles" = light ]; then create_light; else create_full; fi
if [ -e .env ]; then
  settings=".env exists and was not changed: it needs COMPOSE_PROFILES=$profiles and SECRETS=./.secrets"
else
  settings="Created .env ($profiles)"
  cat > .env <<END
# The port of this machine. PUBLIC_URL, the URL for browsers, is http://localhost:PORT unless it is set here
PORT=5000
# Networks whose X-Forwarded-* headers are trusted, e.g. of a proxy before the gateway
TRUSTED_PROXIES=
# The engines that are started: light, or full and the S3 server (versitygw or minio)
COMPOSE_PROFILES=$profiles
# A folder for each container, whose files it reads below /run/secrets
SECRETS=./.secrets
END
fi
mv "$secrets" .secrets
echo "Created .secrets. $settings"
