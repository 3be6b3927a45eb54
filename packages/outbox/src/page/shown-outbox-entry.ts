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

/**
 * What has become of an action: `waiting` if it cannot be sent now, `cancelled` if it was discarded, replaced or undone, also by
 * another tab.
 */
export type OutboxOutcome =
  | { type: 'sent'; response: unknown }
  | { type: 'refused'; entry: OutboxEntry }
  | { type: 'waiting' }
  | { type: 'cancelled' }

/** Remembers which actions of this page have no outcome yet. */
export function createOutboxOutcomes() {
  const open = new Map<string, PromiseWithResolvers<OutboxOutcome>>()
  const settle = (id: string, outcome: OutboxOutcome) => {
    open.get(id)?.resolve(outcome)
    open.delete(id)
  }
  return {
    /** Returns the outcome of the entry with this id. */
    wait(id: string): Promise<OutboxOutcome> {
      const outcome = open.get(id) ?? Promise.withResolvers<OutboxOutcome>()
      open.set(id, outcome)
      return outcome.promise
    },
    settle,
    /** Settles the outcomes of the entries that are refused or cannot be sent now. */
    settleHeldUp(entries: readonly ShownOutboxEntry[]): void {
      if (open.size === 0) return
      for (const entry of entries) {
        if (entry.refusal) settle(entry.id, { type: 'refused', entry })
        else if (open.has(entry.id) && isHeldUp(entry, entries)) settle(entry.id, { type: 'waiting' })
      }
    },
    /** Makes the outcome of an entry that of the one with `newId`, as which it was stored. */
    rename(id: string, newId: string): void {
      const outcome = open.get(id)
      if (!outcome || id === newId) return
      open.delete(id)
      open.set(newId, outcome)
    },
  }
}

/** A lost connection holds up all entries, and a failed attempt the later ones of its lane. */
const isHeldUp = (entry: ShownOutboxEntry, entries: readonly ShownOutboxEntry[]): boolean =>
  navigator.onLine === false ||
  entries.some(
    ({ lane, order, lastProblem }) =>
      lastProblem && (lastProblem.code === 'offline' || (lane === entry.lane && order <= entry.order)),
  )
