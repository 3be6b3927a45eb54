import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { getProcessToken, isRunning } from '@meadow/stack/process-identity'
import { ensureFolder } from './folders.ts'

const RETRY_DELAY_MS = 200

/** Runs `work` while this process has the lock `name`. A lock whose process is gone is released. */
export async function withProcessLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const file = join(ensureFolder('running'), `${name}.lock`)
  while (!tryLock(file)) await delay(RETRY_DELAY_MS)
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function tryLock(file: string): boolean {
  try {
    writeFileSync(file, JSON.stringify({ pid: process.pid, token: getProcessToken(process.pid) }), { flag: 'wx' })
    return true
  } catch {
    if (!isLocked(file)) rmSync(file, { force: true })
    return false
  }
}

function isLocked(file: string): boolean {
  try {
    return isRunning(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return false
  }
}
