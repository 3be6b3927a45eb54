import { pauseVoice, readVoicePlayback, subscribeToVoice } from '../voice/voice-playback.ts'

/** The video that plays. There is one player at a time on the page, recordings included. */
let playing: HTMLVideoElement | undefined
let isSubscribed = false

/** Stops what else plays, because this video has begun. */
export function startVideo(video: HTMLVideoElement): void {
  if (playing !== video) playing?.pause()
  playing = video
  pauseVoice()
  if (isSubscribed) return
  isSubscribed = true
  subscribeToVoice(() => {
    if (readVoicePlayback().isPlaying) playing?.pause()
  })
}

/** Pauses the video that plays, because the page records. */
export const pauseVideo = (): void => playing?.pause()
