import { toOutageError } from './kafka-outage.ts'

type KafkaConnection = { connect(): Promise<void>; disconnect(): Promise<void> }

export type ReconnectingClient<T> = AsyncDisposable & {
  /** Runs `work` with a connected client. After a failure the next call connects a new one. */
  use<Result>(work: (connection: T) => Promise<Result>): Promise<Result>
}

/**
 * Creates a client that connects at first use, after `prepare`. It drops a connection after any failure, because the state
 * of such a connection is unknown.
 */
export function createReconnectingClient<T extends KafkaConnection>(
  create: () => T,
  prepare: () => Promise<void> = async () => {},
): ReconnectingClient<T> {
  let current: Promise<T> | undefined

  async function connect(): Promise<T> {
    await prepare()
    const connection = create()
    try {
      await connection.connect()
      return connection
    } catch (error) {
      void connection.disconnect().catch(() => {})
      throw error
    }
  }

  async function disconnect(connecting: Promise<T> | undefined): Promise<void> {
    await connecting?.then((connection) => connection.disconnect()).catch(() => {})
  }

  return {
    async use(work) {
      current ??= connect()
      const connecting = current
      try {
        return await work(await connecting)
      } catch (error) {
        if (current === connecting) {
          current = undefined
          void disconnect(connecting)
        }
        throw toOutageError(error)
      }
    },
    [Symbol.asyncDispose]: () => disconnect(current),
  }
}
