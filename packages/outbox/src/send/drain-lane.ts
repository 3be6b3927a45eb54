import type { OutboxEntry, OutboxFormField, OutboxRequest } from '../store/outbox-entry.ts'
import { isOutboxReference, mapReferences, readResponsePath } from '../store/outbox-references.ts'
import type { OutboxStore } from '../store/outbox-store.ts'
import { classifyOutboxFailure, toOutboxRefusal } from './outbox-failure.ts'

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

/** Called while entries are sent. */
export type OutboxListener = {
  /** Returns the signal that aborts the attempt. */
  onStart?: (entry: OutboxEntry) => AbortSignal
  /** `fraction` of the bytes of its files that are uploaded, from 0 to 1. */
  onProgress?: (entry: OutboxEntry, fraction: number) => void
  onSent?: (entry: OutboxEntry, response: unknown) => void
  onRefused?: (entry: OutboxEntry) => void
  /** The attempt has failed, and will be repeated. */
  onPostponed?: (entry: OutboxEntry, error: unknown) => void
}

export type DrainLaneDeps = {
  store: OutboxStore
  sendRequest: SendOutboxRequest
  listener: OutboxListener
  /** Returns false when sending must stop, for example because the member has signed out. */
  isActive: () => boolean
  /** Called with the lanes of entries that have waited for a sent one. */
  onReady?: (lanes: readonly string[]) => void
}

/**
 * Sends the entries of one lane in order. A refused entry stays with its reason; the next ones are sent. Returns true if
 * nothing waits in the lane any more, false if an attempt must be repeated later or sending must stop.
 */
export async function drainLane(lane: string, deps: DrainLaneDeps): Promise<boolean> {
  const { store, listener, isActive } = deps
  while (isActive()) {
    const entry = await store.startAttempt(lane)
    if (!entry) return true
    try {
      const { sent, response } = await sendEntry(entry, deps)
      const dependentLanes = await store.complete(entry.id, response, Date.now())
      listener.onSent?.(sent, response)
      deps.onReady?.(dependentLanes)
    } catch (error) {
      const isRemoved = (await store.get(entry.id)) === undefined
      if (isRemoved) continue // discarded or replaced during the attempt
      if (!(error instanceof RefusedRequestError)) {
        listener.onPostponed?.(entry, error)
        return false
      }
      await store.refuse(entry.id, toOutboxRefusal(error.cause))
      listener.onRefused?.(entry)
    }
  }
  return false
}

/** The server refused a request; `cause` is its error. */
class RefusedRequestError extends Error {
  override name = 'RefusedRequestError'
}

/** Sends the requests of an entry that are not finished. Returns the entry with all responses. */
async function sendEntry(
  entry: OutboxEntry,
  { store, sendRequest, listener }: DrainLaneDeps,
): Promise<{ sent: OutboxEntry; response: unknown }> {
  const signal = listener.onStart?.(entry) ?? new AbortController().signal
  let sent = entry
  for (const request of entry.requests.slice(entry.responses.length)) {
    const currentEntry = sent
    let response: unknown
    try {
      response = await sendRequest(resolveOutboxRequest(sent, request), {
        memberId: entry.memberId,
        kind: entry.kind,
        signal,
        ...(request.form && {
          onProgress: (fraction: number) =>
            listener.onProgress?.(entry, getUploadedFraction(currentEntry, request, fraction)),
        }),
      })
    } catch (error) {
      const failure = classifyOutboxFailure(error, request)
      if (failure === 'later') throw error
      if (failure === 'refused') throw new RefusedRequestError('The request was refused', { cause: error })
      // What the request asks for is done already, so it counts as sent, without a response
    }
    sent = { ...sent, responses: [...sent.responses, response] }
    if (sent.responses.length < entry.requests.length) await store.saveResponse(entry.id, response)
  }
  return { sent, response: sent.responses.at(-1) }
}

/** Returns the uploaded fraction of all files of an entry, while `fraction` of the current request is uploaded. */
function getUploadedFraction(
  { files, requests, responses }: OutboxEntry,
  request: OutboxRequest,
  fraction: number,
): number {
  const sumBytes = (all: readonly OutboxRequest[]) =>
    all.flatMap(({ form = [] }) => form).reduce((sum, [, value]) => sum + getFileBytes(files, value), 0)
  const totalBytes = sumBytes(requests)
  const sentBytes = sumBytes(requests.slice(0, responses.length)) + fraction * sumBytes([request])
  return totalBytes > 0 ? sentBytes / totalBytes : fraction
}

const getFileBytes = (files: readonly Blob[], value: OutboxFormField[1]): number =>
  typeof value === 'object' && 'file' in value ? (files[value.file]?.size ?? 0) : 0

/** Resolves the references of a request to earlier responses of its entry. @throws MissingReferenceError */
function resolveOutboxRequest(entry: OutboxEntry, request: OutboxRequest): ResolvedOutboxRequest {
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
