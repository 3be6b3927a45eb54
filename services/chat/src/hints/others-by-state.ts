import { randomUUID } from 'node:crypto'
import type { Logger } from '@meadow/service'
import type { SharedState } from '@meadow/storage'
import * as z from 'zod'
import type { Hint } from './hint.ts'
import type { Others } from './others.ts'

const CHANNEL = 'socket-hints'

/** What a channel carries in one message on every engine, and how long what is longer is kept for the others. */
const MESSAGE_BYTES = 7_900
const KEPT_SECONDS = 30

/** Hints, or where they are kept. They were checked by who made them: another instance of this service. */
const Shared = z.object({ from: z.string(), hints: z.array(z.custom<Hint>()).optional(), kept: z.string().optional() })

type Parts = { state: Pick<SharedState, 'publish' | 'subscribe' | 'get' | 'set'>; log: Logger }

/** Reaches the other instances through the shared state, whatever engine that is. */
export function othersByState({ state, log }: Parts): Others {
  const self = randomUUID()

  async function read(payload: string): Promise<readonly Hint[]> {
    const { from, hints, kept } = Shared.parse(JSON.parse(payload))
    if (from === self) return []
    return kept ? read((await state.get(kept)) ?? JSON.stringify({ from })) : (hints ?? [])
  }

  return {
    async tell(hints) {
      const text = JSON.stringify({ from: self, hints })
      if (Buffer.byteLength(text) <= MESSAGE_BYTES) return state.publish(CHANNEL, text)
      const kept = `socket-hints:${randomUUID()}`
      await state.set(kept, text, KEPT_SECONDS)
      await state.publish(CHANNEL, JSON.stringify({ from: self, kept }))
    },
    hear: (onHints) =>
      state.subscribe(
        CHANNEL,
        (payload) =>
          void read(payload)
            .then(onHints)
            .catch((error) => log.warn({ err: error }, 'another instance could not be understood')),
      ),
  }
}
