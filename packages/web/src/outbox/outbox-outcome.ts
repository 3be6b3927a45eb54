import type { OutboxEntry } from './outbox-entry.ts'
import type { ShownOutboxEntry } from './shown-outbox-entry.ts'

/**
 * What has become of an action that a form waits for: `waiting` if it cannot be sent now, `cancelled` if somebody has discarded
 * it, also in another tab.
 */
export type OutboxOutcome =
  | { type: 'sent'; response: unknown }
  | { type: 'refused'; entry: OutboxEntry }
  | { type: 'waiting' }
  | { type: 'cancelled' }

type EntrySource = {
  /** Calls a listener after each change of the entries. Returns the unsubscribe. */
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => { entries: readonly ShownOutboxEntry[] }
  /** Calls a listener with each entry that was sent, also by another tab. Returns the unsubscribe. */
  onSent: (listener: (entry: OutboxEntry, response: unknown) => void) => () => void
}

/** Waits until an entry is sent, refused or discarded, or cannot be sent now. Call it before the entry is added. */
export function waitForOutboxOutcome(
  { subscribe, getSnapshot, onSent }: EntrySource,
  id: string,
): Promise<OutboxOutcome> {
  return new Promise((resolve) => {
    const abortController = new AbortController()
    let wasListed = false
    const end = (outcome: OutboxOutcome) => {
      abortController.abort()
      unsubscribe()
      unsubscribeFromSent()
      resolve(outcome)
    }
    const check = () => {
      const { entries } = getSnapshot()
      const entry = entries.find((one) => one.id === id)
      // the entry goes just before `onSent`
      if (!entry && wasListed) queueMicrotask(() => end({ type: 'cancelled' }))
      if (!entry) return
      wasListed = true
      if (entry.refusal) end({ type: 'refused', entry })
      else if (isHeldUp(entry, entries)) end({ type: 'waiting' })
    }
    const unsubscribe = subscribe(check)
    const unsubscribeFromSent = onSent((entry, response) => {
      if (entry.id === id) end({ type: 'sent', response })
    })
    addEventListener('offline', check, { signal: abortController.signal })
  })
}

/** A lost connection holds up all entries, and a failed attempt the later ones of its lane. */
const isHeldUp = (entry: ShownOutboxEntry, entries: readonly ShownOutboxEntry[]): boolean =>
  navigator.onLine === false ||
  entries.some(
    ({ lane, order, lastProblem }) =>
      lastProblem && (lastProblem.code === 'offline' || (lane === entry.lane && order <= entry.order)),
  )
