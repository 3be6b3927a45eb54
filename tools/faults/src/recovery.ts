import { setTimeout as delay } from 'node:timers/promises'
import { measureProcessStarts } from './measure/process-starts.ts'
import type { RepeatingClient } from './repeating-client.ts'

/**
 * Times are in milliseconds: `backAfter` from the kill to the first response, `processStartMs` the start of an empty
 * process meanwhile. The reads are those of the other services until then.
 */
export type Recovery = { backAfter: number; processStartMs: number; readsMeanwhile: number; failedMeanwhile: number }

/** A call of each service that requires a member. */
export const READ_PATH_BY_SERVICE = {
  auth: '/auth/me',
  social: '/auth/suggestions',
  posts: '/posts',
  notify: '/posts/notifications',
  chat: '/messages/conversations',
}
const RECOVERY_TIMEOUT_MS = 30_000
const READ_INTERVAL_MS = 25

/** Reads from all services until the process that was killed at `killedAt` responds. @throws after 30 seconds */
export async function measureRecovery(of: {
  client: RepeatingClient
  target: string
  token: string
  killedAt: number
}): Promise<Recovery> {
  const { client, target, token, killedAt } = of
  const own =
    target in READ_PATH_BY_SERVICE
      ? READ_PATH_BY_SERVICE[target as keyof typeof READ_PATH_BY_SERVICE]
      : READ_PATH_BY_SERVICE.auth
  const isResponding = () => canRead(client, { path: own, token })
  const bareStarts = measureProcessStarts()
  const otherReads = watchReads({ client, token }, (service) => target !== 'gateway' && service !== target)
  const waitForRestart = async () => {
    while (!(await isResponding())) {
      if (performance.now() - killedAt > RECOVERY_TIMEOUT_MS)
        throw new Error(`${target} did not restart within ${RECOVERY_TIMEOUT_MS / 1000} s`)
      await delay(READ_INTERVAL_MS)
    }
    return Math.round(performance.now() - killedAt)
  }
  const [backAfter, { reads, failed }] = await Promise.allSettled([waitForRestart()]).then(async ([back]) => {
    const meanwhile = await otherReads.end()
    if (back.status === 'rejected') throw back.reason
    return [back.value, meanwhile] as const
  })
  return { backAfter, processStartMs: await bareStarts.stop(), readsMeanwhile: reads, failedMeanwhile: failed }
}

type Reader = { client: RepeatingClient; token: string }

/** Reads from the chosen services until `end`. Returns the number of reads and failures. */
export function watchReads({ client, token }: Reader, isIncluded: (service: string) => boolean = () => true) {
  const counts = { reads: 0, failed: 0 }
  let isStopped = false
  const watching = Object.entries(READ_PATH_BY_SERVICE).map(async ([service, path]) => {
    for (; isIncluded(service) && !isStopped; await delay(READ_INTERVAL_MS)) {
      counts.reads++
      if (!(await canRead(client, { path, token }))) counts.failed++
    }
  })
  return {
    async end() {
      isStopped = true
      await Promise.all(watching)
      return counts
    },
  }
}

const canRead = async (client: RepeatingClient, read: { path: string; token: string }) =>
  (await client.attempt(read))?.status === 200
