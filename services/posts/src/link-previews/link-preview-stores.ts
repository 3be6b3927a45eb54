import type { LinkPreviewCache, LinkPreviewQueue } from '@meadow/link-preview'

/** The posts that wait for a preview, and the previews that were fetched. */
export type LinkPreviewStores = { queue: LinkPreviewQueue; cache: LinkPreviewCache }
