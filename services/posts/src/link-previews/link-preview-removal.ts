import { type Actor, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { toPostSocketView } from '../posts/changed-post.ts'
import type { LinkPreviewPlan, PreviewedPost } from './link-preview-change.ts'

/** The author removes the preview of the links of a post, or shows it again. `eventId` is the id of the event of the change. */
export type LinkPreviewRemoval = { postId: string; by: Actor; isRemoved: boolean; at: Date; eventId: string }

/**
 * Plans the removal of the preview of a post, which is undefined if it does not exist, or its end. A removal holds for every later text of
 * the post. After its end the preview is found again by the worker. Returns undefined if nothing changes.
 * @throws post_not_found if the member may not see the post, even if it is their own; not_your_post
 */
export function planLinkPreviewRemoval(
  stored: (PreviewedPost & { isVisible: boolean }) | undefined,
  { postId, by, isRemoved, at, eventId }: LinkPreviewRemoval,
): LinkPreviewPlan | undefined {
  if (!stored?.isVisible) throw new DomainError('post_not_found')
  if (stored.post.authorId !== by._id) throw new DomainError('not_your_post')
  if (stored.isRemoved === isRemoved) return undefined
  const post = { ...stored.post, rev: stored.post.rev + 1 }
  const view = { ...toPostSocketView(post), isLinkPreviewRemoved: isRemoved, ...(isRemoved && { linkPreview: null }) }
  const data = { authorId: post.authorId, view, rev: post.rev }
  return {
    post,
    event: createEvent(events.postLinkPreviewed, { source: 'posts', subject: postId, id: eventId, time: at, data }),
  }
}
