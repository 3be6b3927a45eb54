import { type Actor, type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { DomainError } from '@meadow/service'

/** The deletion of a post by a member, and the id of its event. */
export type PostDeletion = { postId: string; by: Actor; at: Date; eventId: string }

/** A post to be deleted: its revision before the deletion, and whether the member who deletes it may see it. */
type DeletablePost = { authorId: string; rev: number; isVisible: boolean }

/**
 * Decides whether a member may delete a post, which is undefined if it does not exist. Returns the event of the deletion.
 * @throws post_not_found if there is none or the member may not see it, even if it is their own; not_your_post if another wrote it
 */
export function planPostDeletion(
  post: DeletablePost | undefined,
  { postId, by, at, eventId }: PostDeletion,
): DomainEvent {
  if (!post?.isVisible) throw new DomainError('post_not_found')
  if (post.authorId !== by._id) throw new DomainError('not_your_post')
  return toPostDeletedEvent(post, { postId, at, eventId })
}

/** Creates the event of a deletion; `post` is the state before it. */
export const toPostDeletedEvent = (
  { authorId, rev }: Pick<DeletablePost, 'authorId' | 'rev'>,
  { postId, at, eventId }: Omit<PostDeletion, 'by'>,
): DomainEvent =>
  createEvent(events.postDeleted, {
    source: 'posts',
    subject: postId,
    id: eventId,
    time: at,
    data: { authorId, rev: rev + 1 },
  })
