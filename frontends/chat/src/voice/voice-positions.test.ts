import { beforeEach, expect, it } from '@jest/globals'
import { memberStorage } from '@meadow/web'
import { loadVoicePositions, readVoicePosition, setVoicePosition, storeVoicePositions } from './voice-positions.ts'

const KEY = 'voice-positions'

beforeEach(() => {
  localStorage.clear()
  loadVoicePositions('nobody')
  localStorage.setItem('userId', 'ann') // as a sign-in does
})

it('stores nothing after a sign-out', () => {
  loadVoicePositions('ann')
  setVoicePosition('one', 500)
  localStorage.clear()
  storeVoicePositions()
  expect(localStorage).toHaveLength(0)
})

it('stores the positions of the recordings that were left last, for each member', () => {
  loadVoicePositions('ann')
  for (let count = 0; count < 120; count++) setVoicePosition(`message ${count}`, 500)
  setVoicePosition('message 30', 900)
  setVoicePosition('message 119', 0) // played to its end
  storeVoicePositions()
  loadVoicePositions('kofi')
  expect(readVoicePosition('message 30')).toBe(0)
  loadVoicePositions('ann')
  expect(['message 30', 'message 119', 'message 20', 'message 118'].map(readVoicePosition)).toEqual([900, 0, 500, 500])
  expect(readVoicePosition('message 18')).toBe(0)
  expect(JSON.parse(memberStorage.read('ann', KEY) ?? '')).toHaveLength(100)
})

it.each(['{', '{"one":1}', '[["one","two"],[1,2],null]'])('ignores what it did not store: %s', (stored) => {
  memberStorage.write('ann', KEY, stored)
  loadVoicePositions('ann')
  expect(readVoicePosition('one')).toBe(0)
})
