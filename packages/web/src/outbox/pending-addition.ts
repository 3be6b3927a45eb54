import type { NewOutboxEntry } from './create-outbox-entry.ts'
import type { OutboxEntry } from './outbox-entry.ts'

/**
 * An action that is being stored: `entry` is shown already, and the one that it replaces is not. An action that undoes another
 * one has no entry.
 */
export type PendingAddition = { entry: OutboxEntry | undefined; replacedId: string | undefined }

/** Returns the entry as the store will most likely have it. `entries` are those on the screen, oldest first. */
export function toUnstoredEntry(
  planned: NewOutboxEntry,
  replaced: OutboxEntry | undefined,
  entries: readonly OutboxEntry[],
): OutboxEntry {
  const lastOrder = Math.max(Date.now(), (entries.at(-1)?.order ?? 0) + 1)
  return {
    ...planned,
    order: replaced?.id === planned.id ? replaced.order : lastOrder,
    responses: [],
    dependsOn: [],
    attempts: replaced?.attempts ?? 0,
    refusal: null,
  }
}

/** Returns the stored entries as they will be when the pending additions, oldest first, are stored. */
export function applyPendingAdditions(
  stored: readonly OutboxEntry[],
  additions: Iterable<PendingAddition>,
): OutboxEntry[] {
  const entries = new Map(stored.map((entry) => [entry.id, entry]))
  for (const { entry, replacedId } of additions) {
    if (replacedId !== undefined) entries.delete(replacedId)
    if (entry) entries.set(entry.id, entry)
  }
  return [...entries.values()].toSorted(compareOrder)
}

export const compareOrder = (one: OutboxEntry, other: OutboxEntry): number => one.order - other.order
