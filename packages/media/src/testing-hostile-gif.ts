const COLOURS = 128
const BITS_PER_PIXEL = 7
const CLEAR_CODE = COLOURS
const END_CODE = COLOURS + 1
const MAX_CODE = 4_095
const MAX_BLOCK_BYTES = 255
/** The noise repeats after so many pixels, which the compression of GIF uses and an encoder of WebP cannot. */
const NOISE_PERIOD_PIXELS = 61

/**
 * Creates an animated GIF that is small as a file and expensive to encode as WebP. Each frame is the same noise in other
 * colours. With 199 frames of 500 x 500 pixels it has 50 megapixels in 2 MB.
 */
export function createHostileGif({ side = 500, frames: frameCount = 199 } = {}): Buffer {
  const noise = createNoise(1, NOISE_PERIOD_PIXELS)
  const pixels = Buffer.alloc(side * side, noise)
  const content = [BITS_PER_PIXEL, ...toBlocks(compress(pixels)), 0]
  const control = [0x21, 0xf9, 4, 0, ...toUint16(10), 0, 0]
  const descriptor = [0x2c, ...[0, 0, side, side].flatMap(toUint16), 0x86] // a palette of 128 colours follows
  const frames = Array.from({ length: frameCount }, (_, frame) =>
    Buffer.from([
      ...control,
      ...descriptor,
      ...createNoise(frame + 2, 3 * COLOURS).map((value) => value * 2),
      ...content,
    ]),
  )
  const header = Buffer.from([...Buffer.from('GIF89a'), ...[side, side].flatMap(toUint16), 0, 0, 0])
  return Buffer.concat([header, ...frames, Buffer.of(0x3b)])
}

const toUint16 = (number: number): number[] => [number & 0xff, number >> 8]

/** Creates pseudo-random numbers from 0 to 127: the same ones for a seed. */
function createNoise(seed: number, length: number): Buffer {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 16) % COLOURS
  }
  return Buffer.from(Array.from({ length }, next))
}

/** Compresses pixels by the LZW of GIF. The table of codes is never cleared. */
function compress(pixels: Buffer): number[] {
  const bytes: number[] = []
  let bits = 0
  let bitCount = 0
  let width = BITS_PER_PIXEL + 1
  const write = (code: number) => {
    bits |= code << bitCount
    for (bitCount += width; bitCount >= 8; bitCount -= 8) {
      bytes.push(bits & 0xff)
      bits >>= 8
    }
  }

  const codes = new Map<number, number>() // of a code followed by a pixel
  let nextCode = END_CODE + 1
  let [prefix = 0] = pixels
  write(CLEAR_CODE)
  for (const pixel of pixels.subarray(1)) {
    const sequence = prefix * COLOURS + pixel
    const known = codes.get(sequence)
    if (known === undefined) {
      write(prefix)
      if (nextCode <= MAX_CODE) codes.set(sequence, nextCode)
      if (nextCode === 1 << width && width < 12) width += 1
      if (nextCode <= MAX_CODE) nextCode += 1
    }
    prefix = known ?? pixel
  }
  write(prefix)
  write(END_CODE)
  return [...bytes, bits & 0xff]
}

function toBlocks(bytes: readonly number[]): number[] {
  const blocks: number[] = []
  for (let start = 0; start < bytes.length; start += MAX_BLOCK_BYTES) {
    const block = bytes.slice(start, start + MAX_BLOCK_BYTES)
    blocks.push(block.length, ...block)
  }
  return blocks
}
