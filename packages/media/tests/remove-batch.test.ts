import { expect, it } from '@jest/globals'
import { removeBatch } from '../src/removal/media-removal-queue.ts'

const at = new Date('2026-03-01T12:00:00Z')
const secondsLater = (seconds: number) => new Date(at.getTime() + seconds * 1_000)

it('separates removed files from failed ones, whose next delay doubles up to an hour', async () => {
  const batch = [
    { path: 'good', attempts: 3 },
    { path: 'bad first', attempts: 0 },
    { path: 'bad again', attempts: 2 },
    { path: 'bad often', attempts: 30 },
  ]
  const remove = async (path: string) => {
    if (path.startsWith('bad')) throw new Error('unavailable')
  }
  expect(await removeBatch(batch, at, remove)).toEqual({
    removed: ['good'],
    failed: [
      { path: 'bad first', attempts: 1, dueAt: secondsLater(10) },
      { path: 'bad again', attempts: 3, dueAt: secondsLater(40) },
      { path: 'bad often', attempts: 31, dueAt: secondsLater(3_600) },
    ],
  })
})
