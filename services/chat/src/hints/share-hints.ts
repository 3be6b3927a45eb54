import type { Background, Logger } from '@meadow/service'
import type { Hint, Tell } from './hint.ts'
import type { Others } from './others.ts'

const AT_ONCE = 100
/** While the others cannot be reached, the oldest hints make way: they would be stale. */
const WAITING_MAX = 1_000

type Parts = {
  others: Others
  /** Gives a hint to the sockets of this instance. */
  deliver: (hint: Hint) => Promise<void>
  log: Logger
}

/**
 * The bus gives an event to one instance, and its sockets may be anywhere: what one instance tells it also tells the
 * others. Its own sockets hear at once, and also while the others cannot be reached.
 */
export function shareHints({ others, deliver, log }: Parts): Background & { tell: Tell } {
  let waiting: Hint[] = []
  let sending: Promise<void> | undefined
  let listening: AsyncDisposable | undefined

  const give = (hint: Hint) =>
    void deliver(hint).catch((error) => log.warn({ err: error, name: hint.name }, 'sockets could not be told'))

  /** What comes while something is on its way goes together. */
  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const hints = waiting.splice(0, AT_ONCE)
      await others.tell(hints).catch((error) => log.warn({ err: error }, 'other instances could not be told'))
    }
    sending = undefined
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
      listening = await others.hear((hints) => hints.forEach(give))
    },
    async stop() {
      await listening?.[Symbol.asyncDispose]()
      await sending
    },
  }
}
