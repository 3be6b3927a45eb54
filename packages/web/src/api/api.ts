import { tokenAfter } from '../session/renewal.ts'
import { readSession } from '../session/stored-session.ts'
import { ApiError } from './api-error.ts'
import { send } from './send.ts'
import type { AnswerOf, CallKey, InputOf } from './types.ts'

type Loose = {
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
export async function api<K extends CallKey>(call: K, ...[input]: InputOf<K>): Promise<AnswerOf<K>> {
  const { params, query, body, key, signal, onProgress }: Loose = input ?? {}
  const [method = '', pattern = ''] = call.split(' ')
  const request = { method, path: fill(pattern, params) + search(query), body, key, signal, onProgress }
  const { token } = readSession()
  const answer = await send({ ...request, token }).catch(async (error: unknown) => {
    const renewed = error instanceof ApiError ? await tokenAfter(error, token) : undefined
    if (!renewed) throw error
    return send({ ...request, token: renewed })
  })
  return answer as AnswerOf<K>
}

const fill = (pattern: string, params: Loose['params']) =>
  pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))

function search(query: Loose['query']): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) given.set(name, String(value))
  }
  return given.size === 0 ? '' : `?${given}`
}
