import type { Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'

const SIDE = 100

/** The thumbhash of a picture, in base64: some 25 bytes that say its colours and where they are. */
export async function placeholderOf(picture: Sharp): Promise<string> {
  const { data, info } = await picture
    .clone()
    .resize({ width: SIDE, height: SIDE, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}
