import { setTimeout as delay } from 'node:timers/promises'

type PostUpdate<Event> = { postId: string; rev: number; event: Event }

export type PostUpdateThrottle<Event> = {
  /** Sends the update now, or after the interval; a queued update with a lower `rev` is replaced. */
  update(update: PostUpdate<Event>): void
  /** Drops the queued update of a post. */
  cancel(postId: string): void
}

const UPDATE_INTERVAL_MS = 100

/**
 * Creates a throttle that sends at most ten updates of a post per second: the first at once, the latest in the end.
 * `send` must not reject.
 */
export function createPostUpdateThrottle<Event>(
  send: (update: PostUpdate<Event>) => Promise<void>,
): PostUpdateThrottle<Event> {
  const running = new Map<string, { next: PostUpdate<Event> | undefined }>()

  async function run(postId: string, post: { next: PostUpdate<Event> | undefined }): Promise<void> {
    while (post.next) {
      const update = post.next
      post.next = undefined
      await Promise.all([send(update), delay(UPDATE_INTERVAL_MS)])
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
      } else if (!post.next || post.next.rev < update.rev) post.next = update
    },
    cancel(postId) {
      const post = running.get(postId)
      if (post) post.next = undefined
    },
  }
}
