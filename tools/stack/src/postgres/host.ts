import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chmod, chown, cp, mkdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { findPostgresBinaries, type PostgresBinaries } from './binaries.ts'

/** The folder of what another user must be able to read. */
const SHARED_DIR = '/var/lib/meadow'

/** The binaries, the folder and the user with which PostgreSQL runs on this machine. */
export type PostgresHost = {
  binaries: PostgresBinaries
  dir: string
  /** The arguments before the command. */
  prefix: string[]
  user?: SystemUser
}

type SystemUser = { uid: number; gid: number }

/**
 * Finds a way to run PostgreSQL, which refuses to run as root. A normal user runs it directly. Root runs it in a user
 * namespace, or, where namespaces are not allowed, as another user with copies of the files that this user cannot read.
 */
export async function findPostgresHost(dir: string, log: (line: string) => void): Promise<PostgresHost> {
  const binaries = await findPostgresBinaries()
  if (process.getuid?.() !== 0) return { binaries, dir, prefix: [] }
  const user = findUnprivilegedUser()
  const fallbackDir = join(SHARED_DIR, hashText(resolve(dir)))
  const owner = getOwner(dir)
  if (!existsSync(fallbackDir) && (owner === undefined || owner.uid === 0)) {
    const prefix = ['unshare', '--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`]
    if (spawnSync(prefix[0] ?? '', [...prefix.slice(1), 'true']).status === 0) return { binaries, dir, prefix }
  }
  return createHostForUser(binaries, owner && owner.uid !== 0 ? owner : user, dir, fallbackDir, log)
}

async function createHostForUser(
  binaries: PostgresBinaries,
  user: SystemUser,
  dir: string,
  fallbackDir: string,
  log: (line: string) => void,
): Promise<PostgresHost> {
  await mkdir(dirname(dir), { recursive: true })
  const isReachable = !existsSync(fallbackDir) && canReach(dirname(dir), user)
  const dataDir = isReachable ? dir : fallbackDir
  if (!isReachable) await createEnterableFolder(SHARED_DIR)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await chown(dataDir, user.uid, user.gid)
  if (!isReachable) log(`PostgreSQL cannot work in ${dir} as root, so its data is in ${dataDir}`)
  return { binaries: await copyUnreachableBinaries(binaries, user), dir: dataDir, prefix: [], user }
}

async function copyUnreachableBinaries(binaries: PostgresBinaries, user: SystemUser): Promise<PostgresBinaries> {
  if (canReach(binaries.postgres, user)) return binaries
  const folder = join(SHARED_DIR, 'bin')
  const root = join(folder, hashText(binaries.root + statSync(binaries.postgres).mtimeMs))
  for (const dir of [SHARED_DIR, folder]) await createEnterableFolder(dir)
  if (!existsSync(root)) await cp(binaries.root, root, { recursive: true, verbatimSymlinks: true })
  const copied = (file: string) => join(root, 'bin', basename(file))
  return { initdb: copied(binaries.initdb), postgres: copied(binaries.postgres), root }
}

/** Creates a folder that other users may enter, also with a strict umask. */
async function createEnterableFolder(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true })
  await chmod(dir, 0o711)
}

/** Finds a user in /etc/passwd: PostgreSQL requires an entry for its user id. */
function findUnprivilegedUser(): SystemUser {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0)
  const user = ['postgres', 'nobody'].map((name) => users.find((one) => one.name === name)).find(Boolean) ?? users[0]
  if (!user) throw new Error('PostgreSQL cannot run as root, and this machine has no other user')
  return { uid: user.uid, gid: user.gid }
}

function canReach(path: string, user: SystemUser): boolean {
  return spawnSync('test', ['-x', path], user).status === 0
}

function getOwner(dir: string): SystemUser | undefined {
  return statSync(dir, { throwIfNoEntry: false })
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
