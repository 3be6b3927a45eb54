import type { ServerToClientEvents } from '@meadow/contracts/browser'
import type { QueryClient } from '@meadow/web'

type PostUpdatedPush = ServerToClientEvents['postUpdated']

/**
 * Calls `apply` with a push of a post, in which the comments that the viewer mutes are marked: at once if it has no text of others, and
 * otherwise when it is known what the viewer mutes. If that cannot be found out, no comment is marked. Pushes may be applied in another order
 * than they came.
 */
export function withMutedMarks(
  cache: QueryClient,
  push: PostUpdatedPush,
  viewerId: string,
  apply: (push: PostUpdatedPush) => void,
): void {
  if (push.content === undefined && push.comments.every(({ user }) => user._id === viewerId)) apply(push)
  else
    void import('./mark-muted.ts')
      .then(({ markMutedPush }) => markMutedPush(cache, push, viewerId))
      .catch(() => push)
      .then(apply)
}
