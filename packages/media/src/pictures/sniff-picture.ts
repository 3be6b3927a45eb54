import { PICTURE_LIMITS } from '@meadow/contracts/limits'
import { fileTypeFromBuffer } from 'file-type'
import { PictureError } from './picture-error.ts'

/** A file that a browser shows wholly. `endsEarly` is true for a JPEG that lacks only its end marker, which is added. */
export type SniffedPicture = { content: Buffer; endsEarly: boolean }

/**
 * Detects a picture by its signature, not by its name, and whether it ends as its format demands. What else is in the file,
 * or behind its end, does not matter: only the decoded pixels are stored.
 * @throws PictureError unsupported_type if it is not a picture | invalid_picture if a GIF is cut off
 */
export async function sniffPicture(content: Buffer): Promise<SniffedPicture> {
  const found = await fileTypeFromBuffer(content)
  // an animated PNG is a PNG whose other frames are in chunks that decoders of still pictures ignore
  const mime = found?.mime === 'image/apng' ? 'image/png' : found?.mime
  if (!PICTURE_LIMITS.types.some((type) => type === mime)) throw new PictureError('unsupported_type')
  if (mime === 'image/gif' && !isCompleteGif(content)) throw new PictureError('invalid_picture')
  if (mime === 'image/jpeg' && !hasJpegEnd(content))
    return { content: Buffer.concat([content, JPEG_END]), endsEarly: true }
  return { content, endsEarly: false }
}

const JPEG_END = Buffer.of(0xff, 0xd9)

/**
 * Returns whether a JPEG has the marker of its end behind its last scan. Segments are skipped by their lengths, because the
 * thumbnail in the metadata has an end of its own. Source: ITU-T T.81, annex B.
 */
function hasJpegEnd(content: Buffer): boolean {
  let at = 2
  while (at + 1 < content.length) {
    const marker = content[at + 1] ?? 0
    // data of a scan, a stuffed zero, padding and restart markers have no length
    if (content[at] !== 0xff || marker === 0xff) at += 1
    else if (marker === 0xd9) return true
    else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (at + 4 > content.length) return false
    else at += 2 + content.readUInt16BE(at + 2)
  }
  return false
}

const GIF_TRAILER = 0x3b
const GIF_EXTENSION = 0x21
const GIF_IMAGE = 0x2c

/**
 * Returns whether all blocks of a GIF are whole, whether or not its trailer or something else follows. The decoder accepts
 * truncated GIFs without an error. Source: GIF89a specification.
 */
function isCompleteGif(content: Buffer): boolean {
  const toPaletteBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + toPaletteBytes(content[10] ?? 0)
  let images = 0
  while (at < content.length) {
    const block = content[at]
    if (block === GIF_IMAGE) at += 11 + toPaletteBytes(content[at + 9] ?? 0)
    else if (block === GIF_EXTENSION) at += 2
    else return images > 0 || block === GIF_TRAILER // the trailer, or padding in its place
    while ((content[at] ?? 0) > 0) at += 1 + (content[at] ?? 0)
    if (at >= content.length) return false // without the empty sub-block
    at += 1
    if (block === GIF_IMAGE) images += 1
  }
  return images > 0 && at === content.length
}
