import type { Logger } from '@meadow/service'

/** Commits offsets beside the handling of events, one request at a time. */
export type OffsetCommits = {
  /** Requests a commit of all offsets that are resolved when it runs. Of several requests that wait, the last one runs. */
  request(commit: () => Promise<void>): void
  /** Waits until no commit runs or waits. */
  whenIdle(): Promise<void>
}

/**
 * Creates the commits of one consumer. Nobody needs to wait for them: the effects are committed already, and the inbox drops the
 * repeats that a lost commit causes. A commit that fails is part of the next one; a consumer that is no longer in its group
 * learns it from its heartbeat.
 */
export function createOffsetCommits(log: Pick<Logger, 'debug'>): OffsetCommits {
  let next: (() => Promise<void>) | undefined
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (next) {
      const commit = next
      next = undefined
      await commit().catch((error) => log.debug({ err: error }, 'offsets could not be committed'))
    }
    running = undefined
  }

  return {
    request(commit) {
      next = commit
      running ??= run()
    },
    whenIdle: async () => running,
  }
}
