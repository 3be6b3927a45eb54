import { readStoredSession } from '../session/stored-session.ts'
import { recoverToken } from '../session/token-renewal.ts'
import { ApiError } from './api-error.ts'
import type { ApiInput, ApiResponse, CallKey } from './call-types.ts'
import { sendRequest } from './send-request.ts'

type UntypedInput = {
  params?: Record<string, string>
  query?: Record<string, string | number | null | undefined>
  body?: unknown
  key?: string
  signal?: AbortSignal
  onProgress?: (share: number) => void
}

/**
 * Makes an API call: `api('POST /posts/:id/comments', { params: { id }, body: { text } })`. Sends the access token, and
 * renews it once if it has expired. Calls that create something take a client key (`useClientKey`) against duplicates.
 * @throws ApiError
 */
export async function api<K extends CallKey>(call: K, ...[input]: ApiInput<K>): Promise<ApiResponse<K>> {
  const { params, query, body, key, signal, onProgress }: UntypedInput = input ?? {}
  const [method = '', pattern = ''] = call.split(' ')
  const request = { method, path: fillPath(pattern, params) + toQueryString(query), body, key, signal, onProgress }
  const { token } = readStoredSession()
  const response = await sendRequest({ ...request, token }).catch(async (error: unknown) => {
    const renewed = error instanceof ApiError ? await recoverToken(error, token) : undefined
    if (!renewed) throw error
    return sendRequest({ ...request, token: renewed })
  })
  return response as ApiResponse<K>
}

const fillPath = (pattern: string, params: UntypedInput['params']) =>
  pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))

function toQueryString(query: UntypedInput['query']): string {
  const searchParams = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) searchParams.set(name, String(value))
  }
  return searchParams.size === 0 ? '' : `?${searchParams}`
}
