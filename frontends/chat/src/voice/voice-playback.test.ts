import { expect, it, jest } from '@jest/globals'
import { playVoice, seekVoice } from './voice-playback.ts'

it('loads a recording again that failed to load before, and otherwise goes on with what it has', async () => {
  const players: HTMLAudioElement[] = []
  const sources: string[] = []
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    if (!players.includes(this as HTMLAudioElement)) players.push(this as HTMLAudioElement)
  })
  jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
  jest.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(function (
    this: HTMLMediaElement,
    url: string,
  ) {
    sources.push(url)
    this.setAttribute('src', url)
  })
  await playVoice('a', '/media/c/a.m4a')
  await playVoice('a', '/media/c/a.m4a')
  expect(sources).toEqual(['/media/c/a.m4a'])
  players[0]?.dispatchEvent(new Event('error'))
  await playVoice('a', '/media/c/a.m4a')
  expect(sources).toHaveLength(2)
  seekVoice('a', 500)
  expect(players).toHaveLength(1)
})
