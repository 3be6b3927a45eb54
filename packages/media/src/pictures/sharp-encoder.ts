import { PICTURE_LIMITS } from '@meadow/contracts/limits'
import { createConcurrencyLimit, DomainError } from '@meadow/service'
import sharp, { type Sharp } from 'sharp'
import type { EncodedPicture } from './picture-files.ts'
import { createPlaceholder } from './placeholder.ts'
import { readLastBytes, sniffPicture } from './sniff-picture.ts'

const MAX_SIDE_PIXELS = 2048
const NARROWER_WIDTHS_PIXELS = [480, 960, 1600]
/** The greatest width of a narrower file, relative to the picture. A file that is hardly narrower saves too little. */
const MAX_NARROWER_RATIO = 0.8
const WEBP_QUALITY = 82
const GIF_TRAILER = 0x3b

const limitEncodings = createConcurrencyLimit(2)
// Each picture is read once, so a cache of opened files would only use memory.
sharp.cache(false)

/**
 * Encodes the picture in `file` as WebP: upright, at most 2048 pixels wide and high, never enlarged, without metadata.
 * An animation stays an animation, in one width. Encodes at most two pictures at the same time.
 * @throws unsupported_type | too_large (more than 50 megapixels in all frames together) | invalid_picture
 */
export async function encodeWithSharp(file: string): Promise<EncodedPicture> {
  const type = await sniffPicture(file)
  if (type === 'image/gif' && !(await isCompleteGif(file))) throw new DomainError('invalid_picture')
  return limitEncodings(() => encodeSniffedPicture(file))
}

async function encodeSniffedPicture(file: string): Promise<EncodedPicture> {
  const input = sharp(file, { animated: true, failOn: 'error', limitInputPixels: PICTURE_LIMITS.maxPixels })
  try {
    const { width, height, pages = 1 } = await input.metadata()
    if (width * height > PICTURE_LIMITS.maxPixels) throw new DomainError('too_large')
    return pages === 1 ? await encodeStill(input) : await encodeAnimation(input, file)
  } catch (cause) {
    if (cause instanceof DomainError) throw cause
    if (cause instanceof Error && cause.message.includes('pixel limit')) throw new DomainError('too_large', { cause })
    throw new DomainError('invalid_picture', { cause })
  }
}

/** Encodes a still picture in all its widths. Decodes it only once. */
async function encodeStill(input: Sharp): Promise<EncodedPicture> {
  const { data, info } = await resizeToFit(input.autoOrient(), MAX_SIDE_PIXELS)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = sharp(data, { raw: { width, height, channels } })
  const content = await toWebp(pixels.clone())
  const narrower = []
  for (const narrowerWidth of NARROWER_WIDTHS_PIXELS.filter((candidate) => candidate <= width * MAX_NARROWER_RATIO))
    narrower.push({ width: narrowerWidth, content: await toWebp(pixels.clone().resize({ width: narrowerWidth })) })
  return { content, width, height, type: 'image/webp', placeholder: await createPlaceholder(pixels), narrower }
}

async function encodeAnimation(input: Sharp, file: string): Promise<EncodedPicture> {
  const { data, info } = await resizeToFit(input, MAX_SIDE_PIXELS)
    .webp({ quality: WEBP_QUALITY })
    .toBuffer({ resolveWithObject: true })
  const height = info.pageHeight ?? info.height
  const placeholder = await createPlaceholder(sharp(file, { limitInputPixels: PICTURE_LIMITS.maxPixels })) // shows the first frame
  return { content: data, width: info.width, height, type: 'image/webp', placeholder, narrower: [] }
}

const resizeToFit = (picture: Sharp, side: number): Sharp =>
  picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })

const toWebp = (picture: Sharp): Promise<Buffer> => picture.webp({ quality: WEBP_QUALITY }).toBuffer()

/** Returns whether the GIF ends with its trailer byte. The decoder accepts truncated GIFs without an error. */
async function isCompleteGif(file: string): Promise<boolean> {
  const tail = await readLastBytes(file, 64)
  return tail.findLast((byte) => byte !== 0) === GIF_TRAILER
}
