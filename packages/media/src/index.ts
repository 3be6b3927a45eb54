export { openPictureEncoder, type PictureEncoder } from './pictures/picture-encoder.ts'
export {
  type EncodedPicture,
  listPictureFiles,
  putPictureFiles,
  type StoredPicture,
  toMediaView,
} from './pictures/picture-files.ts'
export { createMediaCleanup } from './removal/media-cleanup.ts'
export type { MediaRemovalQueue } from './removal/media-removal-queue.ts'
export {
  createMongoMediaRemovalQueue,
  mediaRemovalCollection,
  queueMediaRemovalsInMongo,
} from './removal/mongo-media-removal-queue.ts'
export { createPostgresMediaRemovalQueue, queueMediaRemovals } from './removal/postgres-media-removal-queue.ts'
export { sendMediaFile } from './serving/send-media-file.ts'
export { listMediaFiles } from './store/list-media-files.ts'
export type { MediaFile, MediaStore } from './store/media-store.ts'
export { openMediaStore } from './store/open-media-store.ts'
export {
  createPictureUploads,
  type PictureUpload,
  type PictureUploadDeps,
  type PictureUploads,
} from './uploads/picture-uploads.ts'
