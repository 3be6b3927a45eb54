import type { PictureName } from './picture-address.ts'

/** The formats of the files of a video: itself, and its captions. */
type VideoFileFormat = 'mp4' | 'vtt'

const VIDEO_ADDRESS_PATTERN = /^\/media\/p\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([0-9a-f]{32})\.(mp4|vtt)$/

/** Returns the path of the video of a post, or of its captions, on our own origin. */
export const toVideoAddress = ({ ownerId, random }: PictureName, format: VideoFileFormat = 'mp4'): string =>
  `/media/p/${ownerId}/${random}.${format}`

/** Parses the path of the video of a post, or of its captions. Returns undefined if it is neither. */
export function parseVideoAddress(address: string): (PictureName & { format: VideoFileFormat }) | undefined {
  const [, ownerId, random, format] = VIDEO_ADDRESS_PATTERN.exec(address) ?? []
  return ownerId && random ? { ownerId, random, format: format as VideoFileFormat } : undefined
}
