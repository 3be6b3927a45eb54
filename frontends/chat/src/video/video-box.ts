import type { VideoView } from '@meadow/contracts/browser'
import { getSinglePictureSize } from '../features/messages/picture-size.ts'

/** The shape of most videos, for one whose size nobody knows. */
const UNKNOWN_SIZE = { width: 16, height: 9 }

/** Returns the width in px of a video in the list of messages, and its aspect ratio. Both stay when it becomes ready. */
export function getVideoBox({ width, height }: Pick<VideoView, 'width' | 'height'>): { width: number; ratio: number } {
  return getSinglePictureSize(width && height ? { width, height } : UNKNOWN_SIZE)
}

/** Returns the height in px of a video in the list of messages. */
export function getVideoHeight(video: Pick<VideoView, 'width' | 'height'>): number {
  const { width, ratio } = getVideoBox(video)
  return width / ratio
}
