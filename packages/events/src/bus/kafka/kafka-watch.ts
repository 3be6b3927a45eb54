import type { Consumer } from 'kafkajs'

type Parts = {
  /** It reads, or could if there was something. */
  working(): void
  /** Is a batch being handled? Then nothing is fetched meanwhile. */
  isBusy(): boolean
  quietMs: number
  over: AbortSignal
}

/** A consumer gave no sign of life for too long. */
export class Quiet extends Error {
  override name = 'Quiet'
}

/**
 * Watches over a consumer: `end` rejects when it crashes, or is quiet (no heartbeat, or neither asks for events nor
 * handles any), and resolves when it is over.
 */
export function watchOver(consumer: Consumer, { working, isBusy, quietMs, over }: Parts) {
  const { promise: end, resolve, reject } = Promise.withResolvers<void>()
  end.catch(() => {}) // it may crash before anybody waits for it
  const { HEARTBEAT, FETCH, GROUP_JOIN, CRASH } = consumer.events
  let heartbeat = Date.now()
  let progress = heartbeat
  const beats = () => {
    heartbeat = Date.now()
  }
  const reads = () => {
    progress = Date.now()
    working()
  }

  function look(): void {
    if (isBusy()) progress = Date.now()
    const quiet = Date.now() - Math.min(heartbeat, progress)
    if (quiet > quietMs) reject(new Quiet(`No sign of life for ${Math.round(quiet / 1_000)} s`))
  }

  const looking = setInterval(look, Math.min(1_000, quietMs / 2))
  const listening = [
    consumer.on(HEARTBEAT, beats),
    consumer.on(GROUP_JOIN, beats),
    consumer.on(FETCH, reads),
    consumer.on(CRASH, ({ payload }) => reject(payload.error)),
  ]
  const ends = () => resolve()
  over.addEventListener('abort', ends)
  if (over.aborted) resolve()

  return {
    end,
    stop() {
      clearInterval(looking)
      over.removeEventListener('abort', ends)
      for (const unlisten of listening) unlisten()
    },
  }
}
