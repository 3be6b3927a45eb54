export { encodePicture, type Picture } from './pictures/encode-picture.ts'
export { type ReceivedPicture, receivePicture, tidyReceived } from './pictures/receive-picture.ts'
export type { Media, StoredMedia } from './store/media.ts'
export { openMedia } from './store/open-media.ts'
