import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type EncodedPicture, type MediaStore, putPictureFiles } from '@meadow/media'
import type { MessagePicture } from '../messages/message.ts'
import { listPicturePaths, toPicturePath } from './picture-paths.ts'

/** Uploaded files that no message has claimed by then are removed. */
export const UNCLAIMED_TTL_MS = 3_600_000

export type UploadPictureDeps = {
  files: MediaStore
  /** Schedules the removal of files at `dueAt`, unless a message claims them before. */
  scheduleMediaRemovals: (paths: readonly string[], dueAt: Date) => Promise<void>
  now: () => Date
  newId: (at: Date) => string
  newRandomName: () => string
}

/**
 * Encodes an uploaded picture and stores it. Its files are queued for removal first, so that no file stays behind if no
 * message claims the picture.
 * @throws unsupported_type, too_large, animation_too_large, invalid_picture, upload_failed, unavailable
 */
export async function uploadPicture(
  { files, scheduleMediaRemovals, now, newId, newRandomName }: UploadPictureDeps,
  encode: () => Promise<EncodedPicture>,
): Promise<MessagePicture> {
  const encoded = await encode()
  const { width, height, placeholder } = encoded
  const at = now()
  const random = newRandomName()
  const narrower = encoded.narrower.map((variant) => variant.width)
  const picture = { _id: newId(at), random, width, height, placeholder, narrower }
  await scheduleMediaRemovals(listPicturePaths(picture), new Date(at.getTime() + UNCLAIMED_TTL_MS))
  await putPictureFiles(files, encoded, (variantWidth) => toPicturePath(random, variantWidth))
  return picture
}

/** Returns the SHA-256 hash of a file, by which a repeated upload is recognised. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64url')
}
