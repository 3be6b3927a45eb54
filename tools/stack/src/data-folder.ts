import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getProcessToken, isRunning, type ProcessIdentity } from './process-identity.ts'

const MAX_LOG_BYTES = 5 * 1024 * 1024

/** Creates the folder of an installation and locks it for this process. @throws if another process has the lock */
export async function lockDataFolder(dir: string): Promise<{ release(): Promise<void> }> {
  await mkdir(dir, { recursive: true, mode: 0o711 }) // PostgreSQL may run as another user, who must be able to enter it
  for (const name of ['logs', 'keys', 'media']) await mkdir(join(dir, name), { recursive: true, mode: 0o700 })
  const lock = join(dir, 'lock.json')
  const self: ProcessIdentity = { pid: process.pid, token: getProcessToken(process.pid) ?? '' }
  for (let tries = 0; tries < 3; tries++) {
    if (await createFile(lock, JSON.stringify(self))) return { release: () => rm(lock, { force: true }) }
    const holder = await readLockHolder(lock)
    if (holder && isRunning(holder)) throw new Error(toInUseMessage(dir, holder.pid))
    await rm(lock, { force: true }) // its process is gone
  }
  throw new Error(`The folder ${dir} cannot be locked`)
}

const toInUseMessage = (dir: string, pid: number) =>
  `Meadow is already running on ${dir} (process ${pid}). Stop it first, or choose another folder with --data.`

async function createFile(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function readLockHolder(file: string): Promise<ProcessIdentity | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Returns the log file of a process. Renames it to `.log.1` if it is longer than 5 MiB. */
export async function prepareLogFile(dir: string, name: string): Promise<string> {
  const file = join(dir, 'logs', `${name}.log`)
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > MAX_LOG_BYTES) await rename(file, `${file}.1`)
  return file
}
