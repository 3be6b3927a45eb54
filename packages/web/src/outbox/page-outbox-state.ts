import type { QueryClient } from '@tanstack/react-query'
import { createOutboxDisplay } from './outbox-display.ts'
import type { OutboxEntry, OutboxRefusal } from './outbox-entry.ts'
import { applyPendingAdditions, compareOrder, type PendingAddition } from './pending-addition.ts'
import { restoreKnownEntries, type ShownOutboxEntry } from './shown-outbox-entry.ts'

/** State of the outbox for the components of a page. */
export type OutboxSnapshot = {
  /** All entries of the member, oldest first. */
  entries: readonly ShownOutboxEntry[]
  /** False if the browser cannot store entries: they are lost when the page closes. */
  canStore: boolean
}

export type PageOutboxStateDeps = {
  cache: QueryClient
  onChange: (snapshot: OutboxSnapshot) => void
  /** Called with an entry that was sent, by this page or elsewhere, and the response. */
  onSent?: (entry: OutboxEntry, response: unknown) => void
}

type SendState = Pick<ShownOutboxEntry, 'progress' | 'lastProblem'>

/**
 * The shown entries: in the list for the components, and optimistically in the query cache. All changes are synchronous.
 *
 * - An addition that *undoes* a waiting entry cancels it out: neither is sent.
 * - An entry is *discarded* when it is deleted from the store unsent, with those that depend on it.
 * - An entry is *missing* when it is shown but no longer stored, and this page has neither sent nor discarded it.
 * - An entry is *settled* when the page knows that it was sent or discarded. A settled entry is not shown again.
 */
export type PageOutboxState = ReturnType<typeof createPageOutboxState>

/** Creates the state of a page that shows no entries yet. */
export function createPageOutboxState({ cache, onChange, onSent }: PageOutboxStateDeps) {
  let snapshot: OutboxSnapshot = { entries: [], canStore: true }
  const sendStates = new Map<string, SendState>()
  const pendingAdditions = new Set<PendingAddition>()
  const settledIds = new Set<string>() // a list that is being read may still contain them
  const optimisticDisplay = createOutboxDisplay(cache, () => snapshot.entries.filter(isWaiting))

  const publish = (change: Partial<OutboxSnapshot>) => {
    snapshot = { ...snapshot, ...change }
    onChange(snapshot)
  }
  const withSendState = (entry: ShownOutboxEntry): ShownOutboxEntry => {
    const state: SendState = (isWaiting(entry) && sendStates.get(entry.id)) || {}
    if (entry.progress === state.progress && entry.lastProblem === state.lastProblem) return entry
    const { progress: _, lastProblem: __, ...stored } = entry
    return { ...stored, ...state }
  }
  const setEntries = (entries: readonly OutboxEntry[]) => publish({ entries: entries.map(withSendState) })
  const settle = (id: string) => {
    settledIds.add(id)
    sendStates.delete(id)
  }
  const replaceShownEntries = (removedIds: readonly (string | undefined)[], added: readonly OutboxEntry[]) => {
    const removed = snapshot.entries.filter(({ id }) => removedIds.includes(id))
    const ids = new Set([...removed, ...added].map(({ id }) => id))
    setEntries([...snapshot.entries.filter(({ id }) => !ids.has(id)), ...added].toSorted(compareOrder))
    for (const entry of removed.filter(isWaiting)) optimisticDisplay.hide(entry)
    optimisticDisplay.show(added.filter(isWaiting))
  }
  /** Returns the shown entries that the stores should contain. */
  const listStored = (): readonly OutboxEntry[] => {
    const pendingIds = new Set([...pendingAdditions].map(({ entry }) => entry?.id))
    return snapshot.entries.filter(({ id }) => !pendingIds.has(id))
  }
  const applyResponse = (entry: OutboxEntry, response: unknown) => {
    optimisticDisplay.applyResponse(entry, response)
    onSent?.(entry, response)
  }

  return {
    getEntries: () => snapshot.entries,
    listStored,
    /** Call it before the stores are read. Returns the shown entries that they should contain. */
    beginRead(): readonly OutboxEntry[] {
      if (pendingAdditions.size === 0) settledIds.clear() // none of them is stored now, or will be again
      return listStored()
    },
    setCanStore: (canStore: boolean) => publish({ canStore }),
    showProgress(id: string, progress: number): void {
      sendStates.set(id, { progress })
      setEntries(snapshot.entries)
    },
    /** Shows that an attempt has failed, and will be repeated. */
    showFailedAttempt({ id, attempts }: OutboxEntry, lastProblem: OutboxRefusal | undefined): void {
      if (lastProblem) sendStates.set(id, { lastProblem })
      else sendStates.delete(id)
      setEntries(snapshot.entries.map((entry) => (entry.id === id ? { ...entry, attempts } : entry)))
    },
    /** Forgets the progress and the last problem of an entry. It is shown without them after the next change. */
    forgetSendState: (id: string) => void sendStates.delete(id),
    /** Shows an action before it is stored. `pending` stays in force until `endAddition`. */
    beginAddition(pending: PendingAddition): void {
      if (pending.entry) settledIds.delete(pending.entry.id) // it may be added again after a failure
      pendingAdditions.add(pending)
      replaceShownEntries([pending.replacedId], pending.entry ? [pending.entry] : [])
    },
    endAddition: (pending: PendingAddition) => void pendingAdditions.delete(pending),
    /** Shows the entry of an addition as it is stored, instead of the entries with `replacedIds`. */
    showAddition(stored: OutboxEntry, replacedIds: readonly (string | undefined)[]): void {
      const outdatedIds = replacedIds.filter((id) => id !== stored.id)
      const hiddenIds = isWaiting(stored) ? outdatedIds : [...outdatedIds, stored.id]
      const wasSentMeanwhile = settledIds.has(stored.id)
      replaceShownEntries(hiddenIds, wasSentMeanwhile ? [] : restoreKnownEntries([stored], snapshot.entries))
    },
    replaceShownEntries,
    /** Takes a sent entry out, and writes the response into the cache. `sent` may come without its files. */
    settleSent(sent: OutboxEntry, response: unknown): void {
      const known = snapshot.entries.find(({ id }) => id === sent.id)
      settle(sent.id)
      setEntries(snapshot.entries.filter(({ id }) => id !== sent.id))
      applyResponse({ ...sent, files: known?.files ?? sent.files }, response)
    },
    /** Takes discarded entries out. */
    settleDiscarded(entries: readonly OutboxEntry[]): void {
      const ids = entries.map(({ id }) => id)
      ids.forEach(settle)
      replaceShownEntries(ids, [])
    },
    /**
     * Brings what is shown in line with what is stored, in one step. `sentResponses` has the responses to the missing entries
     * that were sent elsewhere; the others were discarded or replaced. Returns the missing entries.
     */
    showStored(
      stored: readonly OutboxEntry[],
      sentResponses: ReadonlyMap<string, { response: unknown }>,
    ): readonly OutboxEntry[] {
      const before = snapshot.entries
      const next = applyPendingAdditions(stored, pendingAdditions).filter(({ id }) => !settledIds.has(id))
      setEntries(restoreKnownEntries(next, before))
      const nextIds = new Set(next.map(({ id }) => id))
      const missing = before.filter(({ id }) => !nextIds.has(id) && !settledIds.has(id))
      for (const entry of missing) {
        settle(entry.id)
        const sent = sentResponses.get(entry.id)
        if (sent) applyResponse(entry, sent.response)
        else if (isWaiting(entry)) optimisticDisplay.hide(entry)
      }
      const refusedIds = new Set(snapshot.entries.filter((entry) => !isWaiting(entry)).map(({ id }) => id))
      for (const entry of before) if (isWaiting(entry) && refusedIds.has(entry.id)) optimisticDisplay.hide(entry)
      const known = new Set<OutboxEntry>(before)
      optimisticDisplay.show(snapshot.entries.filter((entry) => isWaiting(entry) && !known.has(entry)))
      return missing
    },
    /** Shows the waiting entries of a kind that was registered after they were read. */
    showKind(name: string): void {
      optimisticDisplay.show(snapshot.entries.filter((entry) => entry.kind === name && isWaiting(entry)))
      setEntries(snapshot.entries) // components describe them with the kind now
    },
    stop: () => optimisticDisplay.stop(),
  }
}

const isWaiting = ({ refusal }: OutboxEntry): boolean => refusal === null
