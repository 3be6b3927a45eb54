import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isRunning, type NotedProcess, processToken } from './process-token.ts'

const PATIENCE = 3000

/** The notes of which processes belong to an installation, for a start that comes after a kill. */
export type Notes = {
  set(name: string, pid: number): void
  remove(name: string): void
  /** Ends what is noted and still runs; never a stranger that has its pid by now. */
  endAll(): Promise<void>
}

export function openNotes(dir: string): Notes {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const fileOf = (name: string) => join(dir, `${name}.json`)
  return {
    set: (name, pid) => writeFileSync(fileOf(name), JSON.stringify({ pid, token: processToken(pid) ?? '' })),
    remove: (name) => rmSync(fileOf(name), { force: true }),
    async endAll() {
      const files = readdirSync(dir).map((file) => join(dir, file))
      const noted = files.map(readNote).filter((note) => note !== undefined)
      await end(noted.filter(isRunning))
      for (const file of files) rmSync(file, { force: true })
    },
  }
}

async function end(leftovers: NotedProcess[]): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const leftover of leftovers.filter(isRunning)) signalGroup(leftover.pid, signal)
    const until = Date.now() + PATIENCE
    while (leftovers.some(isRunning) && Date.now() < until) await delay(30)
  }
}

/** A child is the head of a process group of its own, so that what it started goes with it. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function readNote(file: string): NotedProcess | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
