import type { PostVideoView } from '@meadow/contracts/browser'
import type { CSSProperties } from 'react'

/** The shape of most videos, for one whose size nobody knows; taller ones are shown with bars beside them. */
const UNKNOWN_RATIO = 16 / 9
const MAX_RATIO = 3

/** Returns the box of a video, also before its player has loaded: as wide as its column, as high as the limit allows. */
export function toVideoBox({ width, height }: PostVideoView, isDetail: boolean): CSSProperties {
  const ratio = width && height ? width / height : UNKNOWN_RATIO
  const aspectRatio = Math.min(MAX_RATIO, Math.max(isDetail ? 9 / 16 : 1, ratio))
  return { aspectRatio, width: `min(100%, calc(min(70vh, ${isDetail ? 36 : 22}rem) * ${aspectRatio}))`, marginTop: 8 }
}
