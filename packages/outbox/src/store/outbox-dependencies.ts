import type { OutboxEntry, OutboxReference, OutboxRefusal, OutboxRequest } from './outbox-entry.ts'
import type { OutboxTransaction } from './outbox-storage.ts'

// The response to one entry is needed by another one: references in its requests, and what happens to both.

type ReferenceChange = (reference: OutboxReference) => unknown

/** Returns true for a reference. Any other JSON object has other fields. */
function isOutboxReference(value: unknown): value is OutboxReference {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2 || !('path' in value)) return false
  return ('fromRequest' in value && typeof value.fromRequest === 'number') || 'fromEntry' in value
}

/** Replaces the references of a JSON value, such as a request. */
export function mapReferences<Value>(value: Value, change: ReferenceChange): Value {
  return mapValue(value, change) as Value
}

function mapValue(value: unknown, change: ReferenceChange): unknown {
  if (isOutboxReference(value)) return change(value)
  if (Array.isArray(value)) return value.map((item) => mapValue(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, mapValue(field, change)]))
}

/** Returns the ids of the entries to which requests refer, each once. */
export function listReferredEntries(requests: readonly OutboxRequest[]): string[] {
  const ids = new Set<string>()
  mapReferences(requests, (reference) => void ('fromEntry' in reference && ids.add(reference.fromEntry)))
  return [...ids]
}

/** A reference to a field that the response does not have. */
export class MissingReferenceError extends Error {
  override name = 'MissingReferenceError'
}

/** Reads the field at a path such as `post._id`. @throws MissingReferenceError */
export function readResponsePath(response: unknown, path: string): unknown {
  const value = path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | null | undefined)?.[name], response)
  if (value === undefined) throw new MissingReferenceError(`The response has no field ${path}`)
  return value
}

/** Changes the references to the entry `id`. `newIds` are the ids on which the entry depends instead of it. */
function changeDependency(
  entry: OutboxEntry,
  id: string,
  newIds: readonly string[],
  change: ReferenceChange,
): OutboxEntry {
  const changeReference: ReferenceChange = (reference) =>
    'fromEntry' in reference && reference.fromEntry === id ? change(reference) : reference
  return {
    ...entry,
    requests: mapReferences(entry.requests, changeReference),
    dependsOn: entry.dependsOn.flatMap((needed) => (needed === id ? newIds : [needed])),
  }
}

/** Replaces the references to a sent entry by values of its response. @throws MissingReferenceError */
const resolveDependency = (entry: OutboxEntry, sentId: string, response: unknown): OutboxEntry =>
  changeDependency(entry, sentId, [], ({ path }) => readResponsePath(response, path))

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
    if (sent) resolved = resolveDependency(resolved, id, sent.response)
  }
  return resolved
}

/** Removes an entry, and makes those that depend on it depend on the one that replaces it. */
export async function replaceEntry(transaction: OutboxTransaction, oldId: string, newId: string): Promise<void> {
  await transaction.remove(oldId)
  for (const dependent of await transaction.listDependents(oldId))
    await transaction.put(
      changeDependency(dependent, oldId, [newId], (reference) => ({ ...reference, fromEntry: newId })),
    )
}

/** Gives the response of a sent entry to one that depends on it, which is refused if the response lacks what it needs. */
export async function resolveOrRefuse(
  transaction: OutboxTransaction,
  dependent: OutboxEntry,
  sentId: string,
  response: unknown,
): Promise<void> {
  try {
    await transaction.put(resolveDependency(dependent, sentId, response))
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
