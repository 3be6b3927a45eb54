import { open } from 'node:fs/promises'

/** The formats in which members have videos: MP4 and QuickTime, Matroska and WebM. */
export type VideoFormat = 'mp4' | 'mkv'

export const VIDEO_TYPES: Readonly<Record<VideoFormat, string>> = { mp4: 'video/mp4', mkv: 'video/x-matroska' }

const EBML_SIGNATURE = 0x1a45dfa3
const SIGNATURE_BYTES = 12
/** Brands of MP4 files that are pictures (HEIF, AVIF) or sound. */
const OTHER_BRANDS = ['heic', 'heix', 'hevc', 'mif1', 'msf1', 'avif', 'avis', 'M4A ', 'M4B ']
/** Old QuickTime files begin with one of these instead of `ftyp`. */
const FIRST_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip']

/** Detects the format of the video in `file` by its signature, not by its name. Returns undefined for other content. */
export async function readVideoFormat(file: string): Promise<VideoFormat | undefined> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0)
  return bytesRead < SIGNATURE_BYTES ? undefined : sniffVideo(buffer)
}

function sniffVideo(content: Buffer): VideoFormat | undefined {
  if (content.readUIntBE(0, 4) === EBML_SIGNATURE) return 'mkv'
  const [box, brand] = [content.toString('latin1', 4, 8), content.toString('latin1', 8, 12)]
  if (!FIRST_BOXES.includes(box)) return undefined
  return box === 'ftyp' && OTHER_BRANDS.includes(brand) ? undefined : 'mp4'
}
