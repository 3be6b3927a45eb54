import type { OutboxEntry, OutboxRefusal } from './outbox-entry.ts'

/** An entry with what only this page knows of it. */
export type ShownOutboxEntry<Data = unknown> = OutboxEntry<Data> & {
  /** The uploaded share of its files, from 0 to 1, while it is being sent. */
  progress?: number
  /** The error of the last attempt. It will be tried again. */
  lastProblem?: OutboxRefusal
}

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
