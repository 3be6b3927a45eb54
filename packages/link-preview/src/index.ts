export { linkPreviewVariables } from './config-variables.ts'
export {
  findPreviewedUrl,
  type LinkPreview,
  type LinkPreviewPage,
  listPreviewFiles,
  toLinkPreviewView,
} from './link-preview.ts'
export type { LinkPreviewCache } from './link-preview-cache.ts'
export {
  createMongoLinkPreviewCache,
  documentToLinkPreview,
  linkPreviewCollection,
  linkPreviewsIn,
} from './mongo-link-preview-cache.ts'
export { createPostgresLinkPreviewCache, type LinkPreviewRow, rowToLinkPreview } from './postgres-link-preview-cache.ts'
export { createLinkPreviewTasks, type LinkPreviewJob, type LinkPreviewQueue } from './worker/link-preview-worker.ts'
export { openPreviewFetcher, type PreviewFetcher } from './worker/preview-fetcher.ts'
