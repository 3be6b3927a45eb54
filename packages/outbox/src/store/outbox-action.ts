import { listReferredEntries } from './outbox-dependencies.ts'
import type { OutboxEntry, OutboxRequest } from './outbox-entry.ts'

/** Plan for sending an action. */
export type OutboxPlan = {
  /** Entries of one lane are sent in order, one at a time. */
  lane: string
  requests: readonly OutboxRequest[]
  files?: readonly Blob[]
  /** A new entry replaces a waiting one with the same key. */
  replaceKey?: string
  /** The time for which it stays on the device, so that the member can undo it. @default it is sent at once */
  holdMs?: number
  /** Describes in words what waits. Missing for actions that members need not know of, such as read marks. */
  description?: string
}

/** The rules by which an action joins the outbox. */
export type OutboxActionRules<Data> = {
  name: string
  /** Pure. `id` is the id of the entry, which serves as its idempotency key (`clientMessageId`, `Idempotency-Key`). */
  plan: (data: Data, id: string) => OutboxPlan
  /** Returns true if `later` leads back to the state before `earlier`: if `earlier` was never sent, both leave the outbox. */
  isUndone?: (earlier: Data, later: Data) => boolean
  /** Combines the data of a waiting entry with that of the entry that replaces it. @default the later data */
  merge?: (earlier: Data, later: Data) => Data
}

/** An entry before it has a place in the outbox. */
export type NewOutboxEntry = Omit<OutboxEntry, 'order' | 'responses' | 'dependsOn' | 'attempts' | 'refusal'>

/** An action that joins the outbox. */
export type OutboxAction = {
  replaceKey: string | undefined
  /**
   * Plans its entry. `earlier` is the waiting entry with the same replace key. Returns `undone` if both vanish. An entry with the
   * id of the earlier one takes its position. Pure.
   */
  planEntry: (earlier: OutboxEntry | undefined) => NewOutboxEntry | 'undone'
}

type OutboxActionInput<Data> = { kind: OutboxActionRules<Data>; data: Data; id: string; memberId: string; now: Date }

/**
 * Plans an action, once. `planEntry` decides how it joins the outbox, given the waiting entry with the same replace key. If that
 * was never attempted, the action may undo it, or else takes its id and place, so that what depends on it stays. If it was
 * attempted, the server may know its id, so the action keeps its own; its data are merged, because that attempt may have failed.
 * Only an entry with merged data, or with the id of the earlier one, is planned again.
 */
export function planOutboxAction<Data>({ kind, data, id, memberId, now }: OutboxActionInput<Data>): OutboxAction {
  const plan = kind.plan(data, id)
  const toEntry = (entryData: Data, entryId: string, entryPlan = kind.plan(entryData, entryId)): NewOutboxEntry =>
    createNewOutboxEntry({ id: entryId, memberId, kind: kind.name, data: entryData, plan: entryPlan, now })
  const entry = toEntry(data, id, plan)
  return {
    replaceKey: plan.replaceKey,
    planEntry(earlier) {
      if (!earlier) return entry
      const earlierData = earlier.data as Data
      const wasAttempted = earlier.attempts > 0
      if (!wasAttempted && kind.isUndone?.(earlierData, data)) return 'undone'
      if (wasAttempted && !kind.merge) return entry
      return toEntry(kind.merge?.(earlierData, data) ?? data, wasAttempted ? id : earlier.id)
    },
  }
}

type NewOutboxEntryInput = Pick<OutboxEntry, 'id' | 'memberId' | 'kind' | 'data'> & { plan: OutboxPlan; now: Date }

/** Creates an entry from the plan of its kind. */
export const createNewOutboxEntry = ({ plan, now, ...fields }: NewOutboxEntryInput): NewOutboxEntry => ({
  ...fields,
  lane: plan.lane,
  requests: plan.requests,
  files: plan.files ?? [],
  description: plan.description ?? null,
  ...(plan.replaceKey !== undefined && { replaceKey: plan.replaceKey }),
  ...(plan.holdMs !== undefined && { notBeforeMs: now.getTime() + plan.holdMs }),
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
