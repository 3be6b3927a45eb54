import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { getProcessToken, isRunning, type ProcessIdentity } from './process-identity.ts'

const TERMINATION_TIMEOUT_MS = 3000

/** The processes of an installation, on disk, so that the next start can terminate what a crash left running. */
export type ProcessRegistry = {
  register(name: string, pid: number): void
  unregister(name: string): void
  /** Terminates the registered processes that still run. Ignores another process that has the same pid by now. */
  terminateAll(): Promise<void>
}

export function openProcessRegistry(dir: string): ProcessRegistry {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const fileOf = (name: string) => join(dir, `${name}.json`)
  return {
    register: (name, pid) => writeFileSync(fileOf(name), JSON.stringify({ pid, token: getProcessToken(pid) ?? '' })),
    unregister: (name) => rmSync(fileOf(name), { force: true }),
    async terminateAll() {
      const files = readdirSync(dir).map((file) => join(dir, file))
      const registered = files.map(readIdentity).filter((identity) => identity !== undefined)
      await terminate(registered.filter(isRunning))
      for (const file of files) rmSync(file, { force: true })
    },
  }
}

async function terminate(leftovers: ProcessIdentity[]): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const leftover of leftovers.filter(isRunning)) signalGroup(leftover.pid, signal)
    const deadline = Date.now() + TERMINATION_TIMEOUT_MS
    while (leftovers.some(isRunning) && Date.now() < deadline) await delay(30)
  }
}

/** Sends a signal to the process group of `pid`. Each child leads a group, so its own children get the signal too. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ESRCH' && code !== 'EPERM') throw error // EPERM: on macOS, if all its processes are exiting
  }
}

function readIdentity(file: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
