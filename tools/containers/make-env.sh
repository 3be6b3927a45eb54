#!/bin/sh
# Writes .env beside docker-compose.yml, with secrets that nobody else has. One that is there is left alone.
set -eu
cd "$(dirname "$0")/../.."
if [ -e .env ]; then
  echo '.env is there already'
  exit 0
fi
secret() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
umask 077
cat > .env <<END
# What browsers see, and the port of this machine behind it
PUBLIC_URL=http://localhost:5000
PORT=5000
# Networks whose X-Forwarded-* is believed: a proxy before the gateway, say
TRUSTED_PROXIES=

POSTGRES_PASSWORD=$(secret)
MONGO_PASSWORD=$(secret)
MONGO_KEY=$(secret)
REDIS_PASSWORD=$(secret)
S3_SECRET=$(secret)
# Which S3 server keeps the pictures: versitygw, or minio with --profile minio
S3_SERVER=versitygw
END
echo 'Wrote .env'
