import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { getJson } from '@meadow/service/get-json'
import type { Supervised } from './supervisor.ts'

const PATIENCE = 60_000
const ANSWERS_WITHIN_MS = 2_000
const ATTEMPTS = 3
const LINES = 15

/** Waits until a process answers that it is ready. @throws the end of its log when it does not get there */
export async function whenReady(child: Supervised, url: string, signal: AbortSignal): Promise<void> {
  const until = Date.now() + PATIENCE
  while (!(await isReady(url))) {
    signal.throwIfAborted()
    if (child.failures >= ATTEMPTS || Date.now() > until) throw new Error(await didNotCome(child))
    await delay(40)
  }
}

/** 200, and where the answer says how things are: all is well. */
async function isReady(url: string): Promise<boolean> {
  try {
    const { status } = (await getJson(url, ANSWERS_WITHIN_MS)) as { status: string }
    return status !== 'degraded'
  } catch {
    return false
  }
}

async function didNotCome({ name, logFile }: Supervised): Promise<string> {
  const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-LINES)
  return `${name} did not start. The end of its log (${logFile}):\n\n${lines.map((line) => `  ${line}`).join('\n')}\n`
}
