import { PICTURE_LIMITS } from '@meadow/contracts/limits'
import { isHeifFile, type PictureFile, readPictureFile } from '@meadow/contracts/picture-file'
import { t } from './texts.ts'

const BYTES_PER_MEGABYTE = 1024 * 1024
const PIXELS_PER_MEGAPIXEL = 1_000_000

/**
 * Checks by its content whether the server would accept a picture file that a member has chosen. Returns a sentence that names
 * the file and what is wrong, or undefined. Every picker calls it, so that a member learns of the problem before sending it.
 */
export async function validatePicture(
  file: File,
  maxBytes: number = PICTURE_LIMITS.maxBytes,
): Promise<string | undefined> {
  const { name, size } = file
  if (size === 0) return t('pictures.empty', { name })
  if (size > maxBytes) return t('pictures.tooLarge', { name, megabytes: maxBytes / BYTES_PER_MEGABYTE })
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (!bytes) return t('pictures.incomplete', { name }) // e.g. a file in cloud storage that was not downloaded
  const content = new Uint8Array(bytes)
  const picture = readPictureFile(content)
  if (!picture) return t(isHeifFile(content) ? 'pictures.heif' : 'pictures.notPicture', { name })
  return (
    describeProblem(picture, name) ?? ((await isCut(picture, file)) ? t('pictures.incomplete', { name }) : undefined)
  )
}

function describeProblem({ width, height, frames }: PictureFile, name: string): string | undefined {
  const { maxPixels, maxFrames, maxAnimationPixels } = PICTURE_LIMITS
  const isAnimation = frames > 1
  if (isAnimation && (frames > maxFrames || width * height * frames > maxAnimationPixels))
    return t('pictures.animationTooLarge', { name })
  if (!isAnimation && width * height > maxPixels)
    return t('pictures.tooManyPixels', { name, megapixels: maxPixels / PIXELS_PER_MEGAPIXEL })
  return undefined
}

const JPEG_END = Uint8Array.of(0xff, 0xd9)

/**
 * Returns whether a part of the picture is missing. Of a JPEG without its end marker, the pixels decide. The server decides if
 * this browser cannot decode it, or if it is progressive, which may lack its last details only.
 */
async function isCut({ end }: PictureFile, file: File): Promise<boolean> {
  if (end !== 'unmarked') return end === 'cut'
  const options = { colorSpaceConversion: 'none' } as const // a colour profile would change the grey that is looked for
  const bitmap = await createImageBitmap(new Blob([file, JPEG_END]), options).catch(() => undefined)
  const isMissing = bitmap !== undefined && hasMissingCorner(bitmap)
  bitmap?.close()
  return isMissing
}

const CORNER_PIXELS = 4
/** The grey that decoders show, per channel, in place of missing blocks. Source: libjpeg, which fills them with zeros. */
const MISSING_GREY = 128

/** Returns whether a corner has the grey of missing blocks. The orientation may turn the end of the picture to any corner. */
function hasMissingCorner(picture: ImageBitmap): boolean {
  const context = new OffscreenCanvas(CORNER_PIXELS, CORNER_PIXELS).getContext('2d')
  if (!context) return false
  const right = picture.width - CORNER_PIXELS
  const bottom = picture.height - CORNER_PIXELS
  return [
    [0, 0],
    [right, 0],
    [0, bottom],
    [right, bottom],
  ].some(([x = 0, y = 0]) => {
    context.drawImage(picture, x, y, CORNER_PIXELS, CORNER_PIXELS, 0, 0, CORNER_PIXELS, CORNER_PIXELS)
    const { data } = context.getImageData(0, 0, CORNER_PIXELS, CORNER_PIXELS)
    return data.every((value, index) => index % 4 === 3 || value === MISSING_GREY)
  })
}
