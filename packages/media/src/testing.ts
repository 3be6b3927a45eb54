import sharp, { type Metadata } from 'sharp'

/** Creates a plain picture for upload tests, with Exif metadata that includes a camera model and GPS coordinates. */
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

/** Creates an animated GIF of `frames` frames. */
export function createTestAnimation({ width = 40, height = 20, frames = 3 } = {}): Promise<Buffer> {
  const bytes = width * height * 3
  const raw = Buffer.concat(Array.from({ length: frames }, (_, frame) => Buffer.alloc(bytes, 40 + frame * 60)))
  return sharp(raw, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ loop: 0, delay: Array.from({ length: frames }, () => 100) })
    .toBuffer()
}

/** Reads the metadata of a picture, such as its format and size. */
export const readPictureMetadata = (content: Buffer): Promise<Metadata> => sharp(content).metadata()
