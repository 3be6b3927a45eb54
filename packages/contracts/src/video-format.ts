/** The formats in which members have videos: MP4 and QuickTime, Matroska and WebM. */
export type VideoFormat = 'mp4' | 'mkv'

/** The number of bytes that `detectVideoFormat` needs. */
export const VIDEO_SIGNATURE_BYTES = 12

const EBML_SIGNATURE = '\x1a\x45\xdf\xa3'
/** Brands of MP4 files that are pictures (HEIF, AVIF) or sound. */
const OTHER_BRANDS = ['heic', 'heix', 'hevc', 'mif1', 'msf1', 'avif', 'avis', 'M4A ', 'M4B ']
/** Old QuickTime files begin with one of these instead of `ftyp`. */
const FIRST_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip']

/** Detects the format of a video by the first bytes of its file, not by its name. Returns undefined for other content. */
export function detectVideoFormat(bytes: Uint8Array): VideoFormat | undefined {
  if (bytes.length < VIDEO_SIGNATURE_BYTES) return undefined
  const signature = String.fromCharCode(...bytes.subarray(0, VIDEO_SIGNATURE_BYTES))
  if (signature.startsWith(EBML_SIGNATURE)) return 'mkv'
  const [box, brand] = [signature.slice(4, 8), signature.slice(8)]
  if (!FIRST_BOXES.includes(box)) return undefined
  return box === 'ftyp' && OTHER_BRANDS.includes(brand) ? undefined : 'mp4'
}
