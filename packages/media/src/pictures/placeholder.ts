import type { Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'

const PLACEHOLDER_SIDE_PIXELS = 100

/** Creates the thumbhash of a picture, in base64: about 25 bytes that describe its colours and their positions. */
export async function createPlaceholder(picture: Sharp): Promise<string> {
  const { data, info } = await picture
    .clone()
    .resize({ width: PLACEHOLDER_SIDE_PIXELS, height: PLACEHOLDER_SIDE_PIXELS, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}
