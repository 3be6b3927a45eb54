import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chown, cp, mkdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type Binaries, findBinaries } from './binaries.ts'

/** How and where PostgreSQL runs on this machine: its files, its folder, and as whom. */
export type Host = {
  binaries: Binaries
  dir: string
  /** What stands before the command. */
  prefix: string[]
  user?: User
}

type User = { uid: number; gid: number }

/**
 * Finds a way to run PostgreSQL, which refuses to be root: as whoever we are; as root inside a user namespace, where
 * it sees another number; as root without such namespaces as another user, with copies of what that user cannot reach.
 */
export async function findHost(dir: string, log: (line: string) => void): Promise<Host> {
  const binaries = await findBinaries()
  if (process.getuid?.() !== 0) return { binaries, dir, prefix: [] }
  const user = anotherUser()
  const elsewhere = join('/var/lib/meadow', hashOf(resolve(dir)))
  const owner = ownerOf(dir)
  if (!existsSync(elsewhere) && (owner === undefined || owner.uid === 0)) {
    const prefix = ['unshare', '--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`]
    if (spawnSync(prefix[0] ?? '', [...prefix.slice(1), 'true']).status === 0) return { binaries, dir, prefix }
  }
  return asAnotherUser(binaries, owner && owner.uid !== 0 ? owner : user, dir, elsewhere, log)
}

async function asAnotherUser(
  binaries: Binaries,
  user: User,
  dir: string,
  elsewhere: string,
  log: (line: string) => void,
): Promise<Host> {
  await mkdir(dirname(dir), { recursive: true, mode: 0o711 })
  const reachable = !existsSync(elsewhere) && canReach(dirname(dir), user)
  const place = reachable ? dir : elsewhere
  await mkdir(place, { recursive: true, mode: 0o700 })
  await chown(place, user.uid, user.gid)
  if (!reachable) log(`PostgreSQL cannot work in ${dir} as root, so its data is in ${place}`)
  return { binaries: await reachableBinaries(binaries, user), dir: place, prefix: [], user }
}

async function reachableBinaries(binaries: Binaries, user: User): Promise<Binaries> {
  if (canReach(binaries.postgres, user)) return binaries
  const root = join('/var/lib/meadow/bin', hashOf(binaries.root + statSync(binaries.postgres).mtimeMs))
  if (!existsSync(root)) await cp(binaries.root, root, { recursive: true, verbatimSymlinks: true })
  const copied = (file: string) => join(root, 'bin', basename(file))
  return { initdb: copied(binaries.initdb), postgres: copied(binaries.postgres), root }
}

/** PostgreSQL wants the number it runs as to be in the list of users. */
function anotherUser(): User {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0)
  const user = ['postgres', 'nobody'].map((name) => users.find((one) => one.name === name)).find(Boolean) ?? users[0]
  if (!user) throw new Error('PostgreSQL cannot run as root, and this machine has no other user')
  return { uid: user.uid, gid: user.gid }
}

function canReach(path: string, user: User): boolean {
  return spawnSync('test', ['-x', path], user).status === 0
}

function ownerOf(dir: string): User | undefined {
  return statSync(dir, { throwIfNoEntry: false })
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
