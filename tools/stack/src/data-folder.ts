import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRunning, type NotedProcess, processToken } from './process-token.ts'

const MUCH = 5 * 1024 * 1024

/** Makes the folder of an installation and takes it for this process. @throws a sentence when another one has it */
export async function takeDataFolder(dir: string): Promise<{ release(): Promise<void> }> {
  await mkdir(dir, { recursive: true, mode: 0o711 }) // PostgreSQL may have to pass through as another user
  for (const name of ['logs', 'keys', 'media']) await mkdir(join(dir, name), { recursive: true, mode: 0o700 })
  const lock = join(dir, 'running.json')
  const me: NotedProcess = { pid: process.pid, token: processToken(process.pid) ?? '' }
  for (let tries = 0; tries < 3; tries++) {
    if (await writeNew(lock, JSON.stringify(me))) return { release: () => rm(lock, { force: true }) }
    const holder = await readHolder(lock)
    if (holder && isRunning(holder)) throw new Error(inUse(dir, holder.pid))
    await rm(lock, { force: true }) // left by a process that is gone
  }
  throw new Error(`The folder ${dir} cannot be locked`)
}

const inUse = (dir: string, pid: number) =>
  `Meadow is already running on ${dir} (process ${pid}). Stop it first, or choose another folder with --data.`

async function writeNew(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function readHolder(file: string): Promise<NotedProcess | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Where a process of this installation writes what it says; a long log of earlier runs is put aside once. */
export async function logFileOf(dir: string, name: string): Promise<string> {
  const file = join(dir, 'logs', `${name}.log`)
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > MUCH) await rename(file, `${file}.1`)
  return file
}
