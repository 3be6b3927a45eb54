import { type Actor, events, type TextFacet } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { findPreviewedUrl } from '@meadow/link-preview'
import { DomainError } from '@meadow/service'
import { toPostSocketView } from '../posts/changed-post.ts'
import type { LinkPreviewPlan, PreviewedPost } from './link-preview-change.ts'

/** A request of the member `by` to remove the link preview of a post, or to show it again. `eventId` is the id of the event it causes. */
export type LinkPreviewRemoval = { postId: string; by: Actor; isRemoved: boolean; at: Date; eventId: string }

/**
 * Decides whether a new post is published without the preview of its link. `linkWithoutPreview` is the link whose preview its author saw and
 * left out: they may have replaced it with another link since. Without it, every link is meant.
 */
export const leavesOutLinkPreview = (
  {
    isLinkPreviewRemoved = false,
    linkWithoutPreview,
  }: { isLinkPreviewRemoved?: boolean | undefined; linkWithoutPreview?: string | undefined },
  facets: readonly TextFacet[],
): boolean =>
  isLinkPreviewRemoved && (linkWithoutPreview === undefined || findPreviewedUrl(facets) === linkWithoutPreview)

/**
 * Plans the removal of the link preview of a post, or the end of a removal. `stored` is undefined if there is no such post. A removal also
 * holds for every later text of the post. After its end, the worker finds the preview again. Returns undefined if nothing changes.
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
