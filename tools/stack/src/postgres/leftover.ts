import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isRunning, type NotedProcess, processToken } from '../process-token.ts'

/** Remembers who serves this folder, so that the next start knows it again. */
export function note(dir: string, pid: number): void {
  writeFileSync(noteFile(dir), JSON.stringify({ pid, token: processToken(pid) ?? '' }))
}

/**
 * Ends a server that outlived whoever started it, and removes the lock of one that is gone: PostgreSQL only compares
 * pids, which another process may carry by now (in a container it nearly always does).
 */
export async function endLeftover(dir: string, data: string): Promise<void> {
  const noted = readNote(dir)
  if (!noted) return
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isRunning(noted)) break
    process.kill(noted.pid, signal)
    for (let tries = 0; tries < 80 && isRunning(noted); tries++) await delay(100)
  }
  if (lockOf(data) === noted.pid && processToken(noted.pid) !== noted.token) rmSync(join(data, 'postmaster.pid'))
}

function readNote(dir: string): NotedProcess | undefined {
  try {
    return JSON.parse(readFileSync(noteFile(dir), 'utf8'))
  } catch {
    return undefined
  }
}

function lockOf(data: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
  } catch {
    return undefined
  }
}

function noteFile(dir: string): string {
  return join(dir, 'server.json')
}
