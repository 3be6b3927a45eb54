import { setTimeout as delay } from 'node:timers/promises'
import { type Outbox, openOperator } from '@meadow/events'
import type { Logger } from '@meadow/service'

const BETWEEN_MS = 30

/** Waits until the services have told each other all that happened. */
export async function createSettling(busUrl: string, outboxes: readonly Outbox[], log: Logger) {
  const operator = await openOperator(busUrl, { log })
  const isTold = async () => (await Promise.all(outboxes.map((outbox) => outbox.pending(1)))).flat().length === 0
  const isHeard = async () => (await operator.lag()).every(({ behind }) => behind === 0)
  return {
    async settle() {
      while (!((await isTold()) && (await isHeard()) && (await isTold()))) await delay(BETWEEN_MS) // who hears may tell something
    },
    [Symbol.asyncDispose]: () => operator[Symbol.asyncDispose](),
  }
}
