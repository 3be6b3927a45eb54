import { type DomainEvent, events, type PostSocketView, type TextFacet, toPictureAddress } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { findPreviewedUrl, type LinkPreview, type LinkPreviewJob, toLinkPreviewView } from '@meadow/link-preview'
import { type ChangedPost, toPostSocketView } from '../posts/changed-post.ts'

/** The preview that was found for the first link of a post; null if the link has none. `eventId` is the id of the event of the change. */
export type LinkPreviewChange = { job: LinkPreviewJob; preview: LinkPreview | null; at: Date; eventId: string }

/** A post whose link waits for its preview, as the database has it. `previewId` is that of the preview which it shows. */
export type PreviewedPost = {
  post: ChangedPost
  facets: readonly TextFacet[]
  previewId: string | null
  /** The author has removed the preview. */
  isRemoved: boolean
}

/** The post after the change, and the event to append. */
export type LinkPreviewPlan = { post: ChangedPost; event: DomainEvent }

/** Returns true if a post that gets a text with these facets keeps its preview: its first link stays the same. */
export const keepsLinkPreview = (before: readonly TextFacet[], after: readonly TextFacet[]): boolean =>
  findPreviewedUrl(before) === findPreviewedUrl(after)

/** Plans the change of the preview of a post. Returns undefined if the post shows it already, or shows none, also because its author has removed it. */
export function planLinkPreview(
  { post, previewId, isRemoved }: PreviewedPost,
  { job, preview, at, eventId }: LinkPreviewChange,
): LinkPreviewPlan | undefined {
  if (isRemoved || previewId === (preview?._id ?? null)) return undefined
  const changed = { ...post, rev: post.rev + 1 }
  const event = createEvent(events.postLinkPreviewed, {
    source: 'posts',
    subject: job.id,
    id: eventId,
    time: at,
    data: {
      authorId: post.authorId,
      view: { ...toPostSocketView(changed), linkPreview: preview && toPostLinkPreviewView(preview) },
      rev: changed.rev,
    },
  })
  return { post: changed, event }
}

/** Converts a preview to its view in a post. Its picture has an address like those of posts, with the preview as its owner. */
export const toPostLinkPreviewView = (preview: LinkPreview): NonNullable<PostSocketView['linkPreview']> =>
  toLinkPreviewView(preview, toPictureAddress)
