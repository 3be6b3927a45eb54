import sharp, { type Metadata } from 'sharp'

/** A picture to upload in tests: plain, of that size and format, with a camera's notes (and a place) where it can. */
export function testPicture({
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

/** A moving GIF of `frames` frames. */
export function testAnimation({ width = 40, height = 20, frames = 3 } = {}): Promise<Buffer> {
  const bytes = width * height * 3
  const raw = Buffer.concat(Array.from({ length: frames }, (_, frame) => Buffer.alloc(bytes, 40 + frame * 60)))
  return sharp(raw, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ loop: 0, delay: Array.from({ length: frames }, () => 100) })
    .toBuffer()
}

/** What the bytes of a picture say of it: its format and size, say. */
export const readPicture = (content: Buffer): Promise<Metadata> => sharp(content).metadata()
