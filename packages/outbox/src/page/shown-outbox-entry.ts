import type { OutboxEntry, OutboxRefusal } from '../store/outbox-entry.ts'
import { compareOrder } from '../store/outbox-storage.ts'

/** An entry with what only this page knows of it. */
export type ShownOutboxEntry<Data = unknown> = OutboxEntry<Data> & {
  /** The uploaded share of its files, from 0 to 1, while it is being sent. */
  progress?: number
  /** The error of the last attempt. It will be tried again. */
  lastProblem?: OutboxRefusal
}

/**
 * An action that is being stored: `entry` is shown already, and the one that it replaces is not. An action that undoes another
 * one has no entry.
 */
export type PendingAddition = { entry: OutboxEntry | undefined; replacedId: string | undefined }

/**
 * Returns the entries as they are stored: the objects that the page knows already if nothing has changed, so that they are not
 * rendered again, or else with the known `Blob`s, because preview URLs belong to those objects.
 */
export function restoreKnownEntries(
  stored: readonly OutboxEntry[],
  known: readonly ShownOutboxEntry[],
): readonly OutboxEntry[] {
  const knownById = new Map(known.map((entry) => [entry.id, entry]))
  return stored.map((entry) => {
    const knownEntry = knownById.get(entry.id)
    if (!knownEntry) return entry
    return toComparable(knownEntry) === toComparable(entry) ? knownEntry : { ...entry, files: knownEntry.files }
  })
}

/** Files do not change. */
const toComparable = ({ files: _, progress: __, lastProblem: ___, ...stored }: ShownOutboxEntry): string =>
  JSON.stringify(stored)

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
