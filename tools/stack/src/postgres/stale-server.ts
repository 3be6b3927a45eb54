import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { getProcessToken, isRunning, type ProcessIdentity } from '../process-identity.ts'

/** Stores the process that serves this folder, so that the next start can recognise it. */
export function writeServerIdentity(dir: string, pid: number): void {
  writeFileSync(toIdentityFile(dir), JSON.stringify({ pid, token: getProcessToken(pid) ?? '' }))
}

/**
 * Terminates a server that outlived its parent, and removes the lock file of a server that is gone. PostgreSQL compares
 * pids only, and another process may have that pid by now: in a container it nearly always has.
 */
export async function terminateStaleServer(dir: string, data: string): Promise<void> {
  const registered = readServerIdentity(dir)
  if (!registered) return
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isRunning(registered)) break
    process.kill(registered.pid, signal)
    for (let tries = 0; tries < 80 && isRunning(registered); tries++) await delay(100)
  }
  if (readPostmasterPid(data) === registered.pid && getProcessToken(registered.pid) !== registered.token)
    rmSync(join(data, 'postmaster.pid'))
}

function readServerIdentity(dir: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(toIdentityFile(dir), 'utf8'))
  } catch {
    return undefined
  }
}

function readPostmasterPid(data: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
  } catch {
    return undefined
  }
}

function toIdentityFile(dir: string): string {
  return join(dir, 'server.json')
}
