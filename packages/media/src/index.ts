export { encodePicture } from './pictures/encode-picture.ts'
export {
  type EncodedPicture,
  listPictureFiles,
  putPictureFiles,
  type StoredPicture,
  toMediaView,
} from './pictures/picture-files.ts'
export { type ReceivedPicture, receivePicture, removeStaleUploadFiles } from './pictures/receive-picture.ts'
export { createMediaCleanup } from './removal/media-cleanup.ts'
export type { MediaRemovalQueue } from './removal/media-removal-queue.ts'
export {
  createMongoMediaRemovalQueue,
  mediaRemovalCollection,
  queueMediaRemovalsInMongo,
} from './removal/mongo-media-removal-queue.ts'
export { createPostgresMediaRemovalQueue, queueMediaRemovals } from './removal/postgres-media-removal-queue.ts'
export { sendMediaFile } from './serving/send-media-file.ts'
export type { MediaFile, MediaStore } from './store/media-store.ts'
export { openMediaStore } from './store/open-media-store.ts'
