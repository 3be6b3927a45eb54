import type { ApiResponse, CallKey } from '../api/call-types.ts'

type FakeApiCall = {
  key: string
  path: string
  query: URLSearchParams
  body: unknown
  token: string | undefined
  clientKey: string | undefined
}
type FakeErrorResponse = { status: number; code?: string; error?: string; fields?: Record<string, string> }
type FakeApiResponse<K extends CallKey> = ApiResponse<K> | { refuse: FakeErrorResponse } | 'no network'
type FakeApiHandlers = { [K in CallKey]?: (calls: FakeApiCall) => FakeApiResponse<K> | Promise<FakeApiResponse<K>> }

export type FakeApi = {
  /** All calls, oldest first. */
  readonly calls: FakeApiCall[]
  /** Returns the last call with this key. */
  last(key: CallKey): FakeApiCall | undefined
  /** Returns the number of calls with this key. */
  count(key: CallKey): number
  /** Replaces handlers. */
  respondWith(more: FakeApiHandlers): void
}

/**
 * Replaces `fetch` by a fake API: `fakeApi({ 'GET /auth/me': () => aMember() })`. A handler may return an error,
 * `{ refuse: { status, code } }`, or `'no network'`. A call without a handler fails with 404.
 */
export function fakeApi(handlers: FakeApiHandlers = {}): FakeApi {
  const calls: FakeApiCall[] = []
  const current: FakeApiHandlers = { ...handlers }
  globalThis.fetch = async (address, init = {}) => {
    const { pathname, searchParams } = new URL(String(address), 'http://meadow.test')
    const path = pathname.replace(/^\/api/, '')
    const headers = new Headers(init.headers)
    const key = findCallKey(current, init.method ?? 'GET', path)
    const call: FakeApiCall = {
      key: key ?? `${init.method} ${path}`,
      path,
      query: searchParams,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      token: headers.get('authorization')?.replace('Bearer ', ''),
      clientKey: headers.get('idempotency-key') ?? undefined,
    }
    calls.push(call)
    const reply: unknown = key
      ? await (current[key] as (call: FakeApiCall) => unknown)(call)
      : { refuse: { status: 404, code: 'not_found', error: 'There is nothing at this address' } }
    init.signal?.throwIfAborted()
    return toResponse(reply)
  }
  globalThis.XMLHttpRequest = FetchBackedXmlHttpRequest as unknown as typeof XMLHttpRequest
  return {
    calls,
    last: (key) => calls.findLast((call) => call.key === key),
    count: (key) => calls.filter((call) => call.key === key).length,
    respondWith: (more) => void Object.assign(current, more),
  }
}

/** An XMLHttpRequest that uses the fake `fetch`, for uploads with progress. */
class FetchBackedXmlHttpRequest {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  status = 0
  responseText = ''
  #address = ''
  #init: RequestInit & { headers: Headers } = { headers: new Headers() }

  open(method: string, address: string) {
    this.#address = address
    this.#init.method = method
  }
  setRequestHeader(name: string, value: string) {
    this.#init.headers.set(name, value)
  }
  abort() {
    this.onabort()
  }
  async send(body: FormData) {
    this.upload.onprogress?.({ loaded: 1, total: 2 })
    try {
      const response = await fetch(this.#address, { ...this.#init, body })
      this.status = response.status
      this.responseText = await response.text()
      this.onload()
    } catch {
      this.onerror()
    }
  }
}

/** Finds the handler of a path. Literal segments win over parameters, like in a router. */
function findCallKey(handlers: FakeApiHandlers, method: string, path: string): CallKey | undefined {
  const matching = (Object.keys(handlers) as CallKey[]).filter((key) => {
    const [keyMethod, pattern = ''] = key.split(' ')
    return keyMethod === method && new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path)
  })
  return matching.sort((one, other) => one.split(':').length - other.split(':').length)[0]
}

function toResponse(reply: unknown): Response {
  if (reply === 'no network') throw new TypeError('Failed to fetch')
  const { refuse } = (reply ?? {}) as { refuse?: FakeErrorResponse }
  if (!refuse) return Response.json(reply)
  const { status, ...body } = refuse
  return Response.json(body, { status })
}
