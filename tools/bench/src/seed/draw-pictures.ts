import { PICTURE_LIMITS } from '@meadow/contracts/limits'
import { createSeededRandom } from '@meadow/testing/random'
import sharp, { type Sharp } from 'sharp'

/** A JPEG of 1600 x 1200 pixels, about 1 MB large. Each seed results in another one. */
export const drawNoisyJpeg = (seed: number): Promise<Buffer> =>
  drawGradient({ width: 1600, height: 1200, seed, noise: JPEG_NOISE }).jpeg({ quality: 94 }).toBuffer()

/** The largest square whose pixels take less than the limit without compression, with a margin for the format. */
const LARGEST_SIDE_PIXELS = Math.floor(Math.sqrt((PICTURE_LIMITS.maxBytes * 0.997) / 3))

/** A PNG without compression, hardly smaller than the largest picture that may be uploaded. It is encoded quickly, as it has no noise. */
export const drawLargestPng = (): Promise<Buffer> =>
  drawGradient({ width: LARGEST_SIDE_PIXELS, height: LARGEST_SIDE_PIXELS, seed: 0, noise: 0 })
    .png({ compressionLevel: 0 })
    .toBuffer()

/** The brightness of the gradient where it is darkest, and the range of the noise of JPEGs, of 255. */
const DARKEST = 64
const JPEG_NOISE = 50

type Gradient = { width: number; height: number; seed: number; noise: number }

/** A gradient of a random colour with noise, as a camera has it in the dark. Noise compresses badly. */
function drawGradient({ width, height, seed, noise }: Gradient): Sharp {
  const random = createSeededRandom(seed)
  const [red, green, blue] = [random.below(128), random.below(128), random.below(128)]
  const pixels = new Uint8ClampedArray(width * height * 3)
  for (let at = 0; at < pixels.length; at += 3) {
    const light = at / pixels.length
    const brightness = DARKEST + (random.next() - 0.5) * noise
    pixels[at] = brightness + red * light
    pixels[at + 1] = brightness + green * light
    pixels[at + 2] = brightness + blue * light
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}
