import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getProcessToken, isRunning, type ProcessIdentity } from './process-identity.ts'

/** Creates the folder of an installation and locks it for this process. @throws if another process has the lock */
export async function lockDataFolder(dir: string): Promise<{ release(): Promise<void> }> {
  const isNew = (await mkdir(dir, { recursive: true })) !== undefined
  if (isNew) await chmod(dir, 0o711) // if root starts PostgreSQL as another user, that user must be able to enter it
  for (const name of ['logs', 'keys', 'media', 'chat-media'])
    await mkdir(join(dir, name), { recursive: true, mode: 0o700 })
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

/** The file that marks a data folder into which a backup is being restored. */
export const RESTORE_MARK = 'restore-incomplete'

/** @throws Error if a restore into the data folder was interrupted, so that data is missing */
export function assertRestoreComplete(dir: string): void {
  if (existsSync(join(dir, RESTORE_MARK)))
    throw new Error(
      `A restore into ${dir} was interrupted. Repeat it: npm run restore -- BACKUP --data ${dir} --replace`,
    )
}

/** Returns the path of the log of a process. */
export const toLogPath = (dir: string, name: string): string => join(dir, 'logs', `${name}.log`)
