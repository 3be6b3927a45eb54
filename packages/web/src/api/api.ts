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
 * Makes a call: `api('POST /posts/:id/comments', { params: { id }, body: { text } })`. The token goes along and is
 * renewed once when it has expired. Calls that create take a `key` (`useClientKey`), so that a repeat creates nothing twice.
 * @throws ApiError
 */
export async function api<K extends CallKey>(call: K, ...[input]: ApiInput<K>): Promise<ApiResponse<K>> {
  const { params, query, body, key, signal, onProgress }: UntypedInput = input ?? {}
  const [method = '', pattern = ''] = call.split(' ')
  const request = { method, path: fillPath(pattern, params) + toQueryString(query), body, key, signal, onProgress }
  const { token } = readStoredSession()
  const answer = await sendRequest({ ...request, token }).catch(async (error: unknown) => {
    const renewed = error instanceof ApiError ? await recoverToken(error, token) : undefined
    if (!renewed) throw error
    return sendRequest({ ...request, token: renewed })
  })
  return answer as ApiResponse<K>
}

const fillPath = (pattern: string, params: UntypedInput['params']) =>
  pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))

function toQueryString(query: UntypedInput['query']): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) given.set(name, String(value))
  }
  return given.size === 0 ? '' : `?${given}`
}
