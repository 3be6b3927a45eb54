import type { LinkPreviewCache, LinkPreviewQueue } from '@meadow/link-preview'
import type { LinkPreviewRemoval } from './link-preview-removal.ts'

/** The posts that wait for a preview, and the previews that were fetched. */
export type LinkPreviewStores = {
  queue: LinkPreviewQueue
  cache: LinkPreviewCache
  /** Removes the preview of a post, or shows it again. @throws post_not_found; not_your_post; forbidden when the account of the member is not active */
  setRemoved(removal: LinkPreviewRemoval): Promise<void>
}
