import type { ServerToClientEvents } from '@meadow/contracts'
import type { BackgroundTask, Logger } from '@meadow/service'

/** The sockets that receive a push. Each instance resolves the audience to its own sockets. */
type PushAudience =
  | { member: string }
  | { members: readonly string[] }
  /** Sockets that watch the post, and sockets that have never watched any post. `author` is the post's author, `commenter` that of a comment. */
  | { watching: string; author: string; commenter?: string | undefined }
  /** Sockets of the followers of this member. */
  | { following: string }

type SocketPushOf<Name extends keyof ServerToClientEvents> = {
  to: PushAudience
  name: Name
  payload: ServerToClientEvents[Name]
}

/** A socket notification that may be lost: clients load what they missed after each reconnection. */
export type SocketPush = { [Name in keyof ServerToClientEvents]: SocketPushOf<Name> }[keyof ServerToClientEvents]

/** Sends a push to the sockets of all instances. Resolves when it is written to those of this instance. Never rejects. */
export type Push = (push: SocketPush) => Promise<void>

/** The peer instances of this service. Pushes that are published while they cannot be reached are lost. */
export type PeerInstances = {
  /** Returns false only if there are no peers. */
  mayExist(): boolean
  publish(pushes: readonly SocketPush[]): Promise<void>
  /** Calls `onPushes` with the pushes of each peer, in the order in which that peer published them. */
  subscribe(onPushes: (pushes: readonly SocketPush[]) => void): Promise<AsyncDisposable>
}

type DeliverPush = (push: SocketPush) => Promise<void>

/** Connects the code that sends pushes with the sockets of this instance and with the peer instances. */
export type PushBus = {
  push: Push
  /** Sends a push to the sockets of this instance only. Resolves after the delivery; never rejects. */
  pushLocally: DeliverPush
  /** Sets the delivery to the sockets of this instance. */
  connectSockets(deliver: DeliverPush): void
  /** Creates the task that exchanges pushes with the peer instances. */
  connectPeers(peerInstances: PeerInstances): BackgroundTask
}

const BATCH_SIZE = 100
/** While the peers cannot be reached, the oldest pushes are dropped: they would be stale. */
const MAX_QUEUED_PUSHES = 1_000

/**
 * Creates a push bus without connections: until sockets and peers are connected, a push reaches nobody. Peers are needed
 * because the event bus gives an event to one instance, but the sockets it concerns may be connected to any of them.
 */
export function createPushBus({ log }: { log: Logger }): PushBus {
  let deliver: DeliverPush | undefined
  let forward: ((push: SocketPush) => void) | undefined

  const pushLocally = async (push: SocketPush): Promise<void> =>
    deliver?.(push).catch((error) => log.warn({ err: error, name: push.name }, 'push could not be delivered'))

  /** Returns a function that publishes pushes in batches: those that are queued during a batch form the next one. */
  function createPublishQueue(peerInstances: PeerInstances) {
    const queue: SocketPush[] = []
    let publishing: Promise<void> | undefined

    async function publishQueue(): Promise<void> {
      while (queue.length > 0) {
        const batch = queue.splice(0, BATCH_SIZE)
        await peerInstances
          .publish(batch)
          .catch((error) => log.warn({ err: error }, 'pushes could not be published to peer instances'))
      }
      publishing = undefined
    }

    return {
      add(push: SocketPush) {
        if (!peerInstances.mayExist()) return
        queue.push(push)
        if (queue.length > MAX_QUEUED_PUSHES) queue.shift()
        publishing ??= publishQueue()
      },
      waitUntilPublished: async () => publishing,
    }
  }

  return {
    push(push) {
      const delivered = pushLocally(push)
      forward?.(push)
      return delivered
    },
    pushLocally,
    connectSockets(deliverToSockets) {
      deliver = deliverToSockets
    },
    connectPeers(peerInstances) {
      const queue = createPublishQueue(peerInstances)
      let subscription: AsyncDisposable | undefined
      forward = queue.add
      return {
        name: 'push fan-out',
        async start() {
          subscription = await peerInstances.subscribe((pushes) => {
            for (const push of pushes) void pushLocally(push)
          })
        },
        async stop() {
          await subscription?.[Symbol.asyncDispose]()
          await queue.waitUntilPublished()
        },
      }
    },
  }
}
