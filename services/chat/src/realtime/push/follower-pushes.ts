import type { Logger } from '@meadow/service'
import type { SocketPush } from './push-bus.ts'

/** A push for the followers of a member. */
export type FollowerPush = SocketPush & { to: { following: string } }

const GATHERING_MS = 1_000

type FollowerPushesDeps = { deliver: (pushes: readonly FollowerPush[]) => Promise<void>; log: Logger }

/** Creates a function that gathers the pushes of a second, and delivers them together. */
export function createFollowerPushes({ deliver, log }: FollowerPushesDeps): (push: FollowerPush) => void {
  let gathered: FollowerPush[] = []

  const deliverGathered = () => {
    const pushes = gathered
    gathered = []
    deliver(pushes).catch((error) => log.warn({ err: error }, 'pushes could not be delivered to followers'))
  }

  return (push) => {
    if (gathered.length === 0) setTimeout(deliverGathered, GATHERING_MS).unref()
    gathered.push(push)
  }
}
