import { setTimeout as delay } from 'node:timers/promises'
import { type Outbox, openBusOperator } from '@meadow/events'
import type { Logger } from '@meadow/service'

const POLL_INTERVAL_MS = 30

/** Switches the publishing of the events in the outboxes of this process. */
export type RelaySwitch = { isOn: boolean }

/** Keeps the events in an outbox while the switch is off. */
export const withRelaySwitch = (outbox: Outbox, relays: RelaySwitch): Outbox => ({
  ...outbox,
  runExclusively: async (work) => (relays.isOn ? outbox.runExclusively(work) : undefined),
})

type EventDeliveryDeps = { busUrl: string; outboxes: readonly Outbox[]; log: Logger }

/** Opens what waits until all events have been published and handled by all consumers. */
export async function openEventDelivery({ busUrl, outboxes, log }: EventDeliveryDeps) {
  const operator = await openBusOperator(busUrl, { log })
  const isPublished = async () => !(await Promise.all(outboxes.map((outbox) => outbox.hasPending()))).includes(true)
  const isHandled = async () => (await operator.lag()).every(({ lag }) => lag === 0)
  return {
    async waitUntilHandled() {
      // A consumer may publish events of its own, so the outboxes are checked once more.
      while (!((await isPublished()) && (await isHandled()) && (await isPublished()))) await delay(POLL_INTERVAL_MS)
    },
    [Symbol.asyncDispose]: () => operator[Symbol.asyncDispose](),
  }
}
