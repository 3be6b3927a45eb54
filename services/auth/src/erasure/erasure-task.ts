import { randomUUID } from 'node:crypto'
import { events } from '@meadow/contracts'
import { onEvent } from '@meadow/events'
import type { BackgroundTask, Logger } from '@meadow/service'
import { createPollingTask } from '@meadow/storage'
import {
  ERASING_SERVICES,
  type ErasedPartStore,
  type ErasureRepository,
  planErasure,
  toErasureDeadlines,
} from './erasure.ts'

/** Interval at which accounts whose grace has ended are looked for. */
const POLL_INTERVAL_MS = 10_000

type ErasureDeps = {
  erasures: ErasureRepository
  now: () => Date
  newId: (at: Date) => string
}

/** Erases one account whose grace has ended. Returns false if there is none. The id of the receipt is random, because it is a secret. */
export async function eraseDueAccount({ erasures, now, newId }: ErasureDeps): Promise<boolean> {
  const time = now()
  const stamp = { time, eventId: newId(time), receiptId: randomUUID() }
  return erasures.eraseDue(time, (account, mailContext) => planErasure(account, mailContext, stamp))
}

/** Stores what a service has removed of an erased member, for the receipt. */
export const onMemberPartErased = onEvent(
  events.memberPartErased,
  ({ subject, data: { service, counts, erasedAt } }, { erasedParts }: { erasedParts: ErasedPartStore }) =>
    erasedParts.add(subject, { service, counts, erasedAt: new Date(erasedAt) }),
)

/** Creates the background task that erases deleted accounts after their grace, and deletes old receipts. */
export function createErasureTask({ log, ...deps }: ErasureDeps & { log: Logger }): BackgroundTask {
  const { erasures, now } = deps
  return {
    ...createPollingTask({
      name: 'erasure of deleted accounts',
      intervalMs: POLL_INTERVAL_MS,
      async run(signal) {
        while (!signal.aborted && (await eraseDueAccount(deps)));
        await erasures.deleteReceipts(toErasureDeadlines(now()).receiptsBefore)
      },
      failure: 'deleted accounts could not be erased yet',
      toleratedFailures: 1,
      log,
    }),
    registerMetrics(metrics) {
      metrics.gauge(
        {
          name: 'erasure_overdue_parts',
          help: 'Erased members of whom a service has not confirmed its part within 7 days',
          labels: ['service'],
        },
        async () => {
          const counts = await erasures.countOverdue(toErasureDeadlines(now()).overdueBefore)
          return ERASING_SERVICES.map((service) => ({ labels: { service }, value: counts[service] }))
        },
      )
    },
  }
}
