import { createNewOutboxEntry } from './create-outbox-entry.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import type { OutboxKind } from './outbox-kind.ts'
import type { PlanOutboxAddition } from './outbox-store.ts'

type OutboxAction<Data> = { kind: OutboxKind<Data>; data: Data; id: string; memberId: string; now: Date }

/**
 * Returns the function that decides how an action joins the outbox, given the waiting entry with the same `replaceKey`. If that
 * was never attempted, the action may cancel it out, or else reuses its id and place, so that what depends on it stays. If it was
 * attempted, the server may know its id, so the action gets a new one; its data are merged, because that attempt may have failed.
 */
export function planOutboxAction<Data>(action: OutboxAction<Data>): PlanOutboxAddition {
  const { kind, id, memberId, now } = action
  return (earlier) => {
    const earlierData = earlier?.data as Data
    const wasAttempted = earlier !== undefined && earlier.attempts > 0
    if (earlier && !wasAttempted && kind.isUndone?.(earlierData, action.data)) return 'undone'
    const data = earlier && kind.merge ? kind.merge(earlierData, action.data) : action.data
    const entryId = earlier && !wasAttempted ? earlier.id : id
    return createNewOutboxEntry({
      id: entryId,
      memberId,
      kind: kind.name,
      plan: kind.plan(data, entryId),
      data,
      now,
    })
  }
}

/** Returns the waiting entry that a new one with this key replaces. */
export const findReplacedEntry = <Entry extends OutboxEntry>(
  entries: readonly Entry[],
  replaceKey: string | undefined,
): Entry | undefined =>
  replaceKey === undefined ? undefined : entries.find((entry) => entry.replaceKey === replaceKey)
