import { VOICE_LIMITS } from '@meadow/contracts/limits'
import type { UnsentVoice } from '@meadow/features/outbox-plans'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { pauseVideo } from '../video/video-playback.ts'
import { pauseVoice } from './voice-playback.ts'

/**
 * `full`: the recording reached the maximum length. `interrupted`: the microphone was taken away, or the recorder failed. Both keep what
 * was recorded for `stop`, until the component unmounts.
 */
type RecorderState = 'asking' | 'recording' | 'full' | 'interrupted' | 'refused' | 'noMicrophone'

const TIMER_MS = 500
const LEVEL_MS = 100
const LEVEL_COUNT = 20
const SILENCE: readonly number[] = Array.from({ length: LEVEL_COUNT }, () => 0)
/** Parts of this length are collected, so that little is lost if the recorder fails. */
const PART_MS = 1_000
const BITS_PER_SECOND = 48_000
/** MP4 first: some browsers say that they record WebM, and then neither measure nor play it. */
const TYPES = ['audio/mp4;codecs=mp4a.40.2', 'audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4']

/** Records from the microphone as soon as it is mounted. Calls `onDone` with the recording after `stop`. */
export function useVoiceRecorder(onDone: (voice: UnsentVoice) => void) {
  const [state, setState] = useState<RecorderState>('asking')
  const [elapsedMs, setElapsedMs] = useState(0)
  const [levels, setLevels] = useState<readonly number[]>(SILENCE)
  const recording = useRef<Recording>(undefined)
  const timers = useRef<Timer[]>([])
  const finish = useEffectEvent((reason: 'full' | 'interrupted') => {
    stopTimers(timers.current)
    recording.current?.end()
    setState(reason)
  })

  useEffect(() => {
    let isUnmounted = false
    pauseVoice()
    pauseVideo()
    openRecording(() => finish('interrupted')).then(
      (opened) => {
        if (isUnmounted) return opened.close()
        recording.current = opened
        setState('recording')
        const showTime = () => {
          setElapsedMs(opened.readElapsedMs())
          if (opened.readElapsedMs() >= VOICE_LIMITS.maxSeconds * 1_000) finish('full')
        }
        const showLevel = () => setLevels((shown) => [...shown.slice(1), opened.readLevel()])
        timers.current = [setInterval(showTime, TIMER_MS), setInterval(showLevel, LEVEL_MS)]
      },
      (error: unknown) => {
        const isRefused = error instanceof DOMException && /NotAllowed|Security/.test(error.name)
        if (!isUnmounted) setState(isRefused ? 'refused' : 'noMicrophone')
      },
    )
    return () => {
      isUnmounted = true
      stopTimers(timers.current)
      recording.current?.close()
      recording.current = undefined
    }
  }, [])

  return {
    state,
    elapsedMs,
    levels,
    /** Ends the recording and passes it to `onDone`, unless nothing was recorded. */
    stop: () => {
      const ended = recording.current
      recording.current = undefined // a second press sends nothing
      stopTimers(timers.current)
      void ended?.end().then((voice) => (voice.file.size > 0 ? onDone(voice) : setState('noMicrophone')))
    },
  }
}

type Timer = ReturnType<typeof setInterval>

function stopTimers(timers: Timer[]): void {
  for (const timer of timers.splice(0)) clearInterval(timer)
}

type Recording = {
  readElapsedMs(): number
  /** Returns the loudness at this time, from 0 to 1. */
  readLevel(): number
  /** Ends the recording, at the first call, and returns it. */
  end(): Promise<UnsentVoice>
  /** Ends the recording and releases the microphone, as `end` does, but returns nothing. */
  close(): void
}

/**
 * Opens the microphone and begins to record. `onInterrupt` is called if it is taken away. @throws DOMException, or TypeError where the page
 * may use no microphone at all
 */
async function openRecording(onInterrupt: () => void): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  try {
    return startRecording(stream, onInterrupt)
  } catch (error) {
    for (const track of stream.getTracks()) track.stop()
    throw error
  }
}

function startRecording(stream: MediaStream, onInterrupt: () => void): Recording {
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type))
  const recorder = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: BITS_PER_SECOND })
  const parts: Blob[] = []
  const { promise: stopped, resolve } = Promise.withResolvers<void>()
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  recorder.addEventListener('stop', () => resolve())
  recorder.addEventListener('error', onInterrupt)
  for (const track of stream.getTracks()) track.addEventListener('ended', onInterrupt)
  const meter = openLevelMeter(stream)
  const startedAt = performance.now()
  let endedAt: number | undefined
  const readElapsedMs = () => Math.round((endedAt ?? performance.now()) - startedAt)
  recorder.start(PART_MS)

  function close(): void {
    endedAt ??= performance.now()
    if (recorder.state !== 'inactive') recorder.stop()
    for (const track of stream.getTracks()) track.stop()
    meter.close()
  }
  return {
    readElapsedMs,
    readLevel: meter.read,
    close,
    async end() {
      close()
      await stopped
      const durationMs = Math.min(readElapsedMs(), VOICE_LIMITS.maxSeconds * 1_000)
      return { file: new Blob(parts, { type: recorder.mimeType }), durationMs }
    },
  }
}

/** Speech has a root mean square of about a fifth of full scale. */
const LEVEL_GAIN = 5

function openLevelMeter(stream: MediaStream) {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1_024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    read(): number {
      analyser.getFloatTimeDomainData(samples)
      const meanSquare = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      return Math.min(1, Math.sqrt(meanSquare) * LEVEL_GAIN)
    },
    close: () => void (context.state !== 'closed' && context.close()),
  }
}
