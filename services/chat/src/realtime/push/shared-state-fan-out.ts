import { randomUUID } from 'node:crypto'
import type { Logger } from '@meadow/service'
import type { SharedState } from '@meadow/storage'
import * as z from 'zod'
import { createKnownPeers, type PeerTimings } from './known-peers.ts'
import type { PeerInstances, SocketPush } from './push-bus.ts'

const CHANNEL = 'socket-pushes'

/** The longest message that the pub/sub of every engine can carry. */
const MAX_CHANNEL_MESSAGE_BYTES = 7_900
/** A longer batch is stored under a key for this long; the channel then carries the key. */
const STORED_BATCH_SECONDS = 30

/**
 * A batch of pushes, or the key of a stored batch, or an announcement: `hello` of an instance that asks for the others, `here`
 * of one that is there, `bye` of one that stops. The publishing instance has already checked the payloads.
 */
const PeerMessage = z.object({
  from: z.string(),
  pushes: z.array(z.custom<SocketPush>()).optional(),
  storedAt: z.string().optional(),
  announcement: z.enum(['hello', 'here', 'bye']).optional(),
})
type PeerMessage = z.infer<typeof PeerMessage>

type SharedStateFanOutDeps = {
  state: Pick<SharedState, 'publish' | 'subscribe' | 'get' | 'set'>
  log: Logger
  /** Tests shorten them. */
  peerTimings?: PeerTimings
}

/**
 * Reaches the peer instances through the pub/sub of the shared state, on any engine. Instances announce themselves, so that
 * one without peers publishes nothing.
 */
export function createSharedStateFanOut({ state, log, peerTimings }: SharedStateFanOutDeps): PeerInstances {
  const self = randomUUID()
  const send = (message: Omit<PeerMessage, 'from'>) =>
    state.publish(CHANNEL, JSON.stringify({ from: self, ...message }))
  const peers = createKnownPeers((announcement) => send({ announcement }), { log, timings: peerTimings })

  async function readPushes(text: string): Promise<readonly SocketPush[]> {
    const { from, pushes = [], storedAt, announcement } = PeerMessage.parse(JSON.parse(text))
    if (from === self) return []
    peers.receive(from, announcement)
    if (storedAt === undefined) return pushes
    const stored = await state.get(storedAt)
    return stored === undefined ? [] : readPushes(stored)
  }

  return {
    mayExist: peers.mayExist,
    async publish(pushes) {
      if (!peers.mayExist()) return
      const text = JSON.stringify({ from: self, pushes })
      if (Buffer.byteLength(text) <= MAX_CHANNEL_MESSAGE_BYTES) return state.publish(CHANNEL, text)
      const storedAt = `socket-pushes:${randomUUID()}`
      await state.set(storedAt, text, STORED_BATCH_SECONDS)
      await send({ storedAt })
    },
    async subscribe(onPushes) {
      const onText = (text: string) =>
        void readPushes(text)
          .then((pushes) => pushes.length > 0 && onPushes(pushes))
          .catch((error) => log.warn({ err: error }, 'pushes of a peer instance could not be read'))
      const subscription = await state.subscribe(CHANNEL, onText, peers.introduce)
      peers.introduce()
      return {
        async [Symbol.asyncDispose]() {
          await subscription[Symbol.asyncDispose]()
          await peers[Symbol.asyncDispose]()
        },
      }
    },
  }
}
