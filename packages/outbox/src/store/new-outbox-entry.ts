import type { OutboxEntry, OutboxRequest } from './outbox-entry.ts'
import { listReferredEntries } from './outbox-references.ts'

/** Plan for sending an action. */
export type OutboxPlan = {
  /** Entries of one lane are sent in order, one at a time. */
  lane: string
  requests: readonly OutboxRequest[]
  files?: readonly Blob[]
  /** A new entry replaces a waiting one with the same key. */
  replaceKey?: string
  /** Describes in words what waits. Missing for actions that members need not know of, such as read marks. */
  description?: string
}

/** An entry before it has a place in the outbox. */
export type NewOutboxEntry = Omit<OutboxEntry, 'order' | 'responses' | 'dependsOn' | 'attempts' | 'refusal'>

type NewOutboxEntryInput = Pick<OutboxEntry, 'id' | 'memberId' | 'kind' | 'data'> & { plan: OutboxPlan; now: Date }

/** Creates an entry from the plan of its kind. */
export const createNewOutboxEntry = ({ plan, now, ...fields }: NewOutboxEntryInput): NewOutboxEntry => ({
  ...fields,
  lane: plan.lane,
  requests: plan.requests,
  files: plan.files ?? [],
  description: plan.description ?? null,
  ...(plan.replaceKey !== undefined && { replaceKey: plan.replaceKey }),
  createdAt: now.toISOString(),
  queuedAtMs: now.getTime(),
})

/**
 * Gives a new entry its place: that of the `earlier` one that it replaces if it has its id, otherwise behind all others. The order
 * is the time, but never goes back: the clock of the device may change. `lastOrder` is the highest order of the member's entries.
 */
export const toWaitingEntry = (
  entry: NewOutboxEntry,
  earlier: OutboxEntry | undefined,
  lastOrder: number,
): OutboxEntry => ({
  ...entry,
  order: earlier?.id === entry.id ? earlier.order : Math.max(entry.queuedAtMs, lastOrder + 1),
  responses: [],
  dependsOn: listReferredEntries(entry.requests),
  attempts: earlier?.attempts ?? 0, // the server may know the replaced one, so the new one must be sent
  refusal: null,
})
