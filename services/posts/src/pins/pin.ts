import { type Actor, type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { DomainError } from '@meadow/service'

/** A member pins or unpins a post; `eventId` is the id of the event. */
export type PostPin = { postId: string; by: Actor; isPinned: boolean; at: Date; eventId: string }

/** A post to be pinned: `isVisible`: the member may see it; `isPlainShare`: it is a share without a comment; `isPinned`: it is pinned now. */
export type PinnablePost = {
  authorId: string
  rev: number
  isVisible: boolean
  isPlainShare: boolean
  isPinned: boolean
}

/**
 * Decides whether a member may pin or unpin a post, which is undefined if it does not exist. Returns the `rev` of the post after it, and the
 * event; undefined if nothing changes. A share without a comment has no page of its own, so it is not found.
 * @throws post_not_found | not_your_post
 */
export function planPostPin(
  post: PinnablePost | undefined,
  { postId, by, isPinned, at, eventId }: PostPin,
): { rev: number; event: DomainEvent } | undefined {
  if (!post?.isVisible || post.isPlainShare) throw new DomainError('post_not_found')
  if (post.authorId !== by._id) throw new DomainError('not_your_post')
  if (post.isPinned === isPinned) return undefined
  const rev = post.rev + 1
  const event = createEvent(events.postPinned, {
    source: 'posts',
    subject: postId,
    id: eventId,
    time: at,
    data: { authorId: by._id, isPinned, rev },
  })
  return { rev, event }
}
