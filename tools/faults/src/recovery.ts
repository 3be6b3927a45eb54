import { setTimeout as delay } from 'node:timers/promises'
import { watchBareStarts } from './measure/process-starts.ts'
import type { Client } from './repeating-client.ts'

/**
 * `backAfter` is in milliseconds from the kill, `bareStart` how long a process that does nothing took to start meanwhile;
 * reads of the others were tried all the while.
 */
export type Recovery = { backAfter: number; bareStart: number; readsMeanwhile: number; failedMeanwhile: number }

/** A read of each service that asks for a member. */
export const READS = {
  auth: '/auth/me',
  social: '/auth/suggestions',
  posts: '/posts',
  notify: '/posts/notifications',
  chat: '/messages/conversations',
}
const LONGEST = 30_000
const BETWEEN = 25

/** Reads from everybody until the process that was killed at `begun` answers again. @throws after half a minute */
export async function watchRecovery(of: {
  client: Client
  target: string
  token: string
  begun: number
}): Promise<Recovery> {
  const { client, target, token, begun } = of
  const own = target in READS ? READS[target as keyof typeof READS] : READS.auth
  const answers = () => readsWell(client, { path: own, token })
  const bareStarts = watchBareStarts()
  const others = watchReads({ client, token }, (service) => target !== 'gateway' && service !== target)
  const comeBack = async () => {
    while (!(await answers())) {
      if (performance.now() - begun > LONGEST) throw new Error(`${target} did not come back within ${LONGEST / 1000} s`)
      await delay(BETWEEN)
    }
    return Math.round(performance.now() - begun)
  }
  const [backAfter, { reads, failed }] = await Promise.allSettled([comeBack()]).then(async ([back]) => {
    const meanwhile = await others.end()
    if (back.status === 'rejected') throw back.reason
    return [back.value, meanwhile] as const
  })
  return { backAfter, bareStart: await bareStarts.stop(), readsMeanwhile: reads, failedMeanwhile: failed }
}

type Reader = { client: Client; token: string }

/** Reads from the services that are wanted, again and again until it is ended; answers how often that failed. */
export function watchReads({ client, token }: Reader, isWanted: (service: string) => boolean = () => true) {
  const counts = { reads: 0, failed: 0 }
  let isOver = false
  const watching = Object.entries(READS).map(async ([service, path]) => {
    for (; isWanted(service) && !isOver; await delay(BETWEEN)) {
      counts.reads++
      if (!(await readsWell(client, { path, token }))) counts.failed++
    }
  })
  return {
    async end() {
      isOver = true
      await Promise.all(watching)
      return counts
    },
  }
}

const readsWell = async (client: Client, read: { path: string; token: string }) =>
  (await client.attempt(read))?.status === 200
