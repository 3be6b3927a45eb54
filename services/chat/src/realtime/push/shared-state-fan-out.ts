import { randomUUID } from 'node:crypto'
import type { Logger } from '@meadow/service'
import type { SharedState } from '@meadow/storage'
import * as z from 'zod'
import type { PeerInstances, SocketPush } from './push-bus.ts'

const CHANNEL = 'socket-pushes'

/** The longest message that the pub/sub of every engine can carry. */
const MAX_CHANNEL_MESSAGE_BYTES = 7_900
/** A longer batch is stored under a key for this long; the channel then carries the key. */
const STORED_BATCH_SECONDS = 30

/** A batch of pushes, or the key of a stored batch. The publishing instance has already checked the payloads. */
const PushBatch = z.object({
  from: z.string(),
  pushes: z.array(z.custom<SocketPush>()).optional(),
  storedAt: z.string().optional(),
})

type SharedStateFanOutDeps = { state: Pick<SharedState, 'publish' | 'subscribe' | 'get' | 'set'>; log: Logger }

/** Reaches the peer instances through the pub/sub of the shared state, on any engine. */
export function createSharedStateFanOut({ state, log }: SharedStateFanOutDeps): PeerInstances {
  const self = randomUUID()

  async function readPushes(text: string): Promise<readonly SocketPush[]> {
    const { from, pushes = [], storedAt } = PushBatch.parse(JSON.parse(text))
    if (from === self) return []
    if (storedAt === undefined) return pushes
    const stored = await state.get(storedAt)
    return stored === undefined ? [] : readPushes(stored)
  }

  return {
    async publish(pushes) {
      const text = JSON.stringify({ from: self, pushes })
      if (Buffer.byteLength(text) <= MAX_CHANNEL_MESSAGE_BYTES) return state.publish(CHANNEL, text)
      const storedAt = `socket-pushes:${randomUUID()}`
      await state.set(storedAt, text, STORED_BATCH_SECONDS)
      await state.publish(CHANNEL, JSON.stringify({ from: self, storedAt }))
    },
    subscribe: (onPushes) =>
      state.subscribe(
        CHANNEL,
        (text) =>
          void readPushes(text)
            .then(onPushes)
            .catch((error) => log.warn({ err: error }, 'pushes of a peer instance could not be read')),
      ),
  }
}
