import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { decodeKeysetCursor, encodeKeysetCursor, toKeysetPage, toKeysetWindow } from './keyset-window.ts'

const key = { _id: '018f3a10-0000-7000-8000-000000000001', createdAt: new Date('2026-03-01T12:00:00.123Z') }

describe('cursors', () => {
  it('are decoded to the key that they encode', () => {
    expect(decodeKeysetCursor(encodeKeysetCursor(key))).toEqual(key)
  })

  it('that are malformed are refused', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (cursor) => {
        expect(() => decodeKeysetCursor(cursor)).toThrow(expect.objectContaining({ code: 'invalid_cursor' }))
      }),
    )
    const padded = `${encodeKeysetCursor(key)}==`
    expect(() => decodeKeysetCursor(padded)).toThrow(expect.objectContaining({ code: 'invalid_cursor' }))
  })
})

describe('toWindow', () => {
  it('skips whole pages', () => {
    expect(toKeysetWindow({ limit: 5, page: 3 })).toEqual({ limit: 5, after: undefined, skip: 10 })
  })

  it('uses the cursor if there is one', () => {
    expect(toKeysetWindow({ limit: 5, page: 900, cursor: encodeKeysetCursor(key) })).toEqual({
      limit: 5,
      after: key,
      skip: 0,
    })
  })

  it('refuses a page beyond 1,000 entries', () => {
    expect(toKeysetWindow({ limit: 5, page: 201 })).toMatchObject({ skip: 1_000 })
    expect(() => toKeysetWindow({ limit: 5, page: 202 })).toThrow(expect.objectContaining({ code: 'page_too_deep' }))
  })
})

describe('toPage', () => {
  it('returns the next cursor while there are more entries', () => {
    const keys = [1, 2, 3].map((second) => ({ ...key, createdAt: new Date(second * 1_000) })).toReversed()
    expect(toKeysetPage(keys, 2)).toMatchObject({
      page: keys.slice(0, 2),
      hasMore: true,
      nextCursor: expect.any(String),
    })
    expect(toKeysetPage(keys, 3)).toEqual({ page: keys, hasMore: false, nextCursor: null })
    expect(toKeysetPage([], 3)).toEqual({ page: [], hasMore: false, nextCursor: null })
  })
})
