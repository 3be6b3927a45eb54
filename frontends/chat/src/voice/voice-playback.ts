import { useSyncExternalStore } from 'react'
import { readVoicePosition, setVoicePosition, storeVoicePositions } from './voice-positions.ts'

/**
 * The state of the only player of the page. `key` is the message that it plays or has paused. `isPlaying` is true from the start, while it
 * may still wait for data; `isHeard` once there was sound.
 */
export type VoicePlayback = {
  key: string | undefined
  isPlaying: boolean
  isHeard: boolean
  positionMs: number
  hasFailed: boolean
  rate: number
}

export const VOICE_RATES: readonly number[] = [1, 1.5, 2]

let state: VoicePlayback = {
  key: undefined,
  isPlaying: false,
  isHeard: false,
  positionMs: 0,
  hasFailed: false,
  rate: 1,
}
let audio: HTMLAudioElement | undefined
const listeners = new Set<() => void>()

function change(changes: Partial<VoicePlayback>): void {
  state = { ...state, ...changes }
  for (const listener of listeners) listener()
}

/** Calls `listener` when the state of the player changes. Returns a function that ends that. */
export function subscribeToVoice(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const readVoicePlayback = (): VoicePlayback => state

/** A recording that can be played. */
export type PlayableVoice = { key: string; url: string }

/** The lists of messages on the page, the innermost last. Each returns the recording that plays after one of its own. */
type FindVoiceAfter = (key: string) => PlayableVoice | undefined
const queues = new Set<FindVoiceAfter>()

const findAfter: FindVoiceAfter = (key) => {
  for (const findInQueue of [...queues].toReversed()) {
    const next = findInQueue(key)
    if (next) return next
  }
  return undefined
}

/** Lets a list of messages decide what plays after one of them. Returns a function that ends that. */
export function addVoiceQueue(find: FindVoiceAfter): () => void {
  queues.add(find)
  return () => void queues.delete(find)
}

/** Returns the state of the player, and renders again when it changes. */
export const useVoicePlayback = (): VoicePlayback => useSyncExternalStore(subscribeToVoice, readVoicePlayback)

function getAudio(): HTMLAudioElement {
  if (audio) return audio
  const created = new Audio()
  created.preload = 'auto'
  created.addEventListener('timeupdate', () => savePosition(created.currentTime * 1_000))
  created.addEventListener('play', () => change({ isPlaying: true, hasFailed: false }))
  created.addEventListener('playing', () => change({ isHeard: true }))
  created.addEventListener('pause', () => {
    storeVoicePositions()
    change({ isPlaying: false })
  })
  addEventListener('pagehide', storeVoicePositions)
  created.addEventListener('ended', () => {
    const { key } = state
    savePosition(0)
    storeVoicePositions()
    change({ isPlaying: false })
    const next = key === undefined ? undefined : findAfter(key)
    if (next) void playVoice(next.key, next.url)
  })
  created.addEventListener('error', () => change({ isPlaying: false, hasFailed: true }))
  audio = created
  return created
}

function savePosition(positionMs: number): void {
  if (state.key === undefined) return
  setVoicePosition(state.key, positionMs)
  change({ positionMs })
}

/** Plays a message from where it was left, and loads it again if that failed before. Stops the one that plays. */
export async function playVoice(key: string, url: string): Promise<void> {
  const player = getAudio()
  if (state.hasFailed || state.key !== key || player.src !== new URL(url, location.href).href) {
    player.pause()
    const positionMs = readVoicePosition(key)
    change({ key, isHeard: false, positionMs, hasFailed: false })
    player.src = url
    player.currentTime = positionMs / 1_000
  }
  player.playbackRate = state.rate
  await player.play().catch(() => undefined) // the `error` event reports a file that cannot be played
}

/** Pauses what plays, for example because the page shows another conversation or records. */
export const pauseVoice = (): void => audio?.pause()

/** Stops a message if it plays or is paused, and releases its file, because it was deleted. */
export function stopVoice(key: string): void {
  setVoicePosition(key, 0)
  storeVoicePositions()
  if (state.key !== key) return
  change({ key: undefined, isPlaying: false, isHeard: false, positionMs: 0, hasFailed: false })
  audio?.pause()
  audio?.removeAttribute('src')
  audio?.load()
}

/** Moves to a position of a message. If it is not in the player, `playVoice` starts there; the page renders again in any case. */
export function seekVoice(key: string, positionMs: number): void {
  setVoicePosition(key, positionMs)
  storeVoicePositions()
  if (state.key === key && audio) audio.currentTime = positionMs / 1_000
  change(state.key === key ? { positionMs } : {})
}

/** Sets the speed of all messages. */
export function setVoiceRate(rate: number): void {
  if (audio) audio.playbackRate = rate
  change({ rate })
}
