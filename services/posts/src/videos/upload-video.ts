import { createReadStream } from 'node:fs'
import type { MediaStore } from '@meadow/media'
import { type ClaimedVideo, receiveVideo, VIDEO_TYPES, type VideoEncoder, type VideoFormat } from '@meadow/voice'
import { type StoredVideo, toVideoPath } from './video.ts'
import type { VideoRepository } from './video-repository.ts'

export type UploadVideoDeps = {
  files: MediaStore
  videos: VideoRepository
  videoEncoder: Pick<VideoEncoder, 'isInstalled'>
  wakeMediaEncoding: () => void
  newId: (at: Date) => string
  newRandomName: () => string
  now: () => Date
}

/** Files that no video has claimed by then are removed. */
const UNCLAIMED_TTL_MS = 3_600_000

/**
 * Stores an uploaded video as it was sent, to be encoded afterwards. A machine without an encoder takes only what every browser plays.
 * @throws unsupported_type, too_large, upload_failed
 */
export async function uploadVideo(
  { files, videos, videoEncoder, wakeMediaEncoding, newId, newRandomName, now }: UploadVideoDeps,
  ownerId: string,
  { file, format, claimed }: { file: string; format: VideoFormat; claimed: ClaimedVideo },
): Promise<StoredVideo> {
  const received = await receiveVideo(videoEncoder, file, claimed)
  const createdAt = now()
  const video: StoredVideo = {
    ...received,
    _id: newId(createdAt),
    ownerId,
    random: newRandomName(),
    format,
    poster: null,
    captionsRandom: null,
    postId: null,
    createdAt,
  }
  const path = toVideoPath(video)
  await videos.scheduleRemovals([path], new Date(createdAt.getTime() + UNCLAIMED_TTL_MS))
  await files.put(path, createReadStream(file), VIDEO_TYPES[format])
  await videos.add(video)
  wakeMediaEncoding()
  return video
}
