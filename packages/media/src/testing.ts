import sharp, { type Metadata } from 'sharp'

export { createHostileGif } from './testing-hostile-gif.ts'

/** Creates a picture of one colour, with the camera's maker and a GPS latitude in its Exif metadata, which uploads must lose. */
export function createTestPicture({
  width = 60,
  height = 40,
  format = 'jpeg',
}: {
  width?: number
  height?: number
  format?: 'jpeg' | 'png' | 'webp'
} = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#2f7d4f' } })
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '46/1 57/1 0/1' } })
    .toFormat(format)
    .toBuffer()
}

/** Creates an endless animated GIF; each frame has another shade of grey. `width` and `height` are those of a frame. */
export function createTestAnimation({ width = 40, height = 20, frames: frameCount = 3 } = {}): Promise<Buffer> {
  const bytesPerFrame = width * height * 3
  const raw = Buffer.concat(
    Array.from({ length: frameCount }, (_, frame) => Buffer.alloc(bytesPerFrame, 40 + frame * 60)),
  )
  return sharp(raw, { raw: { width, height: height * frameCount, channels: 3, pageHeight: height } })
    .gif({ loop: 0, delay: Array.from({ length: frameCount }, () => 100) })
    .toBuffer()
}

/** Reads the metadata of a picture or animation: its format, dimensions, pages and Exif data. */
export const readPictureMetadata = (content: Buffer): Promise<Metadata> => sharp(content).metadata()
