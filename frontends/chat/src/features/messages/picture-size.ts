import type { MediaView } from '@meadow/contracts/browser'

/** The width of several pictures, and the maximum width of one. */
export const MAX_WIDTH_PX = 300
const MAX_HEIGHT_PX = 360
/** Taller pictures are cropped. */
const MIN_RATIO = 0.5

/** Returns the width in px of a single picture or a video, and its aspect ratio. */
export function getSinglePictureSize({ width, height }: Pick<MediaView, 'width' | 'height'>): {
  width: number
  ratio: number
} {
  const fitting = Math.min(MAX_WIDTH_PX, (MAX_HEIGHT_PX * width) / height)
  return { width: Math.max(fitting, MAX_WIDTH_PX / 3), ratio: Math.max(width / height, MIN_RATIO) }
}

/** Returns the height in px of the pictures of a message. */
export function getPicturesHeight(pictures: readonly MediaView[]): number {
  const [first] = pictures
  if (!first || pictures.length > 1) return pictures.length > 2 ? MAX_WIDTH_PX : MAX_WIDTH_PX / 2
  const { width, ratio } = getSinglePictureSize(first)
  return Math.min(MAX_HEIGHT_PX, width / ratio)
}
