import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { encodePicture, type MediaStore, putPictureFiles } from '@meadow/media'
import { newId } from '@meadow/service'
import type { MessagePicture } from '../messages/message.ts'
import { toPath, toPaths } from './picture-files.ts'

/** No message takes that long to be made of a picture that is there. */
const UNUSED_MS = 3_600_000

export type UploadParts = {
  files: MediaStore
  /** Notes files that are to be removed at `due` unless a message takes them before. */
  removeLater: (paths: readonly string[], due: Date) => Promise<void>
  now: () => Date
}

/**
 * Keeps the picture in `file`, encoded anew, for the message that takes it. Its files are noted as none that anybody shows
 * before they are there, so that none is left when there is no message in the end.
 * @throws unsupported_type | too_large | invalid_picture
 */
export async function uploadPicture({ files, removeLater, now }: UploadParts, file: string): Promise<MessagePicture> {
  const encoded = await encodePicture(file)
  const { width, height, placeholder } = encoded
  const at = now()
  const random = randomBytes(16).toString('hex')
  const narrower = encoded.narrower.map((one) => one.width)
  const picture = { _id: newId(at), random, width, height, placeholder, narrower }
  await removeLater(toPaths(picture), new Date(at.getTime() + UNUSED_MS))
  await putPictureFiles(files, encoded, (width) => toPath(random, width))
  return picture
}

/** By what a picture that comes again is known. */
export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64url')
}
