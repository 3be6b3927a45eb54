import { createNewOutboxEntry, type NewOutboxEntry } from '../store/new-outbox-entry.ts'
import type { OutboxAction } from '../store/outbox-store.ts'
import type { OutboxKind } from './outbox-kind.ts'

type OutboxActionInput<Data> = { kind: OutboxKind<Data>; data: Data; id: string; memberId: string; now: Date }

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
