import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { encodePicture, type MediaStore, putPictureFiles } from '@meadow/media'
import type { MessagePicture } from '../messages/message.ts'
import { listPicturePaths, toPicturePath } from './picture-paths.ts'

/** Files of a picture that no message has claimed by then are removed. */
const UNCLAIMED_TTL_MS = 3_600_000

export type UploadPictureDeps = {
  files: MediaStore
  /** Queues files for removal at `dueAt`, unless a message claims them before. */
  queueMediaRemovals: (paths: readonly string[], dueAt: Date) => Promise<void>
  now: () => Date
  newId: (at: Date) => string
}

/**
 * Encodes the picture in `file` and stores it. Its files are queued for removal first, so that no file stays behind if no
 * message claims the picture.
 * @throws unsupported_type, too_large, invalid_picture
 */
export async function uploadPicture(
  { files, queueMediaRemovals, now, newId }: UploadPictureDeps,
  file: string,
): Promise<MessagePicture> {
  const encoded = await encodePicture(file)
  const { width, height, placeholder } = encoded
  const at = now()
  const random = randomBytes(16).toString('hex')
  const narrower = encoded.narrower.map((variant) => variant.width)
  const picture = { _id: newId(at), random, width, height, placeholder, narrower }
  await queueMediaRemovals(listPicturePaths(picture), new Date(at.getTime() + UNCLAIMED_TTL_MS))
  await putPictureFiles(files, encoded, (variantWidth) => toPicturePath(random, variantWidth))
  return picture
}

/** Returns the SHA-256 hash of a file, by which a repeated upload is recognised. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64url')
}
