import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isRunning, getProcessToken } from '@meadow/stack/process-identity'
import { folder } from './folders.ts'

const BETWEEN_MS = 200

/** Runs `work` while no other process does what `name` says; a lock whose owner is gone is taken over. */
export async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  const file = join(folder('running'), `${name}.lock`)
  while (!take(file)) await delay(BETWEEN_MS)
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, JSON.stringify({ pid: process.pid, token: getProcessToken(process.pid) }), { flag: 'wx' })
    return true
  } catch {
    if (!isHeld(file)) rmSync(file, { force: true })
    return false
  }
}

function isHeld(file: string): boolean {
  try {
    return isRunning(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return false
  }
}
