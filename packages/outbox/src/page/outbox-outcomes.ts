import type { OutboxEntry } from '../store/outbox-entry.ts'
import type { ShownOutboxEntry } from './shown-outbox-entry.ts'

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
