import type { BackgroundTask, Logger } from '@meadow/service'
import type { PushBus } from './push-bus.ts'
import type { SocketPush } from './socket-push.ts'

/** The peer instances of this service. Pushes that are published while they cannot be reached are lost. */
export type PeerInstances = {
  publish(pushes: readonly SocketPush[]): Promise<void>
  /** Calls `onPushes` with the pushes of each peer, in the order in which that peer published them. */
  subscribe(onPushes: (pushes: readonly SocketPush[]) => void): Promise<AsyncDisposable>
}

const BATCH_SIZE = 100
/** While the peers cannot be reached, the oldest pushes are dropped: they would be stale. */
const MAX_QUEUED_PUSHES = 1_000

type PushFanOutDeps = { pushBus: PushBus; peerInstances: PeerInstances; log: Logger }

/**
 * Exchanges pushes with the peer instances: the event bus gives an event to one instance, but the sockets it concerns may
 * be connected to any of them. Pushes that are queued while a batch is being published form the next batch.
 */
export function createPushFanOut({ pushBus, peerInstances, log }: PushFanOutDeps): BackgroundTask {
  let queue: SocketPush[] = []
  let publishing: Promise<void> | undefined
  let subscription: AsyncDisposable | undefined

  async function publishQueue(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH_SIZE)
      await peerInstances
        .publish(batch)
        .catch((error) => log.warn({ err: error }, 'pushes could not be published to peer instances'))
    }
    publishing = undefined
  }

  pushBus.connectPeers((push) => {
    queue.push(push)
    queue = queue.slice(-MAX_QUEUED_PUSHES)
    publishing ??= publishQueue()
  })

  return {
    name: 'push fan-out',
    async start() {
      subscription = await peerInstances.subscribe((pushes) => {
        for (const push of pushes) void pushBus.pushLocally(push)
      })
    },
    async stop() {
      await subscription?.[Symbol.asyncDispose]()
      await publishing
    },
  }
}
