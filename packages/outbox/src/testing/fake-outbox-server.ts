import type { OutboxRequestError, ResolvedOutboxRequest, SendOutboxRequest } from '../send/outbox-request.ts'

type ReceivedRequest = ResolvedOutboxRequest & { memberId: string }
/** Outcome of a request: an error without an effect, or an effect whose response is lost. */
type AttemptResult = OutboxRequestError | 'lost response' | 'ok'

/** Creates the error of a request, as the API client throws it. */
export const createRequestError = ({
  message,
  ...fields
}: Pick<OutboxRequestError, 'status' | 'code' | 'message' | 'retryAfterMs'>): OutboxRequestError =>
  Object.assign(new Error(message), fields)

export const offlineError = createRequestError({ status: 0, code: 'offline', message: 'offline' })
export const rejectionError = createRequestError({ status: 403, code: 'not_mutual', message: 'Not allowed' })

type FakeOutboxServer = {
  /** The requests that had an effect, oldest first. */
  readonly received: ReceivedRequest[]
  /** The number of attempts. */
  attempts: number
  /** The results of the next attempts; all later ones succeed. */
  results: AttemptResult[]
  isOnline: boolean
  /** Returns the contents of the requests that had an effect. */
  texts: () => string[]
  send: SendOutboxRequest
}

/** Creates a fake server that performs each request once for each client key. */
export function createFakeOutboxServer(): FakeOutboxServer {
  const received: ReceivedRequest[] = []
  const responses = new Map<string, unknown>()

  const perform = (request: ReceivedRequest): unknown => {
    const key = request.key ?? `${request.method} ${request.path} ${JSON.stringify(request.body)}`
    if (!responses.has(key)) {
      received.push(request)
      responses.set(key, { message: { _id: `server-${received.length}` } })
    }
    return responses.get(key)
  }
  const server: FakeOutboxServer = {
    received,
    attempts: 0,
    results: [],
    isOnline: true,
    texts: () => received.map(({ body }) => (body as { content: string }).content),
    async send(request, { memberId, signal }) {
      server.attempts += 1
      signal.throwIfAborted()
      const result = server.isOnline ? (server.results.shift() ?? 'ok') : offlineError
      if (result instanceof Error) throw result
      const response = perform({ ...request, memberId })
      await Promise.resolve()
      if (result === 'lost response') throw offlineError
      return response
    },
  }
  return server
}
