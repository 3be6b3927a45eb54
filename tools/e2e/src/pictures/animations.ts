/** The part of a frame that remains when the next one is drawn. Source: GIF89a specification. */
const DISPOSALS = { keep: 1, background: 2, previous: 3 } as const

/** A rectangle of one colour in pixels. `colour` is an index of the palette, of which 3 is transparent. */
type GifFrame = {
  x: number
  y: number
  width: number
  height: number
  colour: number
  disposal: keyof typeof DISPOSALS
}

const PALETTE = [0xd2, 0x2d, 0x2d, 0x2d, 0x4b, 0xd2, 0xf0, 0xd2, 0x3c, 0, 0, 0]
const TRANSPARENT = 3

/** Creates an animated GIF. Each of its frames is drawn over what the previous ones have left. */
export function createGif(width: number, height: number, frames: readonly GifFrame[]): Buffer {
  const screen = Buffer.from([...toBytes(width), ...toBytes(height), 0x91, 0, 0, ...PALETTE])
  const loop = Buffer.from('!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1')
  return Buffer.concat([Buffer.from('GIF89a'), screen, loop, ...frames.map(encodeFrame), Buffer.from(';')])
}

function encodeFrame({ x, y, width, height, colour, disposal }: GifFrame): Buffer {
  const flags = (DISPOSALS[disposal] << 2) | 1 // has a transparent colour
  const control = [0x21, 0xf9, 4, flags, 10, 0, TRANSPARENT, 0]
  const image = [0x2c, ...[x, y, width, height].flatMap(toBytes), 0]
  const codes = [CLEAR]
  for (let pixel = 0; pixel < width * height; pixel += 1) codes.push(colour, ...(pixel % 2 === 1 ? [CLEAR] : []))
  return Buffer.from([...control, ...image, CODE_BITS - 1, ...toSubBlocks(packCodes([...codes, END])), 0])
}

/** Codes stay short, because the table is cleared after every second pixel. */
const CODE_BITS = 3
const CLEAR = 4
const END = 5

function packCodes(codes: readonly number[]): number[] {
  const bytes: number[] = []
  for (const [index, code] of codes.entries())
    for (let bit = 0; bit < CODE_BITS; bit += 1) {
      const at = index * CODE_BITS + bit
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (((code >> bit) & 1) << (at & 7))
    }
  return bytes
}

const toSubBlocks = (bytes: number[]): number[] =>
  Array.from({ length: Math.ceil(bytes.length / 255) }, (_, block) =>
    bytes.slice(block * 255, (block + 1) * 255),
  ).flatMap((block) => [block.length, ...block])

const toBytes = (value: number): number[] => [value & 0xff, value >> 8]
