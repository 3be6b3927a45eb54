import { Socket } from 'node:net'
import pg from 'pg'

/** The longest time in which a server completes no statement, while it has some. The server itself ends a statement earlier. */
const RESPONSE_TIMEOUT_MS = 5_000

type QueryArguments = [query: unknown, values?: unknown, callback?: unknown]
type QueryCallback = (error: Error | undefined, result: pg.QueryResult) => void

/**
 * Creates the class of the clients of a pool with a `connectionString`. Such a client closes its connection when the server completes no
 * statement for 5 s while it has some: all of them then fail with `Query read timeout`, which `isPostgresOutage` recognises. A query
 * with a `query_timeout` of its own is left to `pg`.
 *
 * The option `query_timeout` of `pg` would do the same. But it replaces the callback of each query, and then V8 keeps the results
 * until a full collection. That took a fifth of the processor time that posts needs for a home page.
 */
export const createWatchedClient = (responseTimeoutMs = RESPONSE_TIMEOUT_MS): typeof pg.Client =>
  class WatchedClient extends pg.Client {
    readonly #socket: Socket
    #timer: NodeJS.Timeout | undefined
    #unanswered = 0

    constructor(config: pg.ClientConfig = {}) {
      const socket = new Socket()
      super({ ...config, stream: () => socket })
      this.#socket = socket
    }

    override query(...args: QueryArguments): never {
      const [query, values, callback] = args
      const send: (...args: QueryArguments) => unknown = super.query.bind(this)
      const { query_timeout: ownTimeout, submit } = Object(query)
      if (ownTimeout || submit || typeof values === 'function') return send(...args) as never
      this.#onSent()
      const onAnswer = () => this.#onAnswer()
      if (typeof callback === 'function') {
        return send(query, values, (...outcome: Parameters<QueryCallback>) => {
          onAnswer()
          callback(...outcome)
        }) as never
      }
      const answer = send(query, values) as Promise<unknown>
      answer.then(onAnswer, onAnswer)
      return answer as never // the overloads of `pg` cannot be written once more
    }

    #onSent(): void {
      this.#unanswered += 1
      if (this.#unanswered === 1) this.#startTimer()
    }

    #onAnswer(): void {
      this.#unanswered -= 1
      if (this.#unanswered > 0) this.#startTimer()
    }

    /** Starts the timer anew. It is not stopped when all is answered, because that costs more. */
    #startTimer(): void {
      if (this.#timer) this.#timer.refresh()
      else this.#timer = setTimeout(() => this.#onTimeout(), responseTimeoutMs).unref()
    }

    #onTimeout(): void {
      if (this.#unanswered > 0) this.#socket.destroy(new Error('Query read timeout'))
    }
  }
