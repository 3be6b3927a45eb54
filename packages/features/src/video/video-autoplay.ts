/** Share of a video that must be on the screen for it to play by itself. */
const SEEN_SHARE = 0.6

/** The video that plays. There is one at a time on the page. */
let playing: HTMLVideoElement | undefined

/** Stops the video that plays, because this one has begun. */
export function startVideo(video: HTMLVideoElement): void {
  if (playing !== video) playing?.pause()
  playing = video
}

/** Returns true if videos may play by themselves: the member wants motion, and does not save data. */
function mayAutoplay(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return !connection?.saveData && !matchMedia('(prefers-reduced-motion: reduce)').matches
}

/**
 * Plays a muted video while it is seen, and stops it when it is not, also when the page is in the background. One that the member has paused
 * stays paused until it is seen again; one with sound, or with controls in use, is not muted again. Returns a function that ends this.
 */
export function watchVideo(video: HTMLVideoElement): () => void {
  const canAutoplay = mayAutoplay()
  let isSeen = false
  const update = () => {
    const shows = isSeen && document.visibilityState === 'visible'
    if (!shows && document.pictureInPictureElement !== video) return video.pause()
    if (shows && canAutoplay) void video.play().catch(() => undefined) // the browser may forbid it: the poster stays
  }
  const observer = new IntersectionObserver(
    (entries) => {
      const seen = (entries.at(-1)?.intersectionRatio ?? 0) >= SEEN_SHARE
      if (seen === isSeen) return
      isSeen = seen
      update()
    },
    { threshold: [0, SEEN_SHARE] },
  )
  observer.observe(video)
  document.addEventListener('visibilitychange', update)
  return () => {
    observer.disconnect()
    document.removeEventListener('visibilitychange', update)
    video.pause()
    if (playing === video) playing = undefined
  }
}
