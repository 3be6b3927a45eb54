import { PICTURE_LIMITS } from '@meadow/contracts/limits'
import sharp, { type Sharp, type TimeoutOptions } from 'sharp'
import { PictureError } from './picture-error.ts'
import type { EncodedPicture } from './picture-files.ts'
import { createPlaceholder } from './placeholder.ts'
import { readLastBytes, sniffPicture } from './sniff-picture.ts'

const MAX_SIDE_PIXELS = 2048
const NARROWER_WIDTHS_PIXELS = [480, 960, 1600]
/** The greatest width of a narrower file, relative to the picture. A file that is hardly narrower saves too little. */
const MAX_NARROWER_RATIO = 0.8
const WEBP_QUALITY = 82
/** Half of the CPU time of the default, 4, for files that are hardly larger. */
const ANIMATION_EFFORT = 1
/**
 * The default for each step. A picture within the limits needs two or three seconds of CPU time. libvips sometimes misses the time-out of
 * an animation, so the service also ends the process of an encoding that takes too long.
 */
const STEP_TIMEOUT_SECONDS = 20
const GIF_TRAILER = 0x3b

// Each picture is read once, so a cache of opened files would only use memory.
sharp.cache(false)

/**
 * Encodes the picture in `file` as WebP: upright, at most 2048 pixels wide and high, never enlarged, without metadata.
 * An animation stays an animation, in one width.
 * @throws PictureError unsupported_type | too_large (more than 50 megapixels, or 20 seconds) | animation_too_large (more
 * than 500 frames or 20 megapixels in all frames together, or a file of 10 MB) | invalid_picture
 */
export async function encodeWithSharp(
  file: string,
  stepTimeoutSeconds: number = STEP_TIMEOUT_SECONDS,
): Promise<EncodedPicture> {
  const type = await sniffPicture(file)
  if (type === 'image/gif' && !(await isCompleteGif(file))) throw new PictureError('invalid_picture')
  try {
    const { pages = 1 } = await readAllowedMetadata(file)
    const openPicture = createPictureOpener(file, { seconds: stepTimeoutSeconds })
    return pages === 1
      ? await encodeStill(openPicture(), { seconds: stepTimeoutSeconds })
      : await encodeAnimation(openPicture)
  } catch (cause) {
    if (cause instanceof PictureError) throw cause
    if (cause instanceof Error && /pixel limit|timeout/.test(cause.message)) throw new PictureError('too_large', cause)
    throw new PictureError('invalid_picture', cause)
  }
}

/** Reads the metadata, which decodes no pixels. @throws PictureError too_large | animation_too_large */
async function readAllowedMetadata(file: string) {
  const metadata = await sharp(file, { animated: true, limitInputPixels: false }).metadata()
  const { width, height, pages = 1 } = metadata // the height of all frames together
  if (pages === 1 && width * height > PICTURE_LIMITS.maxPixels) throw new PictureError('too_large')
  if (pages > 1 && (pages > PICTURE_LIMITS.maxFrames || width * height > PICTURE_LIMITS.maxAnimationPixels))
    throw new PictureError('animation_too_large')
  return metadata
}

type PictureOpener = (options?: { animated: boolean }) => Sharp

const createPictureOpener =
  (file: string, timeout: TimeoutOptions): PictureOpener =>
  ({ animated } = { animated: false }) =>
    sharp(file, { animated, failOn: 'error', limitInputPixels: PICTURE_LIMITS.maxPixels }).timeout(timeout)

/** Encodes a still picture in all its widths. Decodes it only once. */
async function encodeStill(input: Sharp, timeout: TimeoutOptions): Promise<EncodedPicture> {
  const { data, info } = await resizeToFit(input.autoOrient(), MAX_SIDE_PIXELS)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = sharp(data, { raw: { width, height, channels } }).timeout(timeout)
  const content = await toWebp(pixels.clone())
  const narrower = []
  for (const narrowerWidth of NARROWER_WIDTHS_PIXELS.filter((candidate) => candidate <= width * MAX_NARROWER_RATIO))
    narrower.push({ width: narrowerWidth, content: await toWebp(pixels.clone().resize({ width: narrowerWidth })) })
  return { content, width, height, type: 'image/webp', placeholder: await createPlaceholder(pixels), narrower }
}

async function encodeAnimation(openPicture: PictureOpener): Promise<EncodedPicture> {
  const { data, info } = await resizeToFit(openPicture({ animated: true }), MAX_SIDE_PIXELS)
    .webp({ quality: WEBP_QUALITY, effort: ANIMATION_EFFORT })
    .toBuffer({ resolveWithObject: true })
  if (data.length > PICTURE_LIMITS.maxBytes) throw new PictureError('animation_too_large')
  const height = info.pageHeight ?? info.height
  const placeholder = await createPlaceholder(openPicture()) // shows the first frame
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
