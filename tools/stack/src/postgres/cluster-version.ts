import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildInitdbCommand, type PostgresCluster, SUPERUSER, toPasswordFile } from './cluster.ts'
import type { PostgresHost } from './host.ts'

/** The port of the servers that dump and restore: not the standard one, which may be taken. */
const UPGRADE_PORT = 54329

/**
 * Checks that the PostgreSQL of this installation can read the cluster.
 * @throws Error with the commands for an upgrade if another major version wrote it
 */
export async function assertClusterVersion(host: PostgresHost, { data }: PostgresCluster): Promise<void> {
  const found = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => '') // PostgreSQL reports a broken folder
  const own = await readMajorVersion(host.binaries.postgres)
  if (found.trim() === '' || found.trim() === own) return
  throw new Error(toUpgradeMessage(host, data, { found: found.trim(), own }))
}

/** Returns the major version of a `postgres` program: it prints "postgres (PostgreSQL) 18.4". */
async function readMajorVersion(program: string): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)(program, ['--version'])
  return /\) (\d+)/.exec(stdout)?.[1]
}

type MajorVersions = { found: string; own: string | undefined }

function toUpgradeMessage(host: PostgresHost, data: string, { found, own }: MajorVersions): string {
  const runAsOwner = toShellWords(toOwnerPrefix(host))
  const toServerCommand = (pgCtl: string, action: string) => `${runAsOwner}${pgCtl} -D ${quote(data)} -w ${action}`
  const startOptions = quote(`-p ${UPGRADE_PORT} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`)
  const ownPgCtl = quote(join(host.binaries.root, 'bin/pg_ctl'))
  const log = quote(join(host.dir, 'upgrade.log'))
  const dump = quote(join(host.dir, `dump-${found}.sql`))
  const start = `-l ${log} -o ${startOptions} start`
  const oldPgCtl = '"$OLD/pg_ctl"'
  return `PostgreSQL ${own} of this version of Meadow cannot read ${data}: PostgreSQL ${found} wrote it. Nothing was changed.
Choose one:

1. Go on with the version of Meadow that you used before. It has PostgreSQL ${found}.

2. Keep the data: dump it with PostgreSQL ${found}, restore it with PostgreSQL ${own}. Set OLD to the programs of PostgreSQL ${found}.
   export OLD=/usr/lib/postgresql/${found}/bin
   export PGHOST=127.0.0.1 PGPORT=${UPGRADE_PORT} PGUSER=${SUPERUSER} PGPASSWORD="$(cat ${quote(toPasswordFile(host))})"
   ${toServerCommand(oldPgCtl, start)}
   "$OLD/pg_dumpall" --file=${dump}
   ${toServerCommand(oldPgCtl, 'stop')}
   mv ${quote(data)} ${quote(`${data}-${found}`)}
   ${runAsOwner}${toShellWords(buildInitdbCommand(host, data)).trimEnd()}
   ${toServerCommand(ownPgCtl, start)}
   "$OLD/psql" --quiet --dbname=postgres --file=${dump}
   ${toServerCommand(ownPgCtl, 'stop')}
   npm start
   psql reports that the role "${SUPERUSER}" already exists; no other error is expected.

3. Start with an empty folder, and keep this one:
   npm start -- --data NEW_FOLDER`
}

/** PostgreSQL refuses to run as root. */
function toOwnerPrefix({ prefix, user }: PostgresHost): string[] {
  return user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : prefix
}

const quote = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/** Joins words for a shell, each followed by a space. */
const toShellWords = (words: readonly string[]) => words.map((word) => `${quote(word)} `).join('')
