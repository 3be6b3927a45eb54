import { describe, expect, it } from '@jest/globals'
import { ann, aPost, kofi } from '@meadow/features/testing'
import { findLeftOff, findNewest, getLaterPosition, toVisitStart } from './reading-mark.ts'

const at = (minute: number) => `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`
const post = (minute: number, user = kofi) => aPost({ createdAt: at(minute), user })
const start = (seenUntil: string | null) => ({ newest: at(59), seenUntil })

describe('the mark', () => {
  it('stands above the first post that was seen', () => {
    const feed = [post(9), post(8), post(5), post(4)]
    expect(findLeftOff(feed, start(at(5)), ann._id)).toEqual({ id: feed[2]?._id, newCount: 2 })
  })

  it('divides the feed although the post of the position was deleted', () => {
    const feed = [post(9), post(4), post(3)]
    expect(findLeftOff(feed, start(at(5)), ann._id)).toEqual({ id: feed[1]?._id, newCount: 1 })
  })

  it('is left out if nothing is new, nothing was seen, or the position is further down than what is loaded', () => {
    const feed = [post(9), post(8)]
    expect(findLeftOff(feed, start(at(9)), ann._id)).toBeUndefined()
    expect(findLeftOff(feed, start(null), ann._id)).toBeUndefined()
    expect(findLeftOff(feed, start(at(2)), ann._id)).toBeUndefined()
    expect(findLeftOff([], start(at(2)), ann._id)).toBeUndefined()
  })

  it('never counts posts and shares of the viewer as new', () => {
    const shared = { ...post(1), sharedBy: { _id: 's', user: ann, createdAt: at(9) } }
    const feed = [post(10, ann), shared, post(5)]
    expect(findLeftOff(feed, start(at(5)), ann._id)).toBeUndefined()
    expect(findNewest(feed, ann._id)).toEqual({ id: feed[2]?._id, time: at(5) })
    expect(findNewest([post(10, ann)], ann._id)).toBeUndefined()
  })

  it('takes a share by its own time, not by that of the original', () => {
    const shared = { ...post(1, ann), sharedBy: { _id: 's', user: kofi, createdAt: at(9) } }
    const feed = [shared, post(5)]
    expect(findNewest(feed, ann._id)).toEqual({ id: shared._id, time: at(9) })
    expect(findLeftOff(feed, start(at(5)), ann._id)).toEqual({ id: feed[1]?._id, newCount: 1 })
  })
})

describe('a visit', () => {
  it('begins with newer posts only, so that the mark stays when the newest post is deleted or the position moves', () => {
    const begun = toVisitStart(null, at(9), at(5))
    expect(begun).toEqual({ newest: at(9), seenUntil: at(5) })
    expect(toVisitStart(begun, at(9), at(9))).toBe(begun)
    expect(toVisitStart(begun, at(8), at(9))).toBe(begun)
    expect(toVisitStart(begun, at(10), at(9))).toEqual({ newest: at(10), seenUntil: at(9) })
  })

  it('knows the later position of this device and of the others', () => {
    expect(getLaterPosition(null, null)).toBeNull()
    expect(getLaterPosition(at(1), null)).toBe(at(1))
    expect(getLaterPosition(null, at(1))).toBe(at(1))
    expect(getLaterPosition(at(1), at(2))).toBe(at(2))
  })
})
