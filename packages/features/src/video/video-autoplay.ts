/** Share of a video that must be on the screen for it to play by itself. */
const SEEN_SHARE = 0.6

/** The video that plays. There is one at a time on the page. */
let playing: HTMLVideoElement | undefined

/** Videos whose last start was none of the member. */
const startedByThemselves = new WeakSet<HTMLVideoElement>()

/** Stops the video that plays, because this one has begun. */
export function startVideo(video: HTMLVideoElement): void {
  const before = playing
  playing = video
  if (before && before !== video) stop(before)
}

/** Returns true if the member has not asked this video to play. */
export const isStartedByItself = (video: HTMLVideoElement): boolean => startedByThemselves.has(video)

/** Returns true if videos may play by themselves: the member wants motion, and does not save data. */
function mayAutoplay(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return !connection?.saveData && !matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Returns true if a video may take the place of the one that plays, which the member has not chosen and does not hear. */
const mayReplacePlaying = (): boolean =>
  !document.pictureInPictureElement && (!playing || (isStartedByItself(playing) && playing.muted))

function playByItself(video: HTMLVideoElement): void {
  startedByThemselves.add(video)
  video.play().catch(({ name }: Error) => {
    if (name === 'NotAllowedError') startedByThemselves.delete(video) // the browser forbids it: the poster stays
  })
}

function stop(video: HTMLVideoElement): void {
  if (playing === video) playing = undefined
  startedByThemselves.delete(video)
  video.pause()
}

/**
 * Plays a muted video while it is seen, and stops it when it is not, also when the page is in the background. It does not stop another one that
 * the member has begun or hears. One that the member has paused stays paused until it was out of sight; one with sound is not muted again.
 * Returns a function that ends this.
 */
export function watchVideo(video: HTMLVideoElement): () => void {
  const canAutoplay = mayAutoplay()
  let isSeen = false
  let isPausedByMember = false
  const update = () => {
    const shows = isSeen && document.visibilityState === 'visible'
    if (!shows && document.pictureInPictureElement !== video) return stop(video)
    if (shows && canAutoplay && !isPausedByMember && playing !== video && mayReplacePlaying()) playByItself(video)
  }
  const onPause = () => {
    if (playing !== video) return // not the member
    playing = undefined
    startedByThemselves.delete(video)
    isPausedByMember = true
  }
  const observer = new IntersectionObserver(
    (entries) => {
      const seen = (entries.at(-1)?.intersectionRatio ?? 0) >= SEEN_SHARE
      if (seen === isSeen) return
      isSeen = seen
      if (!seen) isPausedByMember = false
      update()
    },
    { threshold: [0, SEEN_SHARE] },
  )
  observer.observe(video)
  video.addEventListener('pause', onPause)
  document.addEventListener('visibilitychange', update)
  return () => {
    observer.disconnect()
    video.removeEventListener('pause', onPause)
    document.removeEventListener('visibilitychange', update)
    stop(video)
  }
}
