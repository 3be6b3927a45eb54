import { PICTURE } from '@meadow/contracts/limits'
import { DomainError } from '@meadow/service'
import sharp, { type Sharp } from 'sharp'
import { atMost } from './at-most.ts'
import { placeholderOf } from './placeholder.ts'
import { lastBytes, sniffPicture } from './sniff.ts'

export type Picture = {
  content: Buffer
  width: number
  height: number
  type: 'image/webp'
  /** A thumbhash in base64: what to show until the picture is there. */
  placeholder: string
  /** The same picture for smaller places, the narrowest first. */
  narrower: readonly { width: number; content: Buffer }[]
}

const SIDE_MAX = 2048
const WIDTHS = [480, 960, 1600]
/** A file that is hardly narrower than the picture is not worth its place. */
const WORTH = 0.8
const QUALITY = 82
const GIF_TRAILER = 0x3b

const oneOfTwo = atMost(2)
// every picture is another one: a cache of opened files would only hold memory
sharp.cache(false)

/**
 * The picture in `file` as WebP: upright, at most 2048 pixels wide and high, never enlarged, without anything that the
 * camera noted. An animation stays one, in one width.
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
    return pages === 1 ? await encodeStill(input) : await encodeMoving(input, file)
  } catch (cause) {
    if (cause instanceof DomainError) throw cause
    if (cause instanceof Error && cause.message.includes('pixel limit')) throw new DomainError('too_large', { cause })
    throw new DomainError('invalid_picture', { cause })
  }
}

/** Decoded once, however many widths come of it. */
async function encodeStill(input: Sharp): Promise<Picture> {
  const { data, info } = await within(input.autoOrient(), SIDE_MAX).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = sharp(data, { raw: { width, height, channels } })
  const content = await toWebp(pixels.clone())
  const narrower = []
  for (const narrow of WIDTHS.filter((narrow) => narrow <= width * WORTH))
    narrower.push({ width: narrow, content: await toWebp(pixels.clone().resize({ width: narrow })) })
  return { content, width, height, type: 'image/webp', placeholder: await placeholderOf(pixels), narrower }
}

async function encodeMoving(input: Sharp, file: string): Promise<Picture> {
  const { data, info } = await within(input, SIDE_MAX).webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true })
  const height = info.pageHeight ?? info.height
  const placeholder = await placeholderOf(sharp(file, { limitInputPixels: PICTURE.pixels })) // of the first frame
  return { content: data, width: info.width, height, type: 'image/webp', placeholder, narrower: [] }
}

const within = (picture: Sharp, side: number): Sharp =>
  picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })

const toWebp = (picture: Sharp): Promise<Buffer> => picture.webp({ quality: QUALITY }).toBuffer()

/** The decoder shows as much of a cut GIF as there is; its end tells. */
async function isWholeGif(file: string): Promise<boolean> {
  const tail = await lastBytes(file, 64)
  return tail.findLast((byte) => byte !== 0) === GIF_TRAILER
}
