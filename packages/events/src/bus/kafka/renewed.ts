import { toOutage } from './outage.ts'

type Connection = { connect(): Promise<void>; disconnect(): Promise<void> }

export type Renewed<T> = AsyncDisposable & {
  /** Does something with it, connected. After a failure the next use has a fresh one. */
  use<Result>(work: (connection: T) => Promise<Result>): Promise<Result>
}

/** Connects when it is first used; what has failed once is given up, since nobody knows in which state it is. */
export function renewed<T extends Connection>(
  create: () => T,
  prepare: () => Promise<void> = async () => {},
): Renewed<T> {
  let current: Promise<T> | undefined

  async function open(): Promise<T> {
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

  async function close(opened: Promise<T> | undefined): Promise<void> {
    await opened?.then((connection) => connection.disconnect()).catch(() => {})
  }

  return {
    async use(work) {
      current ??= open()
      const mine = current
      try {
        return await work(await mine)
      } catch (error) {
        if (current === mine) {
          current = undefined
          void close(mine)
        }
        throw toOutage(error)
      }
    },
    [Symbol.asyncDispose]: () => close(current),
  }
}
