import { setTimeout as delay } from 'node:timers/promises'
import { type Outbox, openOperator } from '@meadow/events'
import type { Logger } from '@meadow/service'
import type { Gate } from './gate.ts'

const BETWEEN_MS = 30

type Parts = { busUrl: string; outboxes: readonly Outbox[]; gate: Gate; log: Logger }

/** Opens the gate until the services have told each other all that happened. */
export async function createSettling({ busUrl, outboxes, gate, log }: Parts) {
  const operator = await openOperator(busUrl, { log })
  const isTold = async () => (await Promise.all(outboxes.map((outbox) => outbox.pending(1)))).flat().length === 0
  const isHeard = async () => (await operator.lag()).every(({ behind }) => behind === 0)
  return {
    async settle() {
      gate.isOpen = true
      while (!((await isTold()) && (await isHeard()) && (await isTold()))) await delay(BETWEEN_MS) // who hears may tell something
      gate.isOpen = false
    },
    [Symbol.asyncDispose]: () => operator[Symbol.asyncDispose](),
  }
}
