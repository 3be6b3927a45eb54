import type { CommentView } from '@meadow/contracts/browser'

/**
 * Splits comments, newest first, into those that arrived after `newestSeenId` and would move what is read, and the others. What the viewer
 * wrote is shown at once. Ids are in the order of their times.
 */
export function splitNewComments(
  comments: readonly CommentView[],
  newestSeenId: string | undefined,
  viewerId: string | undefined,
): { held: CommentView[]; shown: CommentView[] } {
  const isHeld = ({ _id, user }: CommentView) =>
    newestSeenId !== undefined && _id > newestSeenId && user._id !== viewerId
  return { held: comments.filter(isHeld), shown: comments.filter((comment) => !isHeld(comment)) }
}
