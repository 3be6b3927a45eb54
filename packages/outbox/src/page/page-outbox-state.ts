import type { QueryClient } from '@tanstack/react-query'
import type { OutboxEntry, OutboxRefusal } from '../store/outbox-entry.ts'
import { compareOrder } from '../store/outbox-storage.ts'
import type { StoredAction } from '../store/outbox-store.ts'
import { createOutboxDisplay } from './outbox-display.ts'
import {
  applyPendingAdditions,
  createOutboxOutcomes,
  type OutboxOutcome,
  type PendingAddition,
  restoreKnownEntries,
  type ShownOutboxEntry,
} from './shown-outbox-entry.ts'

/** State of the outbox for the components of a page. */
export type OutboxSnapshot = {
  /** All entries of the member, oldest first. */
  entries: readonly ShownOutboxEntry[]
  /** False if the browser cannot store entries: they are lost when the page closes. */
  canStore: boolean
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
export function createPageOutboxState(cache: QueryClient, onChange: (snapshot: OutboxSnapshot) => void) {
  let snapshot: OutboxSnapshot = { entries: [], canStore: true }
  const sendStates = new Map<string, SendState>()
  const pendingAdditions = new Set<PendingAddition>()
  const settledIds = new Set<string>() // a list that is being read may still contain them
  const outcomes = createOutboxOutcomes()
  const display = createOutboxDisplay(cache, () => snapshot.entries.filter(isWaiting))
  const settleHeldUp = () => outcomes.settleHeldUp(snapshot.entries)
  addEventListener('offline', settleHeldUp)

  const publish = (change: Partial<OutboxSnapshot>) => {
    snapshot = { ...snapshot, ...change }
    settleHeldUp()
    onChange(snapshot)
  }
  const withSendState = (entry: ShownOutboxEntry): ShownOutboxEntry => {
    const state: SendState = (isWaiting(entry) && sendStates.get(entry.id)) || {}
    if (entry.progress === state.progress && entry.lastProblem === state.lastProblem) return entry
    const { progress: _, lastProblem: __, ...stored } = entry
    return { ...stored, ...state }
  }
  const setEntries = (entries: readonly OutboxEntry[]) => publish({ entries: entries.map(withSendState) })
  const settle = (id: string, outcome: OutboxOutcome) => {
    settledIds.add(id)
    sendStates.delete(id)
    outcomes.settle(id, outcome)
  }
  const replaceShownEntries = (removedIds: readonly (string | undefined)[], added: readonly OutboxEntry[]) => {
    const removed = snapshot.entries.filter(({ id }) => removedIds.includes(id))
    const ids = new Set([...removed, ...added].map(({ id }) => id))
    setEntries([...snapshot.entries.filter(({ id }) => !ids.has(id)), ...added].toSorted(compareOrder))
    for (const entry of removed.filter(isWaiting)) display.hide(entry)
    display.show(added.filter(isWaiting))
  }
  const cancelReplaced = (replacedId: string | undefined, entry: OutboxEntry | undefined) => {
    if (replacedId !== undefined && replacedId !== entry?.id) outcomes.settle(replacedId, { type: 'cancelled' })
  }
  /** Returns the shown entries that the store should contain. */
  const listStored = (): readonly OutboxEntry[] => {
    const pendingIds = new Set([...pendingAdditions].map(({ entry }) => entry?.id))
    return snapshot.entries.filter(({ id }) => !pendingIds.has(id))
  }

  return {
    getEntries: () => snapshot.entries,
    listStored,
    /** Call it before the store is read. Returns the shown entries that it should contain. */
    beginRead(): readonly OutboxEntry[] {
      if (pendingAdditions.size === 0) settledIds.clear() // none of them is stored now, or will be again
      return listStored()
    },
    setCannotStore: () => publish({ canStore: false }),
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
    /** Shows an action before it is stored. `pending` stays in force until `endAddition`. Returns what becomes of the action. */
    beginAddition(pending: PendingAddition): Promise<OutboxOutcome> {
      const { entry, replacedId } = pending
      if (entry) settledIds.delete(entry.id) // it may be added again after a failure
      pendingAdditions.add(pending)
      const outcome = entry ? outcomes.wait(entry.id) : Promise.resolve<OutboxOutcome>({ type: 'cancelled' })
      cancelReplaced(replacedId, entry)
      replaceShownEntries([replacedId], entry ? [entry] : [])
      return outcome
    },
    /** Ends an addition that was not stored, or of which nothing is to be shown any more. */
    endAddition(pending: PendingAddition): void {
      pendingAdditions.delete(pending)
      cancelReplaced(pending.entry?.id, undefined)
    },
    /** Shows an action as it is stored: another tab may have changed the stored entries since it was planned. */
    showAddition(pending: PendingAddition, { entry: stored, replaced }: StoredAction): void {
      pendingAdditions.delete(pending)
      const shownId = pending.entry?.id
      if (shownId !== undefined && stored) outcomes.rename(shownId, stored.id)
      const outdatedIds = [shownId, replaced?.id].filter((id) => id !== stored?.id)
      for (const id of outdatedIds) cancelReplaced(id, stored)
      if (!stored) {
        replaceShownEntries(outdatedIds, [])
        return
      }
      const hiddenIds = isWaiting(stored) ? outdatedIds : [...outdatedIds, stored.id]
      const wasSentMeanwhile = settledIds.has(stored.id)
      if (wasSentMeanwhile) outcomes.settle(stored.id, { type: 'waiting' }) // its response came under another id
      replaceShownEntries(hiddenIds, wasSentMeanwhile ? [] : restoreKnownEntries([stored], snapshot.entries))
    },
    /** Takes a sent entry out, and writes the response into the cache. `sent` may come without its files. */
    settleSent(sent: OutboxEntry, response: unknown): void {
      const known = snapshot.entries.find(({ id }) => id === sent.id)
      settle(sent.id, { type: 'sent', response })
      setEntries(snapshot.entries.filter(({ id }) => id !== sent.id))
      display.settle({ ...sent, files: known?.files ?? sent.files }, response)
    },
    /** Takes discarded entries out. */
    settleDiscarded(entries: readonly OutboxEntry[]): void {
      const ids = entries.map(({ id }) => id)
      for (const id of ids) settle(id, { type: 'cancelled' })
      replaceShownEntries(ids, [])
    },
    /**
     * Brings what is shown in line with what is stored, in one step. `sentResponses` has the responses to the missing entries
     * that were sent elsewhere; the others were discarded or replaced. Returns the missing entries.
     */
    showStored(
      stored: readonly OutboxEntry[],
      sentResponses: ReadonlyMap<string, { response: unknown }>,
      canStore: boolean,
    ): readonly OutboxEntry[] {
      const before = snapshot.entries
      const next = applyPendingAdditions(stored, pendingAdditions).filter(({ id }) => !settledIds.has(id))
      const nextIds = new Set(next.map(({ id }) => id))
      const missing = before.filter(({ id }) => !nextIds.has(id) && !settledIds.has(id))
      for (const { id } of missing) {
        const sent = sentResponses.get(id)
        settle(id, sent ? { type: 'sent', response: sent.response } : { type: 'cancelled' })
      }
      publish({ entries: restoreKnownEntries(next, before).map(withSendState), canStore })
      for (const entry of missing) {
        const sent = sentResponses.get(entry.id)
        if (sent) display.settle(entry, sent.response)
        else if (isWaiting(entry)) display.hide(entry)
      }
      const refusedIds = new Set(snapshot.entries.filter((entry) => !isWaiting(entry)).map(({ id }) => id))
      for (const entry of before) if (isWaiting(entry) && refusedIds.has(entry.id)) display.hide(entry)
      const known = new Set<OutboxEntry>(before)
      display.show(snapshot.entries.filter((entry) => isWaiting(entry) && !known.has(entry)))
      return missing
    },
    /** Shows the waiting entries of a kind that was registered after they were read. */
    showKind(name: string): void {
      display.show(snapshot.entries.filter((entry) => entry.kind === name && isWaiting(entry)))
      setEntries(snapshot.entries) // components describe them with the kind now
    },
    stop(): void {
      removeEventListener('offline', settleHeldUp)
      display.stop()
    },
  }
}

const isWaiting = ({ refusal }: OutboxEntry): boolean => refusal === null
