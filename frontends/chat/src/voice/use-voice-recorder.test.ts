import { expect, it } from '@jest/globals'
import { renderHook, waitFor } from '@testing-library/react'
import { startVideo } from '../video/video-playback.ts'
import { useVoiceRecorder } from './use-voice-recorder.ts'

it('pauses a video, whose sound it would record', async () => {
  const paused: HTMLVideoElement[] = []
  const video = document.createElement('video')
  Object.assign(video, { pause: () => paused.push(video) })
  startVideo(video)
  const { result } = renderHook(() => useVoiceRecorder(() => undefined))
  expect(paused).toEqual([video])
  await waitFor(() => expect(result.current.state).toBe('noMicrophone'))
})
