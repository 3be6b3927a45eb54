import { setTimeout as delay } from 'node:timers/promises'
import { openBusOperator } from '@meadow/events'
import type { Logger } from '@meadow/service'
import { SERVICES } from '../services.ts'
import type { BusBackup } from './bus-backup.ts'

const POLL_MS = 50
/** Shorter than the lease of an outbox in MongoDB, which ends after 10 s. */
const WAIT_MS = 4_000

/** Opens Kafka for a backup: it waits until all events are handled, so none of them is needed. Dead letters stay in Kafka. */
export async function openKafkaBusBackup(url: string, log: Logger): Promise<BusBackup> {
  const operator = await openBusOperator(url, { log })
  const hasLag = async () =>
    (await operator.lag()).some(({ group, lag }) => lag > 0 && SERVICES.some((service) => service === group))
  return {
    async prepare() {
      const deadline = performance.now() + WAIT_MS
      while (await hasLag()) {
        if (performance.now() > deadline) return false
        await delay(POLL_MS)
      }
      return true
    },
    async snapshot() {},
    async *readLines() {},
    [Symbol.asyncDispose]: () => operator[Symbol.asyncDispose](),
  }
}
