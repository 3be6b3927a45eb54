import { describe, expect, it } from '@jest/globals'
import { getRemainingSeconds, parsePictureUrlPath, signPictureUrl } from './signed-picture-url.ts'

const DAY_S = 24 * 3_600
const noon = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1_000)
const file = { conversationId: '0199a000-0000-7000-8000-0000000000c0', random: 'ab'.repeat(16), narrower: 480 }

const getRemaining = (url: string, now: Date, secret = 'secret') => {
  const { pathname, searchParams } = new URL(url, 'http://meadow')
  return getRemainingSeconds(secret, pathname, Object.fromEntries(searchParams), now)
}

describe('a signed picture URL', () => {
  const url = signPictureUrl('secret', file, later(60))

  it('identifies its file', () => {
    expect(parsePictureUrlPath(new URL(url, 'http://meadow').pathname)).toEqual(file)
  })

  it('stays the same within an hour and changes in the next one', () => {
    expect(signPictureUrl('secret', file, later(3_600))).toBe(url)
    expect(signPictureUrl('secret', file, later(3_601))).not.toBe(url)
  })

  it('is valid for at least a day', () => {
    for (const made of [0, 1, 60, 3_599, 3_600]) {
      const url = signPictureUrl('secret', file, later(made))
      expect(getRemaining(url, later(made))).toBeGreaterThanOrEqual(DAY_S)
      expect(getRemaining(url, later(made))).toBeLessThanOrEqual(DAY_S + 3_600)
    }
    expect(getRemaining(url, later(DAY_S + 3_599))).toBe(1)
    expect(getRemaining(url, later(DAY_S + 3_600))).toBe(0)
    expect(getRemaining(url, later(3 * DAY_S))).toBe(0)
  })

  it.each([
    ['with another secret', url, 'another'],
    ['without a signature', url.replace(/&sig=.*/, ''), 'secret'],
    ['with a part of its signature', url.slice(0, -5), 'secret'],
    ['for another width', url.replace('-480', '-960'), 'secret'],
    ['with a later expiry', url.replace(/exp=(\d+)/, (_, exp) => `exp=${Number(exp) + 3_600}`), 'secret'],
    ['for another conversation', url.replace('0000000000c0', '0000000000c1'), 'secret'],
  ])('is not valid %s', (_, forgedUrl, secret) => {
    expect(getRemaining(forgedUrl, noon, secret)).toBe(0)
  })

  it('is not valid with repeated query parameters', () => {
    const { pathname, searchParams } = new URL(url, 'http://meadow')
    const [exp, sig] = [searchParams.get('exp'), searchParams.get('sig')]
    expect(getRemainingSeconds('secret', pathname, { exp: [exp, exp], sig }, noon)).toBe(0)
    expect(getRemainingSeconds('secret', pathname, { exp, sig: [sig] }, noon)).toBe(0)
  })
})
