import { expect, test } from '@jest/globals'
import { findNearbyChanges } from '../src/load/timeline.ts'

test('changes near a time are listed with their distance to it', () => {
  const entries = [
    { at: 1_000, text: 'endpoints of posts: none' },
    { at: 9_500, text: 'endpoints of posts: 10.201.0.4' },
    { at: 10_250, text: 'pod posts-1 10.201.0.4 Running, ready' },
    { at: 18_000, text: 'endpoints of chat: none' },
  ]
  expect(findNearbyChanges(entries, { at: 10_000, marginMs: 2_000 })).toEqual([
    '-0.50 s endpoints of posts: 10.201.0.4',
    '+0.25 s pod posts-1 10.201.0.4 Running, ready',
  ])
})
