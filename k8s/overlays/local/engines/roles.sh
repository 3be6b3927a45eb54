#!/bin/sh
# Creates a database for each service, one for the bus and one for the shared state. Each has an owner, which only migrations use.
# Each service has a role that owns nothing. PostgreSQL runs this once, on an empty volume.
set -eu

read_password() { cat "${PASSWORDS:-/run/secrets/postgres}/$1"; }

create_role() {
  ROLE=$1 PASSWORD=$(read_password "$1") \
    psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'END'
\getenv role ROLE
\getenv password PASSWORD
create role :"role" login password :'password';
END
}

create_database() {
  DATABASE=$1 psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'END'
\getenv database DATABASE
select :'database' || '_owner' as owner \gset
create database :"database" owner :"owner";
revoke all on database :"database" from public;
END
}

for service in auth social posts notify chat; do create_role "meadow_$service"; done
for name in auth social posts notify chat bus state; do
  create_role "meadow_${name}_owner"
  create_database "meadow_$name"
done
