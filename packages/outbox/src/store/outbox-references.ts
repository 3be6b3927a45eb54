import type { OutboxEntry, OutboxReference, OutboxRequest, OutboxValue } from './outbox-entry.ts'

type ReferenceChange = (reference: OutboxReference) => unknown

/** Returns true for a reference. Any other JSON object has other fields. */
export function isOutboxReference(value: unknown): value is OutboxReference {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2 || !('path' in value)) return false
  return ('fromRequest' in value && typeof value.fromRequest === 'number') || 'fromEntry' in value
}

/** Replaces the references of a JSON value. */
export function mapReferences(value: unknown, change: ReferenceChange): unknown {
  if (isOutboxReference(value)) return change(value)
  if (Array.isArray(value)) return value.map((item) => mapReferences(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, mapReferences(field, change)]))
}

/** Replaces the references of a request. */
const mapRequestReferences = (request: OutboxRequest, change: ReferenceChange): OutboxRequest => ({
  ...request,
  ...(request.params && { params: mapReferences(request.params, change) as NonNullable<OutboxRequest['params']> }),
  ...(request.body !== undefined && { body: mapReferences(request.body, change) as OutboxValue }),
  ...(request.form && {
    form: request.form.map(
      ([name, value]) => [name, isOutboxReference(value) ? (change(value) as string) : value] as const,
    ),
  }),
})

/** Returns the ids of the entries to which requests refer, each once. */
export function listReferredEntries(requests: readonly OutboxRequest[]): string[] {
  const ids = new Set<string>()
  for (const request of requests) {
    mapRequestReferences(request, (reference) => {
      if ('fromEntry' in reference) ids.add(reference.fromEntry)
      return reference
    })
  }
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

/** Replaces the references to one entry by values of its response. @throws MissingReferenceError */
export function resolveEntryReferences(entry: OutboxEntry, sentId: string, response: unknown): OutboxEntry {
  const resolve: ReferenceChange = (reference) =>
    'fromEntry' in reference && reference.fromEntry === sentId ? readResponsePath(response, reference.path) : reference
  return {
    ...entry,
    requests: entry.requests.map((request) => mapRequestReferences(request, resolve)),
    dependsOn: entry.dependsOn.filter((id) => id !== sentId),
  }
}

/** Makes the references to one entry refer to the entry that replaces it. */
export function renameEntryReferences(entry: OutboxEntry, oldId: string, newId: string): OutboxEntry {
  const rename: ReferenceChange = (reference) =>
    'fromEntry' in reference && reference.fromEntry === oldId ? { ...reference, fromEntry: newId } : reference
  return {
    ...entry,
    requests: entry.requests.map((request) => mapRequestReferences(request, rename)),
    dependsOn: entry.dependsOn.map((id) => (id === oldId ? newId : id)),
  }
}
