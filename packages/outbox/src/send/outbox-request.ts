import {
  DEPENDENCY_REFUSAL,
  MissingReferenceError,
  mapReferences,
  readResponsePath,
} from '../store/outbox-dependencies.ts'
import type { OutboxEntry, OutboxFormField, OutboxRefusal, OutboxRequest } from '../store/outbox-entry.ts'

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

/** The error of a request, as `ApiError` of `@meadow/web` is. `status` is 0 and `code` is `offline` without a response. */
export type OutboxRequestError = Error & {
  status: number
  code: string
  fields?: Record<string, string> | undefined
  /** The time after which the server wants the next attempt. */
  retryAfterMs?: number | undefined
}

/** A longer time would be a fault of the server. */
const MAX_RETRY_AFTER_MS = 10 * 60_000
const UNKNOWN_REFUSAL: OutboxRefusal = { status: 0, code: 'unknown', message: 'Something went wrong' }

/** Resolves the references of a request to earlier responses of its entry. @throws MissingReferenceError */
export function resolveOutboxRequest({ files, responses }: OutboxEntry, request: OutboxRequest): ResolvedOutboxRequest {
  const { call, params, query, body, form, key } = mapReferences(request, (reference) =>
    'fromRequest' in reference ? readResponsePath(responses[reference.fromRequest], reference.path) : undefined,
  )
  const [method = '', pattern = ''] = call.split(' ')
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')))
  const search = query ? `?${new URLSearchParams(query)}` : ''
  return { method, path: path + search, body: form ? toFormData(form, files) : body, key }
}

function toFormData(form: readonly OutboxFormField[], files: readonly Blob[]): FormData {
  const data = new FormData()
  for (const [name, value] of form) {
    if (isFileField(value)) data.append(name, files[value.file] as Blob)
    else data.append(name, String(value))
  }
  return data
}

const isFileField = (value: OutboxFormField[1]) => typeof value === 'object' && 'file' in value

/** Returns the uploaded fraction of all files of an entry, while `fraction` of the current request is uploaded. */
export function getUploadedFraction(
  { files, requests, responses }: OutboxEntry,
  request: OutboxRequest,
  fraction: number,
): number {
  const getFileBytes = ([, value]: OutboxFormField) => (isFileField(value) ? (files[value.file]?.size ?? 0) : 0)
  const sumBytes = (all: readonly OutboxRequest[]) =>
    all.flatMap(({ form = [] }) => form).reduce((sum, field) => sum + getFileBytes(field), 0)
  const totalBytes = sumBytes(requests)
  const sentBytes = sumBytes(requests.slice(0, responses.length)) + fraction * sumBytes([request])
  return totalBytes > 0 ? sentBytes / totalBytes : fraction
}

/** Returns true for the error of a request; false for an abort, or a fault of this page. */
export const isRequestError = (error: unknown): error is OutboxRequestError =>
  error instanceof Error && 'status' in error && 'code' in error

/**
 * Classifies the error of a request. `later`: a repeat may succeed. `done`: nothing is left to do. `refused`: the member
 * decides.
 */
export function classifyOutboxFailure(error: unknown, { doneCodes = [] }: OutboxRequest): 'later' | 'done' | 'refused' {
  if (error instanceof DOMException && error.name === 'AbortError') return 'later'
  if (!isRequestError(error)) return 'refused'
  if (doneCodes.includes(error.code)) return 'done'
  const isTransient = error.code === 'offline' || [401, 408, 429].includes(error.status) || error.status >= 502
  return isTransient ? 'later' : 'refused'
}

/** Returns the time during which a request must not be repeated after this error. */
export const getRetryAfterMs = (error: unknown): number =>
  isRequestError(error) ? Math.min(error.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS) : 0

/** Converts the error of a refused request. */
export function toOutboxRefusal(error: unknown): OutboxRefusal {
  if (isRequestError(error)) {
    const { status, code, message, fields } = error
    return { status, code, message, ...(fields && { fields }) }
  }
  return error instanceof MissingReferenceError ? DEPENDENCY_REFUSAL : UNKNOWN_REFUSAL
}
