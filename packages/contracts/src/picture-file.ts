import type { PICTURE_LIMITS } from './limits.ts'

/** A picture file as its bytes describe it, without decoding its pixels. */
export type PictureFile = {
  type: (typeof PICTURE_LIMITS.types)[number]
  /** The size of the picture, or of the canvas of an animation, in pixels. 0 if the header is incomplete. */
  width: number
  height: number
  /** The frames of an animated GIF or WebP, otherwise 1: of an animated PNG only one frame is used. */
  frames: number
  /** `unmarked`: a JPEG without its end marker, which may lack more. `cut`: a part is missing. */
  end: 'whole' | 'unmarked' | 'cut'
}

/**
 * Reads a picture file by its content, not by its name. What else is in the file, or after its end, does not matter. Returns
 * undefined if it is not a JPEG, PNG, WebP or GIF.
 */
export function readPictureFile(bytes: Uint8Array): PictureFile | undefined {
  if (readLatin1(bytes, 0, 3) === '\xff\xd8\xff') return readJpeg(bytes)
  if (readLatin1(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return readPng(bytes)
  if (readLatin1(bytes, 0, 4) === 'RIFF' && readLatin1(bytes, 8, 4) === 'WEBP') return readWebp(bytes)
  return /^GIF8[79]a$/.test(readLatin1(bytes, 0, 6)) ? readGif(bytes) : undefined
}

/** Returns whether a file is a HEIF photo, as phones store it, whatever its name is. Source: ISO/IEC 23008-12. */
export const isHeifFile = (bytes: Uint8Array): boolean =>
  readLatin1(bytes, 4, 4) === 'ftyp' && /^(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(readLatin1(bytes, 8, 4))

const readLatin1 = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length))

/** Returns the big-endian number of `length` bytes at a position. Bytes beyond the end of the file are left out. */
const readNumber = (bytes: Uint8Array, at: number, length: number): number =>
  bytes.subarray(at, at + length).reduce((number, byte) => number * 256 + byte, 0)

const readLittleEndian = (bytes: Uint8Array, at: number, length: number): number =>
  bytes.subarray(at, at + length).reduceRight((number, byte) => number * 256 + byte, 0)

/**
 * Looks for the end marker (EOI) outside the segments, which are skipped by their lengths, because the thumbnail in the
 * metadata has an end of its own. Source: ITU-T T.81, annex B.
 */
function readJpeg(bytes: Uint8Array): PictureFile {
  const picture: PictureFile = { type: 'image/jpeg', width: 0, height: 0, frames: 1, end: 'unmarked' }
  let at = 2
  while (at + 1 < bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) {
      const next = bytes.indexOf(0xff, at) // after the data of a scan
      if (next < 0) return picture
      at = next
    } else if (marker === 0xff)
      at += 1 // padding
    else if (marker === 0xd9) return { ...picture, end: 'whole' }
    else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8))
      at += 2 // markers without a length, and stuffed zeros
    else {
      if (FRAME_MARKERS.has(marker) && picture.width === 0) {
        picture.height = readNumber(bytes, at + 5, 2)
        picture.width = readNumber(bytes, at + 7, 2)
      }
      at += 2 + readNumber(bytes, at + 2, 2)
    }
  }
  return picture
}

const FRAME_MARKERS = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])

/** A PNG is whole if it has pixels and no chunk is cut, because its last chunk has no data. Source: PNG specification, section 5. */
function readPng(bytes: Uint8Array): PictureFile {
  const size = { width: readNumber(bytes, 16, 4), height: readNumber(bytes, 20, 4) }
  let at = 8
  let hasPixels = false
  while (at + 8 <= bytes.length) {
    const type = readLatin1(bytes, at + 4, 4)
    const end = at + 8 + readNumber(bytes, at, 4)
    if (end > bytes.length && type !== 'IEND') return { type: 'image/png', ...size, frames: 1, end: 'cut' }
    hasPixels ||= type === 'IDAT'
    if (type === 'IEND') break
    at = end + 4 // after the checksum
  }
  return { type: 'image/png', ...size, frames: 1, end: hasPixels ? 'whole' : 'cut' }
}

/** Source: WebP container specification. */
function readWebp(bytes: Uint8Array): PictureFile {
  const end = 8 + readLittleEndian(bytes, 4, 4)
  const size = readWebpSize(bytes)
  let frames = 0
  for (let at = 12; at + 8 <= Math.min(end, bytes.length); ) {
    if (readLatin1(bytes, at, 4) === 'ANMF') frames += 1
    const length = readLittleEndian(bytes, at + 4, 4)
    at += 8 + length + (length % 2)
  }
  return { type: 'image/webp', ...size, frames: Math.max(1, frames), end: end > bytes.length ? 'cut' : 'whole' }
}

function readWebpSize(bytes: Uint8Array): Pick<PictureFile, 'width' | 'height'> {
  const chunk = readLatin1(bytes, 12, 4)
  if (chunk === 'VP8X') return { width: 1 + readLittleEndian(bytes, 24, 3), height: 1 + readLittleEndian(bytes, 27, 3) }
  if (chunk === 'VP8 ')
    return { width: readLittleEndian(bytes, 26, 2) & 0x3fff, height: readLittleEndian(bytes, 28, 2) & 0x3fff }
  const bits = readLittleEndian(bytes, 21, 4)
  return chunk === 'VP8L'
    ? { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
    : { width: 0, height: 0 }
}

const GIF_TRAILER = 0x3b
const GIF_EXTENSION = 0x21
const GIF_IMAGE = 0x2c

/**
 * A GIF is whole if all its blocks are, whether or not its trailer or something else follows. Decoders accept truncated GIFs
 * without an error. Source: GIF89a specification.
 */
function readGif(bytes: Uint8Array): PictureFile {
  const size = { width: readLittleEndian(bytes, 6, 2), height: readLittleEndian(bytes, 8, 2) }
  const toPaletteBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const toResult = (frames: number, isWhole: boolean): PictureFile => ({
    type: 'image/gif',
    ...size,
    frames: Math.max(1, frames),
    end: isWhole ? 'whole' : 'cut',
  })
  let at = 13 + toPaletteBytes(bytes[10] ?? 0)
  let frames = 0
  while (at < bytes.length) {
    const block = bytes[at]
    if (block === GIF_IMAGE) at += 11 + toPaletteBytes(bytes[at + 9] ?? 0)
    else if (block === GIF_EXTENSION) at += 2
    else return toResult(frames, frames > 0 || block === GIF_TRAILER) // the trailer, or padding in its place
    while ((bytes[at] ?? 0) > 0) at += 1 + (bytes[at] ?? 0)
    if (at >= bytes.length) return toResult(frames, false) // without the empty sub-block
    at += 1
    if (block === GIF_IMAGE) frames += 1
  }
  return toResult(frames, frames > 0 && at === bytes.length)
}
