import { pageConnectivity } from '../connectivity/page-connectivity.ts'
import { createOfflineError, createUnreadableResponseError, toApiError } from './api-error.ts'
import { recordServerTime } from './server-clock.ts'

export type ApiRequest = {
  method: string
  /** The path below `/api`. */
  path: string
  /** A JSON value or a form. */
  body?: unknown
  token?: string | null
  /** The client key: the `Idempotency-Key` header. */
  key?: string | undefined
  signal?: AbortSignal | undefined
  /** Receives the uploaded share of the body, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

let pendingCalls = 0

/** Sends a request to the API. Returns the parsed response. @throws ApiError */
export const sendRequest = (request: ApiRequest): Promise<unknown> => trackPendingCall(() => sendAndRead(request))

async function sendAndRead(request: ApiRequest): Promise<unknown> {
  const response = await fetchResponse(request)
  pageConnectivity.reportResponse()
  recordServerTime(response.headers.get('date'))
  if (!response.ok) throw await toApiError(response)
  const text = await response.text().catch((cause) => throwNetworkError(cause, request))
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch (cause) {
    throw createUnreadableResponseError(response.status, cause)
  }
}

async function fetchResponse(request: ApiRequest): Promise<Response> {
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
    const early = method === 'GET' ? takeEarlyResponse(`/api${path}`, token) : undefined
    return await (early ?? fetch(`/api${path}`, { method, headers, body: content, signal: signal ?? null }))
  } catch (cause) {
    return throwNetworkError(cause, request)
  }
}

/** Rethrows an abort by the caller. Any other failure means that there is no response. @throws ApiError */
function throwNetworkError(cause: unknown, { signal }: ApiRequest): never {
  if (signal?.aborted && (cause as Error).name === 'AbortError') throw cause
  pageConnectivity.reportNoResponse()
  throw createOfflineError(cause)
}

/** Returns the number of calls without a response yet. */
export const countPendingCalls = (): number => pendingCalls

/** Counts a call as pending until it settles. */
export async function trackPendingCall<T>(call: () => Promise<T>): Promise<T> {
  pendingCalls += 1
  try {
    return await call()
  } finally {
    pendingCalls -= 1
  }
}

/** After this time since the navigation, the page may know newer data than the response has. */
const MAX_PAGE_AGE_MS = 30_000

type EarlyRequest = { token: string; response: Promise<Response> }
type PageGlobal = { meadowEarlyRequests?: Map<string, EarlyRequest> }

/**
 * Takes the response to a request that the inline script of the document sent before the scripts of the page ran
 * (frontends/shell/public/head.js). Each can be taken once. Undefined if there is none, if it was of another token, or if the page is no longer new.
 */
function takeEarlyResponse(address: string, token: string | null | undefined): Promise<Response> | undefined {
  const { meadowEarlyRequests } = globalThis as PageGlobal
  const early = meadowEarlyRequests?.get(address)
  meadowEarlyRequests?.delete(address)
  return early?.token === token && performance.now() < MAX_PAGE_AGE_MS ? early?.response : undefined
}
