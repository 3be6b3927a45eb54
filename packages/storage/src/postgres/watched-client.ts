import { Socket } from 'node:net'
import pg from 'pg'

/** The longest silence of a server that has statements to answer. The server itself ends a statement earlier. */
const RESPONSE_TIMEOUT_MS = 5_000

type QueryArguments = [query: unknown, values?: unknown, callback?: unknown]
type QueryCallback = (error: Error, result: pg.QueryResult) => void

/**
 * Creates the class of clients that close their connection when the server is silent: all statements that were sent then fail with
 * `Query read timeout`, an outage. A query with a `query_timeout` of its own is left to `pg`.
 *
 * The option `query_timeout` of `pg` would do the same. But it replaces the callback of each query, and then V8 keeps the results
 * until a full collection. That took a fifth of the processor time of a home page.
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

    override query(...given: QueryArguments): never {
      const [query, values, callback] = given
      const send: (...given: QueryArguments) => unknown = super.query.bind(this)
      if (typeof Object(query).query_timeout === 'number') return send(...given) as never
      this.#onSent()
      if (typeof callback === 'function') {
        return send(query, values, (...outcome: Parameters<QueryCallback>) => {
          this.#onAnswer()
          callback(...outcome)
        }) as never
      }
      const answer = send(query, values) as Promise<unknown>
      const onAnswer = () => this.#onAnswer()
      answer.then(onAnswer, onAnswer)
      return answer as never
    }

    #onSent(): void {
      this.#unanswered += 1
      if (this.#unanswered === 1) this.#startTimer()
    }

    #onAnswer(): void {
      this.#unanswered -= 1
      if (this.#unanswered > 0) this.#startTimer()
    }

    /** Moves the timer, which runs on when all is answered: that costs less than to end it. */
    #startTimer(): void {
      if (this.#timer) this.#timer.refresh()
      else this.#timer = setTimeout(() => this.#onTimeout(), responseTimeoutMs).unref()
    }

    #onTimeout(): void {
      if (this.#unanswered > 0) this.#socket.destroy(new Error('Query read timeout'))
    }
  }
