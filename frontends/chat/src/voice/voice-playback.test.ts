import { beforeEach, expect, it, jest } from '@jest/globals'
import { addVoiceQueue, playVoice, readVoicePlayback, seekVoice, setVoiceRate, stopVoice } from './voice-playback.ts'

const players: HTMLAudioElement[] = []
const sources: string[] = []

beforeEach(() => {
  sources.length = 0
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
  jest.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {})
})

it('loads a recording again that failed to load before, and otherwise goes on with what it has', async () => {
  await playVoice('a', '/media/c/a.m4a')
  await playVoice('a', '/media/c/a.m4a')
  expect(sources).toEqual(['/media/c/a.m4a'])
  players[0]?.dispatchEvent(new Event('error'))
  await playVoice('a', '/media/c/a.m4a')
  expect(sources).toHaveLength(2)
  seekVoice('a', 500)
  expect(players).toHaveLength(1)
})

it('plays what the innermost list of messages has after the one that ended, at the same speed', async () => {
  const removeOuter = addVoiceQueue(() => ({ key: 'outer', url: '/media/c/outer.m4a' }))
  const removeInner = addVoiceQueue((key) => (key === 'a' ? { key: 'b', url: '/media/c/b.m4a' } : undefined))
  setVoiceRate(1.5)
  await playVoice('a', '/media/c/a.m4a')
  players[0]?.dispatchEvent(new Event('ended'))
  expect(readVoicePlayback().key).toBe('b')
  expect(players[0]?.playbackRate).toBe(1.5)
  removeOuter()
  players[0]?.dispatchEvent(new Event('ended'))
  expect(readVoicePlayback()).toMatchObject({ key: 'b', positionMs: 0 })
  removeInner()
})

it('stops a recording that is deleted, and no other', async () => {
  await playVoice('a', '/media/c/a.m4a')
  stopVoice('b')
  expect(readVoicePlayback().key).toBe('a')
  stopVoice('a')
  expect(readVoicePlayback().key).toBeUndefined()
  expect(players[0]?.hasAttribute('src')).toBe(false)
})
