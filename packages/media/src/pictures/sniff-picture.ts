import { readPictureFile } from '@meadow/contracts/picture-file'
import { PictureError } from './picture-error.ts'

/** A file that a browser shows wholly. `endsEarly` is true for a JPEG that lacks only its end marker, which is added. */
export type SniffedPicture = { content: Buffer; endsEarly: boolean }

const JPEG_END = Buffer.of(0xff, 0xd9)

/**
 * Detects a picture by its signature, not by its name, and whether it ends as its format demands. What else is in the file,
 * or behind its end, does not matter: only the decoded pixels are stored.
 * @throws PictureError unsupported_type if it is not a picture | invalid_picture if it is cut off
 */
export function sniffPicture(content: Buffer): SniffedPicture {
  const picture = readPictureFile(content)
  if (!picture) throw new PictureError('unsupported_type')
  if (picture.end === 'cut') throw new PictureError('invalid_picture')
  if (picture.end === 'whole') return { content, endsEarly: false }
  return { content: Buffer.concat([content, JPEG_END]), endsEarly: true }
}
