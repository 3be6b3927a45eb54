import { expect, it } from '@jest/globals'
import { planReadBatch } from './read-batch.ts'

const total = { messages: 9, changeSeq: 20 }
const memberIds = ['ann', 'ben']
const state = { _id: 'two', seq: 6, rev: 8, movedAt: new Date(0), memberIds, readUpTo: 1, unreadCount: 5, total }
const conversation = { ...state, otherId: 'ann' }
const request = { memberId: 'ben', address: { otherId: 'ann' }, at: new Date(1), eventId: 'event' }
const readUpTo = (upToSeq: number | undefined, unreadAfter: number) => ({
  ...request,
  upToSeq,
  conversation: { ...conversation, unreadAfter },
})

it('moves marks forward, with a rev for each, and takes what was read from the unread count once', () => {
  const planned = planReadBatch([readUpTo(3, 3), readUpTo(2, 4), readUpTo(undefined, 0)])
  expect(planned.map((read) => read?.result)).toMatchObject([
    { isChanged: true, upToSeq: 3, rev: 9, unreadCount: 3 },
    { isChanged: false, upToSeq: 3, rev: 9, unreadCount: 3 },
    { isChanged: true, upToSeq: 6, rev: 10, unreadCount: 0 },
  ])
  expect(planned.map((read) => read?.unreadChange)).toEqual([-2, 0, -3])
})

it('keeps the marks of both members apart, and leaves reads without a conversation', () => {
  const planned = planReadBatch([
    readUpTo(undefined, 0),
    { ...request, memberId: 'ann', upToSeq: 2, conversation: { ...conversation, unreadAfter: 2 } },
    { ...request, upToSeq: 2, conversation: undefined },
  ])
  expect(planned.map((read) => read?.result.upToSeq)).toEqual([6, 2, undefined])
  expect(planned.map((read) => read?.result.rev)).toEqual([9, 10, undefined])
})
