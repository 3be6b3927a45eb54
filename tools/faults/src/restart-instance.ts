import { setTimeout as delay } from 'node:timers/promises'
import type { Stack } from '@meadow/testing/stack'

const PROBE_INTERVAL_MS = 50
const RESTART_TIMEOUT_MS = 60_000

/** Stops a process with SIGTERM, as a deployment does, and waits for its successor. Returns its duration in milliseconds. */
export async function restartInstance(stack: Stack, instance: string): Promise<number> {
  const pid = getPid(stack, instance)
  process.kill(pid, 'SIGTERM')
  return waitForSuccessor(stack, instance, pid)
}

export function getPid(stack: Stack, instance: string): number {
  const pid = stack.pidOf(instance)
  if (pid === undefined) throw new Error(`${instance} does not run`)
  return pid
}

/**
 * Waits until another process than `pid` has the name and is ready. Returns the duration in milliseconds.
 * @throws if it does not restart
 */
export async function waitForSuccessor(stack: Stack, instance: string, pid: number): Promise<number> {
  const startedAt = performance.now()
  const elapsed = () => Math.round(performance.now() - startedAt)
  const readyUrl = await findReadyUrl(stack, instance)
  const isReady = async () => ![pid, undefined].includes(stack.pidOf(instance)) && (await respondsOk(readyUrl))
  while (!(await isReady())) {
    if (elapsed() > RESTART_TIMEOUT_MS) throw new Error(`${instance} did not restart`)
    await delay(PROBE_INTERVAL_MS)
  }
  return elapsed()
}

/** Finds the port of an instance in its log. A restarted instance has the same port. */
export async function findPort(stack: Stack, instance: string): Promise<number> {
  const { port } = (await stack.logOf(instance)).findLast(({ msg }) => msg === 'listening') ?? {}
  return Number(port)
}

/** Returns the URL at which an instance says whether it is ready. */
const findReadyUrl = async (stack: Stack, instance: string): Promise<string> =>
  `http://127.0.0.1:${await findPort(stack, instance)}/${instance.startsWith('gateway') ? 'api/health' : 'health/ready'}`

const respondsOk = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (response) => (await response.text()) !== '' && response.ok,
    () => false,
  )
