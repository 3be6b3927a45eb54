import { setTimeout as delay } from 'node:timers/promises'
import { watchBareStarts } from './bare-start.ts'
import type { Client } from './client.ts'

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
  const others = Object.entries(READS).filter(([service]) => target !== 'gateway' && service !== target)
  const own = target in READS ? READS[target as keyof typeof READS] : READS.auth
  const answers = async (path: string) => (await client.attempt({ path, token }))?.status === 200
  const bareStarts = watchBareStarts()
  let isOver = false
  let readsMeanwhile = 0
  let failedMeanwhile = 0
  const watch = async (path: string) => {
    while (!isOver) {
      readsMeanwhile++
      if (!(await answers(path))) failedMeanwhile++
      await delay(BETWEEN)
    }
  }
  const comeBack = async () => {
    while (!(await answers(own))) {
      if (performance.now() - begun > LONGEST) throw new Error(`${target} did not come back within ${LONGEST / 1000} s`)
      await delay(BETWEEN)
    }
    return Math.round(performance.now() - begun)
  }
  const watching = others.map(([, path]) => watch(path))
  const backAfter = await comeBack().finally(() => {
    isOver = true
  })
  await Promise.all(watching)
  return { backAfter, bareStart: await bareStarts.stop(), readsMeanwhile, failedMeanwhile }
}
