#!/bin/sh
# Writes .env with random secrets beside docker-compose.yml. Does not change an existing one.
set -eu
cd "$(dirname "$0")/../.."
if [ -e .env ]; then
  echo '.env already exists'
  exit 0
fi
secret() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
umask 077
cat > .env <<END
# The URL for browsers, and the port of this machine
PUBLIC_URL=http://localhost:5000
PORT=5000
# Networks whose X-Forwarded-* headers are trusted, e.g. of a proxy before the gateway
TRUSTED_PROXIES=

POSTGRES_PASSWORD=$(secret)
MONGO_PASSWORD=$(secret)
MONGO_KEY=$(secret)
REDIS_PASSWORD=$(secret)
S3_SECRET=$(secret)
# The S3 server of the pictures: versitygw, or minio with --profile minio
S3_SERVER=versitygw
END
echo 'Wrote .env'
