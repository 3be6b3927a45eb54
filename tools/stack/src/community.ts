import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { logFileOf } from './data-folder.ts'
import type { Notes } from './leftovers.ts'
import type { Placed } from './programs.ts'

const MAIN = resolve(import.meta.dirname, '../../community/src/main.ts')

type Variables = Record<string, string | undefined>
type Filling = {
  environment: Variables
  programs: Placed[]
  notes: Notes
  say: (line: string) => void
  signal: AbortSignal
}

export type Community = {
  /** Lets the community live in the installation, or goes on where that stopped; answers what auth is to know of it. */
  fill(filling: Filling): Promise<Variables>
}

/**
 * The demo community of a data folder. Only a folder without databases gets one: what somebody else has begun is never
 * filled. Asked before the databases are made.
 */
export function openCommunity(dataDir: string, wanted: boolean): Community {
  const file = join(dataDir, 'community.jsonl')
  if (wanted && !existsSync(join(dataDir, 'postgres'))) writeFileSync(file, '', { mode: 0o600, flag: 'a' })
  return {
    async fill(filling) {
      if (!existsSync(file)) return {}
      if (wanted && !readNote(file, 'done')) await runFilling(dataDir, file, filling)
      const accounts = readNote(file, 'done') && readNote(file, 'demo accounts')
      return accounts ? { DEMO_ACCOUNTS: accounts } : {}
    },
  }
}

/** Runs the filling in a process of its own; whatever keeps it from its end, the product starts without the rest. */
async function runFilling(dataDir: string, file: string, { environment, programs, notes, say, signal }: Filling) {
  const media = programs.map(({ service, env }) => [`${service.toUpperCase()}_MEDIA_URL`, env['MEDIA_URL']])
  const logFile = await logFileOf(dataDir, 'community')
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn(process.execPath, [MAIN], {
    env: { ...environment, ...Object.fromEntries(media), COMMUNITY_NOTES: file },
    stdio: ['ignore', log, 'pipe'], // it logs as the services do, and tells its progress beside that
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  closeSync(log)
  if (child.pid !== undefined) notes.set('community', child.pid)
  const stop = () => child.kill()
  signal.addEventListener('abort', stop)
  if (child.stderr) createInterface(child.stderr).on('line', (line) => say(`  ${line}`))
  const [code] = await once(child, 'exit')
  signal.removeEventListener('abort', stop)
  notes.remove('community')
  signal.throwIfAborted()
  if (code !== 0) say(`  The meadow could not be filled; the next start tries again. Its log is ${logFile}`)
}

/** What the filling has noted under this name, if it came so far. */
function readNote(file: string, name: string): string | undefined {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1) // the last may have been cut off
  return lines.map((line) => JSON.parse(line) as [string, string]).find(([noted]) => noted === name)?.[1]
}
