export { linkPreviewVariables, readOwnOrigin } from './config-variables.ts'
export {
  findPreviewedUrl,
  isOutdatedPreview,
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
} from './mongo-link-preview-cache.ts'
export {
  createMongoFindUsedLinkPreviews,
  createMongoTakeLinkPreviewJobs,
  DUE_LINK_PREVIEW,
  toDueLinkPreview,
  touchLinkPreview,
} from './mongo-link-preview-queue.ts'
export { createPostgresLinkPreviewCache, type LinkPreviewRow, rowToLinkPreview } from './postgres-link-preview-cache.ts'
export {
  createPostgresLinkPreviewQueue,
  lockLinkPreview,
  type PostgresLinkPreviewQueue,
} from './postgres-link-preview-queue.ts'
export {
  createLinkPreviewFinder,
  createLinkPreviewTasks,
  type LinkPreviewJob,
  type LinkPreviewQueue,
} from './worker/link-preview-worker.ts'
export { openPreviewFetcher, type PreviewFetcher } from './worker/preview-fetcher.ts'
