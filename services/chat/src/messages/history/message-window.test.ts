import { describe, expect, it } from '@jest/globals'
import { CHANGES_PAGE_SIZE, MAX_SEQ, toChangesPage, toMessagePage, toSeqRange } from './message-window.ts'

const state = {
  _id: 'c',
  seq: 100,
  rev: 120,
  viewerReadUpTo: 0,
  viewerDeliveredUpTo: 100,
  unreadCount: 0,
  readUpTo: 0,
  deliveredUpTo: 0,
  viewerClearedUpTo: 0,
}
const newest = { limit: 10, before: undefined, around: undefined }

describe('a window of messages', () => {
  it('ends at its anchor, or at the newest message', () => {
    expect(toSeqRange(newest, MAX_SEQ, state)).toEqual({ first: 91, last: 100 })
    expect(toSeqRange(newest, 4, state)).toEqual({ first: 1, last: 4 })
    expect(toSeqRange(newest, 0, state)).toEqual({ first: 1, last: 0 })
  })

  it('has its anchor in the middle when it is around a message', () => {
    const around = { ...newest, around: 'id' }
    expect(toSeqRange(around, 50, state)).toEqual({ first: 46, last: 55 })
    expect(toSeqRange(around, 99, state)).toEqual({ first: 91, last: 100 })
  })

  it('begins after what the viewer has cleared', () => {
    const cleared = { ...state, viewerClearedUpTo: 95 }
    const around = { ...newest, around: 'id' }
    expect(toSeqRange(newest, MAX_SEQ, cleared)).toEqual({ first: 96, last: 100 })
    expect(toSeqRange(newest, 95, cleared)).toEqual({ first: 96, last: 95 })
    expect(toSeqRange(around, 4, cleared)).toEqual({ first: 96, last: 100 })
    const messages = [{} as never]
    expect(toMessagePage(messages, { first: 96, last: 100 }, cleared)).toMatchObject({ hasMore: false })
    expect(toMessagePage(messages, { first: 97, last: 100 }, cleared)).toMatchObject({ hasMore: true })
  })

  it('has older and newer messages as far as its range leaves some out', () => {
    const messages = [{} as never]
    expect(toMessagePage(messages, { first: 91, last: 100 }, state)).toMatchObject({ hasMore: true, hasNewer: false })
    expect(toMessagePage(messages, { first: 1, last: 10 }, state)).toMatchObject({ hasMore: false, hasNewer: true })
    expect(toMessagePage([], { first: 1, last: 0 }, state)).toMatchObject({ hasMore: false, hasNewer: true })
  })
})

describe('a page of changes', () => {
  const revs = (last: number) => Array.from({ length: CHANGES_PAGE_SIZE }, (_none, index) => last - 99 + index)

  it('reaches the revision of the conversation when it has all changes', () => {
    expect(toChangesPage([], [], state)).toMatchObject({ hasMore: false, rev: 120 })
    expect(toChangesPage([], [119], state)).toMatchObject({ hasMore: false, rev: 120 })
    expect(toChangesPage([], revs(120), state)).toMatchObject({ hasMore: false, rev: 120 })
  })

  it('reaches the revision of its last message when there are more', () => {
    expect(toChangesPage([], revs(110), state)).toMatchObject({ hasMore: true, rev: 110 })
  })
})
