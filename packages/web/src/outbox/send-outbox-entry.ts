import type { OutboxEntry, OutboxRequest } from './outbox-entry.ts'
import { isOutboxReference, mapReferences, readResponsePath } from './outbox-references.ts'

/** A request whose references are resolved. */
export type ResolvedOutboxRequest = {
  method: string
  /** The path below `/api`. */
  path: string
  /** A JSON value or a form. */
  body?: unknown
  key?: string | undefined
}

type SendOutboxOptions = {
  memberId: string
  /** The name of the entry's `OutboxKind`. */
  kind?: string
  signal: AbortSignal
  /** Receives the uploaded share of a request with files, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

/** Sends a request as the member. Returns the response. @throws ApiError */
export type SendOutboxRequest = (request: ResolvedOutboxRequest, options: SendOutboxOptions) => Promise<unknown>

/** Resolves the references of a request to earlier responses of its entry. @throws MissingReferenceError */
export function resolveOutboxRequest(entry: OutboxEntry, request: OutboxRequest): ResolvedOutboxRequest {
  const resolve = (value: unknown) =>
    mapReferences(value, (reference) =>
      'fromRequest' in reference ? readResponsePath(entry.responses[reference.fromRequest], reference.path) : undefined,
    )
  const [method = '', pattern = ''] = request.call.split(' ')
  const path = pattern.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(resolve(request.params?.[name] ?? ''))),
  )
  const body = request.form ? toFormData(entry, request.form, resolve) : resolve(request.body)
  return { method, path, body, key: request.key }
}

function toFormData(
  { files }: OutboxEntry,
  form: NonNullable<OutboxRequest['form']>,
  resolve: (value: unknown) => unknown,
): FormData {
  const data = new FormData()
  for (const [name, value] of form) {
    if (typeof value === 'string' || isOutboxReference(value)) data.append(name, String(resolve(value)))
    else data.append(name, files[value.file] as Blob)
  }
  return data
}
