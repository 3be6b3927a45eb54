import { setTimeout as delay } from 'node:timers/promises'

type PostUpdate<Event> = { postId: string; rev: number; event: Event }

export type PostUpdateThrottle<Event> = {
  /**
   * Sends the update now, or after the pause that follows the one before. Of several that wait, only that with the highest
   * `rev` is sent, with what `retainEarlier` keeps of the others.
   */
  update(update: PostUpdate<Event>): void
  /** Drops the waiting update of a post. One that is being sent is not stopped. */
  cancel(postId: string): void
}

const MIN_PAUSE_MS = 100
const MAX_PAUSE_MS = 2_000
/** So sending the updates of a post takes at most a fifth of the time, unless the longest pause cuts this one. */
const PAUSE_TO_SENDING_RATIO = 4

/** Returns the pause after an update that took `sendingMs` to send. */
export const toPauseMs = (sendingMs: number): number =>
  Math.min(Math.max(PAUSE_TO_SENDING_RATIO * sendingMs, MIN_PAUSE_MS), MAX_PAUSE_MS)

/**
 * Creates a throttle that sends at most ten updates of a post per second, and fewer if sending takes long: the first at once,
 * and always the latest at the end. Clients ignore a `rev` that is not newer. `send` resolves when the update is sent, and must not reject.
 * After `stopped` is aborted, nothing is sent.
 */
export function createPostUpdateThrottle<Event>(
  send: (update: PostUpdate<Event>) => Promise<void>,
  stopped: AbortSignal,
  retainEarlier: (event: Event, earlier: Event) => Event = (event) => event,
): PostUpdateThrottle<Event> {
  const running = new Map<string, { next: PostUpdate<Event> | undefined }>()

  async function run(postId: string, post: { next: PostUpdate<Event> | undefined }): Promise<void> {
    while (post.next && !stopped.aborted) {
      const update = post.next
      post.next = undefined
      const startedAt = performance.now()
      await send(update)
      await delay(toPauseMs(performance.now() - startedAt))
    }
    running.delete(postId)
  }

  return {
    update(update) {
      const post = running.get(update.postId)
      if (!post) {
        const first = { next: update }
        running.set(update.postId, first)
        void run(update.postId, first)
      } else if (!post.next) post.next = update
      else if (post.next.rev < update.rev) {
        post.next = { ...update, event: retainEarlier(update.event, post.next.event) }
      }
    },
    cancel(postId) {
      const post = running.get(postId)
      if (post) post.next = undefined
    },
  }
}
