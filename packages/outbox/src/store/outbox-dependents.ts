import type { OutboxEntry, OutboxRefusal } from './outbox-entry.ts'
import { renameEntryReferences, resolveEntryReferences } from './outbox-references.ts'
import type { OutboxTransaction } from './outbox-storage.ts'

export const DEPENDENCY_REFUSAL: OutboxRefusal = {
  status: 0,
  code: 'depends_on_refused',
  message: 'Something that this depends on was not accepted.',
}

/** Resolves references to entries that were sent meanwhile. An entry that depends on nothing that exists is refused. */
export async function resolveDependencies(transaction: OutboxTransaction, entry: OutboxEntry): Promise<OutboxEntry> {
  let resolved = entry
  for (const id of entry.dependsOn) {
    const waiting = await transaction.get(id)
    const sent = waiting ? undefined : await transaction.getSent(id)
    if (waiting?.refusal || !(waiting || sent)) return { ...resolved, refusal: DEPENDENCY_REFUSAL }
    if (sent) resolved = resolveEntryReferences(resolved, id, sent.response)
  }
  return resolved
}

/** Removes an entry, and makes those that depend on it depend on the one that replaces it. */
export async function replaceEntry(transaction: OutboxTransaction, oldId: string, newId: string): Promise<void> {
  await transaction.remove(oldId)
  for (const dependent of await transaction.listDependents(oldId))
    await transaction.put(renameEntryReferences(dependent, oldId, newId))
}

/** Gives the response of a sent entry to one that depends on it, which is refused if the response lacks what it needs. */
export async function resolveOrRefuse(
  transaction: OutboxTransaction,
  dependent: OutboxEntry,
  sentId: string,
  response: unknown,
): Promise<void> {
  try {
    await transaction.put(resolveEntryReferences(dependent, sentId, response))
  } catch {
    await refuseWithDependents(transaction, dependent, DEPENDENCY_REFUSAL)
  }
}

/** Keeps an entry that is not sent, with the reason, and refuses those that depend on it. */
export async function refuseWithDependents(
  transaction: OutboxTransaction,
  entry: OutboxEntry,
  refusal: OutboxRefusal,
): Promise<void> {
  await transaction.put({ ...entry, refusal })
  for (const dependent of await transaction.listDependents(entry.id))
    if (dependent.refusal === null) await refuseWithDependents(transaction, dependent, DEPENDENCY_REFUSAL)
}

/** Makes a refused entry wait again, with those that it depends on and those that were refused with it. */
export async function retryWithDependents(
  transaction: OutboxTransaction,
  entry: OutboxEntry,
  nowMs: number,
): Promise<void> {
  if (entry.refusal === null) return
  await transaction.put({ ...entry, refusal: null, responses: [], queuedAtMs: nowMs })
  for (const id of entry.dependsOn) {
    const needed = await transaction.get(id)
    if (needed) await retryWithDependents(transaction, needed, nowMs)
  }
  for (const dependent of await transaction.listDependents(entry.id)) {
    const wasRefusedWithIt = dependent.refusal?.code === DEPENDENCY_REFUSAL.code
    if (wasRefusedWithIt) await retryWithDependents(transaction, dependent, nowMs)
  }
}

/** Removes an entry and those that depend on it. Returns the removed ones. */
export async function removeWithDependents(transaction: OutboxTransaction, entry: OutboxEntry): Promise<OutboxEntry[]> {
  await transaction.remove(entry.id)
  const removed = [entry]
  for (const dependent of await transaction.listDependents(entry.id))
    removed.push(...(await removeWithDependents(transaction, dependent)))
  return removed
}
