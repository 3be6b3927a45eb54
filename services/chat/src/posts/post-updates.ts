import { setTimeout as delay } from 'node:timers/promises'

/** How a post is now. */
export type Moved<State> = { postId: string; rev: number; state: State }

export type PostUpdates<State> = {
  moved(update: Moved<State>): void
  /** What waits to be told of this post is told no more. */
  forget(postId: string): void
}

/** Ten times a second. */
const BETWEEN_MS = 100

/**
 * Tells how posts move: of each at most ten times a second, however often it does, and in the end how it is. The first is
 * told at once. `say` never throws.
 */
export function createPostUpdates<State>(say: (update: Moved<State>) => Promise<void>): PostUpdates<State> {
  const running = new Map<string, { next: Moved<State> | undefined }>()

  async function run(postId: string, post: { next: Moved<State> | undefined }): Promise<void> {
    while (post.next) {
      const update = post.next
      post.next = undefined
      await Promise.all([say(update), delay(BETWEEN_MS)])
    }
    running.delete(postId)
  }

  return {
    moved(update) {
      const post = running.get(update.postId)
      if (!post) {
        const first = { next: update }
        running.set(update.postId, first)
        void run(update.postId, first)
      } else if (!post.next || post.next.rev < update.rev) post.next = update
    },
    forget(postId) {
      const post = running.get(postId)
      if (post) post.next = undefined
    },
  }
}
