import { offline, toApiError, unreadable } from './api-error.ts'
import { countRunning } from './running.ts'

export type Outgoing = {
  method: string
  /** Below `/api`. */
  path: string
  /** JSON, or a form that is sent as it is. */
  body?: unknown
  token?: string | null
  /** What names this attempt to create something. */
  key?: string | undefined
  signal?: AbortSignal | undefined
  /** Told which share of the body has left, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

/** One request to the product's API, and its parsed answer. @throws ApiError */
export const send = (request: Outgoing): Promise<unknown> => countRunning(() => sendAndRead(request))

async function sendAndRead(request: Outgoing): Promise<unknown> {
  const response = await reach(request)
  if (!response.ok) throw await toApiError(response)
  const text = await response.text().catch((cause) => stopped(cause, request))
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch (cause) {
    throw unreadable(response.status, cause)
  }
}

async function reach(request: Outgoing): Promise<Response> {
  const { method, path, body, token, key, signal, onProgress } = request
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (key) headers.set('idempotency-key', key)
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm) headers.set('content-type', 'application/json')
  const content = isForm ? body : body === undefined ? null : JSON.stringify(body)
  try {
    if (onProgress) {
      const { fetchWithProgress } = await import('./fetch-with-progress.ts')
      return await fetchWithProgress(`/api${path}`, { method, headers, body: content as FormData, signal, onProgress })
    }
    return await fetch(`/api${path}`, { method, headers, body: content, signal: signal ?? null })
  } catch (cause) {
    return stopped(cause, request)
  }
}

/** Whoever cancelled wants to hear just that; everything else means that no answer came. */
function stopped(cause: unknown, { signal }: Outgoing): never {
  if (signal?.aborted && (cause as Error).name === 'AbortError') throw cause
  throw offline(cause)
}
