import type { OutboxEntry, OutboxRefusal } from './outbox-entry.ts'

/** An entry with what only this page knows of it. */
export type ShownOutboxEntry<Data = unknown> = OutboxEntry<Data> & {
  /** The uploaded share of its files, from 0 to 1, while it is being sent. */
  progress?: number
  /** The error of the last attempt. It will be tried again. */
  lastProblem?: OutboxRefusal
}

/**
 * Returns the entries as they are stored, with the `Blob`s that the page knows already, because preview URLs belong to those
 * objects.
 */
export function restoreKnownFiles(
  stored: readonly OutboxEntry[],
  known: readonly ShownOutboxEntry[],
): readonly OutboxEntry[] {
  const knownById = new Map(known.map((entry) => [entry.id, entry]))
  return stored.map((entry) => ({ ...entry, files: knownById.get(entry.id)?.files ?? entry.files }))
}
