import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { getJson } from '@meadow/service/get-json'
import type { SupervisedProcess } from './supervisor.ts'

const START_TIMEOUT_MS = 60_000
const PROBE_TIMEOUT_MS = 2_000
const MAX_ATTEMPTS = 3
const LOG_TAIL_LINES = 15

/** Waits until the readiness endpoint of a process responds. @throws an error with the end of its log if it fails */
export async function waitUntilReady(child: SupervisedProcess, url: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await isReady(url))) {
    signal.throwIfAborted()
    if (child.failures >= MAX_ATTEMPTS || Date.now() > deadline) throw new Error(await describeFailure(child))
    await delay(40)
  }
}

/** Returns true on status 200, unless the body reports a degradation. */
async function isReady(url: string): Promise<boolean> {
  try {
    const { status } = (await getJson(url, PROBE_TIMEOUT_MS)) as { status: string }
    return status !== 'degraded'
  } catch {
    return false
  }
}

async function describeFailure({ name, logFile }: SupervisedProcess): Promise<string> {
  const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-LOG_TAIL_LINES)
  return `${name} did not start. The end of its log (${logFile}):\n\n${lines.map((line) => `  ${line}`).join('\n')}\n`
}
