import { setTimeout as delay } from 'node:timers/promises'

/** Sends one operation and returns the time when it ended. */
export type SendOperation = () => Promise<number>

/** The sorted durations of the operations, and their number per second. */
export type LoadResult = { durationsMs: number[]; perSecond: number }

/** Runs callers that repeat operations without a pause: the saturation, or with one caller the latency. */
export function saturate(send: SendOperation, callers: number, seconds: number): Promise<LoadResult> {
  const endsAt = performance.now() + seconds * 1000
  return runCallers(send, callers, () => performance.now() < endsAt)
}

/** Runs callers that together send this many operations, without a pause. */
export function sendMany(send: SendOperation, callers: number, count: number): Promise<LoadResult> {
  let left = count
  return runCallers(send, callers, () => left-- > 0)
}

async function runCallers(send: SendOperation, callers: number, hasNext: () => boolean): Promise<LoadResult> {
  const durationsMs: number[] = []
  const startedAt = performance.now()
  const runCaller = async () => {
    while (hasNext()) {
      const at = performance.now()
      durationsMs.push((await send()) - at)
    }
  }
  await Promise.all(Array.from({ length: callers }, runCaller))
  return toResult(durationsMs, startedAt)
}

/**
 * Sends operations at a constant rate. Measures from the planned time, so that a stall counts for all that wait.
 * @throws the first error, when all operations have ended
 */
export async function sendAtRate(send: SendOperation, rate: number, seconds: number): Promise<LoadResult> {
  const startedAt = performance.now()
  const durationsMs: number[] = []
  const running: Promise<void>[] = []
  for (let sent = 0; sent < rate * seconds; ) {
    for (; startedAt + (sent * 1000) / rate <= performance.now() && sent < rate * seconds; sent++) {
      const plannedAt = startedAt + (sent * 1000) / rate
      const ended = send().then((at) => void durationsMs.push(at - plannedAt))
      ended.catch(() => undefined) // thrown below
      running.push(ended)
    }
    await delay(1)
  }
  const failed = (await Promise.allSettled(running)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return toResult(durationsMs, startedAt)
}

const toResult = (durationsMs: number[], startedAt: number): LoadResult => ({
  durationsMs: durationsMs.sort((a, b) => a - b),
  perSecond: (durationsMs.length * 1000) / (performance.now() - startedAt),
})
