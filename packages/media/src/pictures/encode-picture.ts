import { PICTURE } from '@meadow/contracts/limits'
import { DomainError } from '@meadow/service'
import sharp from 'sharp'
import { atMost } from './at-most.ts'
import { lastBytes, sniffPicture } from './sniff.ts'

export type Picture = { content: Buffer; width: number; height: number; type: 'image/webp' }

const SIDE_MAX = 2048
const QUALITY = 82
const GIF_TRAILER = 0x3b

const oneOfTwo = atMost(2)
// every picture is another one: a cache of opened files would only hold memory
sharp.cache(false)

/**
 * The picture in `file` as WebP: upright, at most 2048 pixels wide and high, never enlarged, without anything that the
 * camera noted. An animation stays one.
 * @throws unsupported_type | too_large (more than 50 megapixels, all frames together) | invalid_picture
 */
export async function encodePicture(file: string): Promise<Picture> {
  const type = await sniffPicture(file)
  if (type === 'image/gif' && !(await isWholeGif(file))) throw new DomainError('invalid_picture')
  return oneOfTwo(() => encode(file))
}

async function encode(file: string): Promise<Picture> {
  const input = sharp(file, { animated: true, failOn: 'error', limitInputPixels: PICTURE.pixels })
  try {
    const { width, height, pages = 1 } = await input.metadata()
    if (width * height > PICTURE.pixels) throw new DomainError('too_large')
    const upright = pages === 1 ? input.autoOrient() : input
    const { data, info } = await upright
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true })
    return { content: data, width: info.width, height: info.pageHeight ?? info.height, type: 'image/webp' }
  } catch (cause) {
    if (cause instanceof DomainError) throw cause
    if (cause instanceof Error && cause.message.includes('pixel limit')) throw new DomainError('too_large', { cause })
    throw new DomainError('invalid_picture', { cause })
  }
}

/** The decoder shows as much of a cut GIF as there is; its end tells. */
async function isWholeGif(file: string): Promise<boolean> {
  const tail = await lastBytes(file, 64)
  return tail.findLast((byte) => byte !== 0) === GIF_TRAILER
}
