import { crc32, inflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Colours of the patches, from left to right and from top to bottom. */
const PATCHES = [
  '#d22d2d',
  '#2db44a',
  '#2d4bd2',
  '#e8d23c',
  '#c83cc8',
  '#3cc8c8',
  '#f0a050',
  '#784628',
  '#202020',
  '#808080',
]
  .concat(['#f5f5f5', '#9ab8d6'])
  .map((colour) => Buffer.from(colour.slice(1), 'hex'))
export const COLUMNS = 4
export const ROWS = 3
const PATCH_PIXELS = 40

/** Opens a picture of 160 x 120 pixels with twelve patches of colour. */
export function openChart(): Sharp {
  const [width, height] = [COLUMNS * PATCH_PIXELS, ROWS * PATCH_PIXELS]
  const pixels = Array.from({ length: width * height }, (_, index) => {
    const [column, row] = [index % width, Math.floor(index / width)].map((at) => Math.floor(at / PATCH_PIXELS))
    return PATCHES[(row ?? 0) * COLUMNS + (column ?? 0)] ?? Buffer.alloc(3)
  })
  return sharp(Buffer.concat(pixels), { raw: { width, height, channels: 3 } })
}

/** The profile Adobe RGB (1998) without its description, compressed. */
export const ADOBE_RGB_PROFILE = inflateSync(
  Buffer.from(
    'eNqtkL0OAUEURs8IERWFQrmViojwAEKhJBsFKnZtVGSzO34eQaPUbaHRewLxCBKJWuEBVCqFjJFsoiASp7lnvtw7N7kgzgCRCozG0jPrVaPd6RrxCwLBk77tu3zkdtK9xzy/kxg4vg1cgZ7tehJEE0jNpKu8B6S9dqcLQiofal8ot7QHz56WWQOxVbND7XvllvaD8tcuRUw6vuTPSGcuddV/q1u+3yjMggw0NhC9h1l5CescJFdhli1CqgC7wJ5409cqESnBt/cDEGE5aw==',
    'base64',
  ),
)

/** The first chunk of a PNG ends here. */
const PNG_HEADER_END = 33

/** Adds chunks behind the header of a PNG. */
export const addPngChunks = (png: Buffer, ...chunks: Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, PNG_HEADER_END), ...chunks, png.subarray(PNG_HEADER_END)])

export function createPngChunk(type: string, ...data: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), ...data])
  return Buffer.concat([toUInt32(body.length - 4), body, toUInt32(crc32(body))])
}

export function toUInt32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}

/** Makes the second picture the next frame of an animated PNG of the first one. */
export function createAnimatedPng(first: Buffer, second: Buffer): Buffer {
  const size = [first.readUInt32BE(16), first.readUInt32BE(20)]
  const toFrame = (sequence: number) =>
    createPngChunk('fcTL', toUInt32(sequence, ...size, 0, 0), Buffer.from([0, 1, 0, 1, 0, 0]))
  const readPixels = (png: Buffer) => {
    const at = png.indexOf('IDAT')
    return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4))
  }
  return Buffer.concat([
    first.subarray(0, PNG_HEADER_END),
    createPngChunk('acTL', toUInt32(2, 0)),
    toFrame(0),
    createPngChunk('IDAT', readPixels(first)),
    toFrame(1),
    createPngChunk('fdAT', toUInt32(2), readPixels(second)),
    createPngChunk('IEND'),
  ])
}

/** Removes the colour profile of a JPEG. */
export function removeJpegProfile(jpeg: Buffer): Buffer {
  const kept = [jpeg.subarray(0, 2)]
  let at = 2
  for (let end = at; jpeg[at + 1] !== 0xda; at = end) {
    end = at + 2 + jpeg.readUInt16BE(at + 2)
    if (jpeg.toString('latin1', at + 4, at + 15) !== 'ICC_PROFILE') kept.push(jpeg.subarray(at, end))
  }
  return Buffer.concat([...kept, jpeg.subarray(at)])
}

/** Puts two JPEGs into one file, as cameras do with a large preview. Source: CIPA DC-007, Multi-Picture Format. */
export function joinJpegs(first: Buffer, second: Buffer): Buffer {
  const [entriesAt, segmentBytes] = [50, 90]
  const segment = Buffer.alloc(segmentBytes)
  segment.writeUInt16BE(0xffe2)
  segment.writeUInt16BE(segmentBytes - 2, 2)
  segment.write('MPF\0MM\0*\0\0\0\x08\0\x03', 4, 'latin1')
  const tags = [
    [0xb000, 7, 4, 0x30313030],
    [0xb001, 4, 1, 2],
    [0xb002, 7, 32, entriesAt],
  ] as const
  for (const [index, [tag, type, count, value]] of tags.entries()) {
    segment.writeUInt16BE(tag, 18 + 12 * index)
    segment.writeUInt16BE(type, 20 + 12 * index)
    toUInt32(count, value).copy(segment, 22 + 12 * index)
  }
  const firstBytes = first.length + segmentBytes
  toUInt32(0x20030000, firstBytes, 0, 0, 0, second.length, firstBytes - 10, 0).copy(segment, 8 + entriesAt)
  return Buffer.concat([first.subarray(0, 2), segment, first.subarray(2), second])
}
