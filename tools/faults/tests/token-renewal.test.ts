import { expect, it } from '@jest/globals'
import { createTokenRenewal } from '../src/token-renewal.ts'

const MINUTE_MS = 60_000

it('renews the token of a member after ten minutes, once for all requests at that time', async () => {
  let [time, signIns] = [0, 0]
  const tokens = createTokenRenewal(() => time)
  tokens.track('first', async () => `renewed ${++signIns}`)
  time = 9 * MINUTE_MS
  expect(await tokens.getCurrent('first')).toBe('first')
  time = 10 * MINUTE_MS
  expect(await Promise.all([tokens.getCurrent('first'), tokens.getCurrent('first')])).toEqual([
    'renewed 1',
    'renewed 1',
  ])
  time = 19 * MINUTE_MS
  expect(await tokens.getCurrent('first')).toBe('renewed 1')
  time = 20 * MINUTE_MS
  expect(await tokens.getCurrent('first')).toBe('renewed 2')
})

it('keeps the token of an ended session', async () => {
  let time = 0
  const tokens = createTokenRenewal(() => time)
  time = 60 * MINUTE_MS
  expect(await tokens.getCurrent('ended')).toBe('ended')
})
