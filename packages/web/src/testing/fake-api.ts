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
type FakeApiHandlers = { [K in CallKey]?: (seen: FakeApiCall) => FakeApiResponse<K> | Promise<FakeApiResponse<K>> }

export type FakeApi = {
  /** Every call that was made, oldest first. */
  readonly calls: FakeApiCall[]
  /** The newest of one kind. */
  last(key: CallKey): FakeApiCall | undefined
  /** How often a call was made. */
  count(key: CallKey): number
  /** Answers differently from now on. */
  respondWith(more: FakeApiHandlers): void
}

/**
 * Puts a network in place of `fetch`: `fakeApi({ 'GET /auth/me': () => aMember() })`. An answer may `{ refuse: { status,
 * code } }` or be `'no network'`; a call without an answer is refused with 404.
 */
export function fakeApi(answers: FakeApiHandlers = {}): FakeApi {
  const seen: FakeApiCall[] = []
  const current: FakeApiHandlers = { ...answers }
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
    seen.push(call)
    const reply: unknown = key
      ? await (current[key] as (call: FakeApiCall) => unknown)(call)
      : { refuse: { status: 404, code: 'not_found', error: 'There is nothing at this address' } }
    init.signal?.throwIfAborted()
    return toResponse(reply)
  }
  globalThis.XMLHttpRequest = FetchBackedXmlHttpRequest as unknown as typeof XMLHttpRequest
  return {
    calls: seen,
    last: (key) => seen.findLast((call) => call.key === key),
    count: (key) => seen.filter((call) => call.key === key).length,
    respondWith: (more) => void Object.assign(current, more),
  }
}

/** What sends forms and tells how far they are, on the same network. */
class FetchBackedXmlHttpRequest {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload = () => {}
  onerror = () => {}
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
  abort() {}
  async send(body: FormData) {
    this.upload.onprogress?.({ loaded: 1, total: 2 })
    try {
      const answer = await fetch(this.#address, { ...this.#init, body })
      this.status = answer.status
      this.responseText = await answer.text()
      this.onload()
    } catch {
      this.onerror()
    }
  }
}

/** Fixed words win over names, as in a router. */
function findCallKey(answers: FakeApiHandlers, method: string, path: string): CallKey | undefined {
  const fitting = (Object.keys(answers) as CallKey[]).filter((key) => {
    const [its, pattern = ''] = key.split(' ')
    return its === method && new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path)
  })
  return fitting.sort((one, other) => one.split(':').length - other.split(':').length)[0]
}

function toResponse(reply: unknown): Response {
  if (reply === 'no network') throw new TypeError('Failed to fetch')
  const { refuse } = (reply ?? {}) as { refuse?: FakeErrorResponse }
  if (!refuse) return Response.json(reply)
  const { status, ...body } = refuse
  return Response.json(body, { status })
}
