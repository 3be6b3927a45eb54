import type { Background } from '@meadow/service'
import { pause } from '@meadow/storage'
import { type JanitorParts, mediaJanitor } from './janitor.ts'
import type { Removals } from './removals.ts'

const ROUND_MS = 15_000

export type MediaSweep = Background & {
  /** Files wait to be removed: do it now. */
  wake(): void
}

/** Removes the files of forgotten pictures, again and again until they are gone, and what was never used. */
export function mediaSweep(parts: JanitorParts & { removals: Removals }): MediaSweep {
  const { removals, files, log, now } = parts
  const clearAway = mediaJanitor(parts)
  let ended = new AbortController()
  let nap = new AbortController()
  let running = Promise.resolve()

  async function removeAll(): Promise<void> {
    for (let isMore = true; isMore && !ended.signal.aborted; ) {
      const { due, failed } = await removals.removeDue(now(), (path) => files.remove(path))
      if (failed > 0) log.warn({ failed }, 'files of forgotten pictures could not be removed, trying again')
      isMore = due > 0
    }
  }

  async function run(): Promise<void> {
    while (!ended.signal.aborted) {
      nap = new AbortController()
      await clearAway(ended.signal)
      await removeAll().catch((error) => log.warn({ err: error }, 'the media sweep failed, trying again'))
      await pause(ROUND_MS, AbortSignal.any([ended.signal, nap.signal]))
    }
  }

  return {
    name: 'media sweep',
    wake: () => nap.abort(),
    async start() {
      ended = new AbortController()
      running = run()
    },
    async stop() {
      ended.abort()
      await running
    },
  }
}
