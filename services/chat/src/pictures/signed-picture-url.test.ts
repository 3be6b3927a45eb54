import { describe, expect, it } from '@jest/globals'
import { getRemainingSeconds, parsePictureUrlPath, signPictureUrl } from './signed-picture-url.ts'

const DAY_S = 24 * 3_600
const noon = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1_000)
const file = { conversationId: '0199a000-0000-7000-8000-0000000000c0', random: 'ab'.repeat(16), narrower: 480 }

const left = (address: string, now: Date, secret = 'secret') => {
  const { pathname, searchParams } = new URL(address, 'http://meadow')
  return getRemainingSeconds(secret, pathname, Object.fromEntries(searchParams), now)
}

describe('a signed address', () => {
  const address = signPictureUrl('secret', file, later(60))

  it('names its file', () => {
    expect(parsePictureUrlPath(new URL(address, 'http://meadow').pathname)).toEqual(file)
  })

  it('is the same within an hour, and another one in the next', () => {
    expect(signPictureUrl('secret', file, later(3_600))).toBe(address)
    expect(signPictureUrl('secret', file, later(3_601))).not.toBe(address)
  })

  it('is good for a day, whenever in the hour it was made', () => {
    for (const made of [0, 1, 60, 3_599, 3_600]) {
      const address = signPictureUrl('secret', file, later(made))
      expect(left(address, later(made))).toBeGreaterThanOrEqual(DAY_S)
      expect(left(address, later(made))).toBeLessThanOrEqual(DAY_S + 3_600)
    }
    expect(left(address, later(DAY_S + 3_599))).toBe(1)
    expect(left(address, later(DAY_S + 3_600))).toBe(0)
    expect(left(address, later(3 * DAY_S))).toBe(0)
  })

  it.each([
    ['for another secret', address, 'another'],
    ['without a signature', address.replace(/&sig=.*/, ''), 'secret'],
    ['with half of it', address.slice(0, -5), 'secret'],
    ['for another width', address.replace('-480', '-960'), 'secret'],
    ['for a later end', address.replace(/exp=(\d+)/, (_, exp) => `exp=${Number(exp) + 3_600}`), 'secret'],
    ['for another conversation', address.replace('0000000000c0', '0000000000c1'), 'secret'],
  ])('is none %s', (_, forged, secret) => {
    expect(left(forged, noon, secret)).toBe(0)
  })

  it('is none with values that come twice', () => {
    const { pathname, searchParams } = new URL(address, 'http://meadow')
    const [exp, sig] = [searchParams.get('exp'), searchParams.get('sig')]
    expect(getRemainingSeconds('secret', pathname, { exp: [exp, exp], sig }, noon)).toBe(0)
    expect(getRemainingSeconds('secret', pathname, { exp, sig: [sig] }, noon)).toBe(0)
  })
})
