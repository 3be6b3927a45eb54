import { readFile } from 'node:fs/promises'
import { PICTURE_LIMITS } from '@meadow/contracts/limits'
import sharp, { type Metadata, type OutputInfo, type Sharp, type TimeoutOptions } from 'sharp'
import { PictureError } from './picture-error.ts'
import type { EncodedPicture } from './picture-files.ts'
import { createPlaceholder } from './placeholder.ts'
import { addGammaProfile } from './png-gamma.ts'
import { type SniffedPicture, sniffPicture } from './sniff-picture.ts'

/** A tall screenshot keeps its legible width, which a limit of the longer side would take. */
const MAX_AREA_PIXELS = 2048 * 2048
/** Source: the WebP container, whose sides have 14 bits. */
const MAX_SIDE_PIXELS = 16_383
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

// Each picture is read once, so a cache of opened files would only use memory.
sharp.cache(false)

/**
 * Encodes the picture in `file` as WebP: upright, at most 4 megapixels (2048 x 2048) and 16,383 pixels wide and high, never
 * enlarged, in the colours of sRGB, without metadata. An animated GIF or WebP stays an animation, in one width; of an animated
 * PNG only the picture is left that decoders of still pictures show.
 * @throws PictureError unsupported_type | too_large (more than 50 megapixels, or 20 seconds) | animation_too_large (more
 * than 500 frames or 20 megapixels in all frames together, or a file of 10 MB) | invalid_picture
 */
export async function encodeWithSharp(
  file: string,
  stepTimeoutSeconds: number = STEP_TIMEOUT_SECONDS,
): Promise<EncodedPicture> {
  const sniffed = sniffPicture(addGammaProfile(await readFile(file)))
  try {
    const metadata = await readAllowedMetadata(sniffed.content)
    const openPicture = createPictureOpener(sniffed, { seconds: stepTimeoutSeconds })
    return (metadata.pages ?? 1) === 1
      ? await encodeStill(openPicture(), metadata, { seconds: stepTimeoutSeconds })
      : await encodeAnimation(openPicture, metadata)
  } catch (cause) {
    if (cause instanceof PictureError) throw cause
    if (cause instanceof Error && /pixel limit|timeout/.test(cause.message)) throw new PictureError('too_large', cause)
    throw new PictureError('invalid_picture', cause)
  }
}

/** Reads the metadata, which decodes no pixels. @throws PictureError too_large | animation_too_large */
async function readAllowedMetadata(content: Buffer): Promise<Metadata> {
  const metadata = await sharp(content, { animated: true, limitInputPixels: false }).metadata()
  const { width, height, pages = 1 } = metadata // the height of all frames together
  if (pages === 1 && width * height > PICTURE_LIMITS.maxPixels) throw new PictureError('too_large')
  if (pages > 1 && (pages > PICTURE_LIMITS.maxFrames || width * height > PICTURE_LIMITS.maxAnimationPixels))
    throw new PictureError('animation_too_large')
  return metadata
}

type PictureOpener = (options?: { animated: boolean }) => Sharp

const createPictureOpener =
  ({ content, endsEarly }: SniffedPicture, timeout: TimeoutOptions): PictureOpener =>
  ({ animated } = { animated: false }) => {
    // behind an added end marker, only a warning tells that the last scan was cut off
    const failOn = endsEarly ? 'warning' : 'error'
    return sharp(content, { animated, failOn, limitInputPixels: PICTURE_LIMITS.maxPixels }).timeout(timeout)
  }

/** Encodes a still picture in all its widths. Decodes it only once. */
async function encodeStill(input: Sharp, metadata: Metadata, timeout: TimeoutOptions): Promise<EncodedPicture> {
  const { data, info } = await decodeInSrgb(resizeToFit(input.autoOrient(), metadata.autoOrient), metadata)
  const { width, height, channels } = info
  const pixels = sharp(data, { raw: { width, height, channels } }).timeout(timeout)
  const content = await toWebp(pixels.clone())
  const narrower = []
  for (const narrowerWidth of NARROWER_WIDTHS_PIXELS.filter((candidate) => candidate <= width * MAX_NARROWER_RATIO))
    narrower.push({ width: narrowerWidth, content: await toWebp(pixels.clone().resize({ width: narrowerWidth })) })
  return { content, width, height, type: 'image/webp', placeholder: await createPlaceholder(pixels), narrower }
}

async function encodeAnimation(openPicture: PictureOpener, metadata: Metadata): Promise<EncodedPicture> {
  const { width, height: heightOfAll, pageHeight = heightOfAll } = metadata
  const { data, info } = await resizeToFit(openPicture({ animated: true }), { width, height: pageHeight })
    .webp({ quality: WEBP_QUALITY, effort: ANIMATION_EFFORT })
    .toBuffer({ resolveWithObject: true })
  if (data.length > PICTURE_LIMITS.maxBytes) throw new PictureError('animation_too_large')
  const height = info.pageHeight ?? info.height
  const placeholder = await createPlaceholder(openPicture()) // shows the first frame
  return { content: data, width: info.width, height, type: 'image/webp', placeholder, narrower: [] }
}

type Size = { width: number; height: number }

/** Limits the area, and each side to what WebP can have. */
function resizeToFit(picture: Sharp, { width, height }: Size): Sharp {
  const scale = Math.min(Math.sqrt(MAX_AREA_PIXELS / (width * height)), MAX_SIDE_PIXELS / Math.max(width, height))
  if (scale >= 1) return picture
  const toSide = (side: number) => Math.max(1, Math.round(side * scale))
  return picture.resize({ width: toSide(width), height: toSide(height), fit: 'fill' })
}

type Pixels = { data: Buffer; info: Pick<OutputInfo, 'width' | 'height' | 'channels'> }

/** Decodes a picture to the colours of sRGB that browsers show for it. sharp does so by itself for 8-bit RGB and grey. */
async function decodeInSrgb(picture: Sharp, { space, hasProfile }: Metadata): Promise<Pixels> {
  const decode = (decoded: Sharp): Promise<Pixels> => decoded.raw().toBuffer({ resolveWithObject: true })
  if (space === 'cmyk') {
    const inCmyk = picture.pipelineColourspace('cmyk') // otherwise with the perceptual intent
    return hasProfile ? decode(inCmyk.toColourspace('srgb')) : mixInks(await decode(inCmyk.toColourspace('cmyk')))
  }
  // sharp converts 16-bit RGB with a profile to Display P3, and leaves 16-bit grey with a profile as it is
  if (space === 'rgb16' && hasProfile) return decode(picture.withIccProfile('srgb').toColourspace('srgb'))
  if (space === 'grey16' && hasProfile) {
    const grey = await picture.toColourspace('b-w').keepIccProfile().png({ compressionLevel: 0 }).toBuffer()
    return decode(sharp(grey))
  }
  return decode(picture)
}

/** Converts CMYK without a profile as browsers do. libvips would assume a profile of a printing press. */
function mixInks({ data, info }: Pixels): Pixels {
  const mixed = Buffer.alloc(info.width * info.height * 3)
  for (let from = 0, to = 0; to < mixed.length; from += 4, to += 3) {
    const light = 255 - (data[from + 3] ?? 0)
    for (let ink = 0; ink < 3; ink += 1) mixed[to + ink] = Math.round(((255 - (data[from + ink] ?? 0)) * light) / 255)
  }
  return { data: mixed, info: { ...info, channels: 3 } }
}

const toWebp = (picture: Sharp): Promise<Buffer> => picture.webp({ quality: WEBP_QUALITY }).toBuffer()
