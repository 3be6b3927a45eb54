#!/bin/sh
# Creates a role for each file meadow_* of a folder, with the password in the file, and a database of the same name, to which no
# other role can connect. The roles cannot connect to `postgres` and `template1`, and create no large objects. Runs when the volume is empty. To repeat it:
#   docker compose exec postgres sh /docker-entrypoint-initdb.d/roles.sh
set -eu
for file in "${ROLES:-/run/secrets/postgres}"/meadow_*; do
  ROLE=${file##*/} PASSWORD=$(cat "$file") \
    psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-meadow}" --dbname postgres <<'SQL'
\getenv role ROLE
\getenv password PASSWORD
select format('create role %I', :'role') where not exists (select from pg_roles where rolname = :'role') \gexec
alter role :"role" login password :'password';
select format('create database %I owner %I', :'role', :'role')
where not exists (select from pg_database where datname = :'role') \gexec
alter database :"role" owner to :"role";
revoke all on database :"role" from public;
\connect :"role"
select format('revoke execute on function %s from public', oid::regprocedure) from pg_proc
where pronamespace = 'pg_catalog'::regnamespace and proname in ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_import') \gexec
SQL
done
for name in postgres template1; do
  psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --set name="$name" --username "${POSTGRES_USER:-meadow}" --dbname "$name" <<'SQL'
revoke connect, temporary on database :"name" from public;
select format('revoke execute on function %s from public', oid::regprocedure) from pg_proc
where pronamespace = 'pg_catalog'::regnamespace and proname in ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_import') \gexec
SQL
done
