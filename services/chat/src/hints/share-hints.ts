import { randomUUID } from 'node:crypto'
import type { Background, Logger } from '@meadow/service'
import type { SharedState } from '@meadow/storage'
import * as z from 'zod'
import type { Hint, Tell } from './hint.ts'

const CHANNEL = 'socket-hints'

/** What a channel carries in one message on every engine, and how long what is longer is kept for the others. */
const MESSAGE_BYTES = 7_900
const KEPT_SECONDS = 30
const AT_ONCE = 100
/** While the shared state is away or slow, the oldest hints make way: they would be stale. */
const WAITING_MAX = 1_000

/** Hints, or where they are kept. They were checked by who made them: another instance of this service. */
const Shared = z.object({ from: z.string(), hints: z.array(z.custom<Hint>()).optional(), kept: z.string().optional() })

type Parts = {
  state: Pick<SharedState, 'publish' | 'subscribe' | 'get' | 'set'>
  /** Gives a hint to the sockets of this instance. */
  deliver: (hint: Hint) => Promise<void>
  log: Logger
}

/**
 * The bus gives an event to one instance, and its sockets may be anywhere: what one instance tells it also tells the
 * others, through the shared state. Its own sockets hear at once, and also while the state is away.
 */
export function shareHints({ state, deliver, log }: Parts): Background & { tell: Tell } {
  const self = randomUUID()
  let waiting: Hint[] = []
  let sending: Promise<void> | undefined
  let listening: AsyncDisposable | undefined

  const give = (hint: Hint) =>
    void deliver(hint).catch((error) => log.warn({ err: error, name: hint.name }, 'sockets could not be told'))

  async function publish(hints: Hint[]): Promise<void> {
    const text = JSON.stringify({ from: self, hints })
    if (Buffer.byteLength(text) <= MESSAGE_BYTES) return state.publish(CHANNEL, text)
    const kept = `socket-hints:${randomUUID()}`
    await state.set(kept, text, KEPT_SECONDS)
    await state.publish(CHANNEL, JSON.stringify({ from: self, kept }))
  }

  /** What comes while something is on its way goes together. */
  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const hints = waiting.splice(0, AT_ONCE)
      await publish(hints).catch((error) => log.warn({ err: error }, 'other instances could not be told'))
    }
    sending = undefined
  }

  async function hear(payload: string): Promise<void> {
    const { from, hints, kept } = Shared.parse(JSON.parse(payload))
    if (from === self) return
    if (kept) return hear((await state.get(kept)) ?? JSON.stringify({ from }))
    for (const hint of hints ?? []) give(hint)
  }

  return {
    name: 'hints of other instances',
    tell(hint) {
      give(hint)
      waiting.push(hint)
      waiting = waiting.slice(-WAITING_MAX)
      sending ??= send()
    },
    async start() {
      const onMessage = (payload: string) =>
        void hear(payload).catch((error) => log.warn({ err: error }, 'another instance could not be understood'))
      listening = await state.subscribe(CHANNEL, onMessage)
    },
    async stop() {
      await listening?.[Symbol.asyncDispose]()
      await sending
    },
  }
}
