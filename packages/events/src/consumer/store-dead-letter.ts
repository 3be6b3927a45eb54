import type { ConsumerDelivery } from '../operator/replay.ts'
import { ANY_TYPE, type ConsumerStore, INBOX_RETENTION_MS } from './consumer-store.ts'
import { createDeadLetter, toDeadLetterMessage } from './dead-letter.ts'
import { ForeignEventError } from './event-handler.ts'
import { FAILURE_WINDOW_EVENTS, FailureLimitError, isFailureLimitReached } from './failure-limit.ts'

export type StoreDeadLetterResult = 'stored' | 'handled-before' | 'limit-reached'

type Rejection = { consumer: string; error: unknown; at: Date }

/**
 * Stores in one transaction that a consumer has finished with an event, and its dead letter. Stores nothing if the limit of
 * failures is reached, for the group or for the type of the event. Events that their source may not publish do not count:
 * nobody may pause another service with them. Nor do failures of which the inbox no longer has the events since.
 */
export async function storeDeadLetter<Bound>(
  store: ConsumerStore<Bound>,
  delivery: ConsumerDelivery,
  rejection: Rejection,
): Promise<StoreDeadLetterResult> {
  const { consumer, error, at } = rejection
  const { deadLetter, entry } = createDeadLetter(delivery, rejection)
  const limitedTypes = error instanceof ForeignEventError ? [] : [ANY_TYPE, entry.type]
  const options = { limit: FAILURE_WINDOW_EVENTS + 1, after: new Date(at.getTime() - INBOX_RETENTION_MS) }
  const storing = store.transaction(async (_bound, inbox): Promise<StoreDeadLetterResult> => {
    const newIds = await inbox.insertNew(consumer, [entry])
    if (newIds.size === 0) return 'handled-before'
    for (const type of limitedTypes)
      if (isFailureLimitReached(await inbox.countEventsSinceFailures(consumer, type, options)))
        throw new FailureLimitError('The transaction rolls back')
    for (const type of limitedTypes) await inbox.recordFailure(consumer, type)
    await inbox.appendDeadLetter(toDeadLetterMessage(deadLetter))
    return 'stored'
  })
  return storing.catch((thrown) => {
    if (thrown instanceof FailureLimitError) return 'limit-reached'
    throw thrown
  })
}
