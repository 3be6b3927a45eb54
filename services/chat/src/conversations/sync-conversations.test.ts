import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { ChangedConversation, ChangeSeqWindow } from './conversation-repository.ts'
import { syncConversations } from './sync-conversations.ts'

const marks = { mutedUntil: null, pinnedAt: null, archived: false, isUnread: false }

/** Creates a fake store with the conversations of one member. */
function createFakeStore(conversations: number) {
  const order = Array.from({ length: conversations }, (_none, index) => ({
    userId: `${index}`,
    changeSeq: index + 1,
    rev: 1,
  }))
  let changeSeq = conversations
  const list = () => order.map((one): ChangedConversation => ({ ...one, unreadCount: 0, marks }))
  return {
    list,
    change(index: number) {
      const one = order[index % order.length]
      changeSeq += 1
      if (one) Object.assign(one, { changeSeq, rev: one.rev + 1 })
    },
    conversations: {
      readChangeSeq: async () => changeSeq,
      listChanged: async (_viewer: object, window: ChangeSeqWindow, limit: number) => {
        const sorted = list().toSorted((a, b) => a.changeSeq - b.changeSeq)
        const within =
          'after' in window
            ? sorted.filter((one) => one.changeSeq > window.after)
            : sorted.filter((one) => one.changeSeq <= window.upTo).toReversed()
        return within.slice(0, limit + 1)
      },
    },
  }
}

const viewer = { _id: 'viewer' }

describe('syncConversations', () => {
  it('returns all conversations in pages, the last changed first', async () => {
    const { conversations } = createFakeStore(250)
    const first = await syncConversations(conversations, viewer, undefined)
    expect(first).toMatchObject({ hasMore: true })
    expect(first.conversations).toHaveLength(100)
    expect(first.conversations[0]).toEqual({ userId: '249', rev: 1, unreadCount: 0, marks })
    const second = await syncConversations(conversations, viewer, first.next)
    const third = await syncConversations(conversations, viewer, second.next)
    expect(third).toMatchObject({ hasMore: false, conversations: { length: 50 } })
    expect(await syncConversations(conversations, viewer, third.next)).toMatchObject({
      conversations: [],
      hasMore: false,
    })
  })

  it('misses no change that happens between the pages', async () => {
    const changesBetweenPages = fc.array(fc.array(fc.nat(400), { maxLength: 5 }), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 320 }), changesBetweenPages, async (count, changes) => {
        const store = createFakeStore(count)
        const receivedSeqs = new Map<string, number>()
        let next: string | undefined
        for (let round = 0, hasMore = true; hasMore || round < changes.length; round += 1) {
          const response = await syncConversations(store.conversations, viewer, next)
          for (const { userId, rev } of response.conversations) receivedSeqs.set(userId, rev)
          ;({ next, hasMore } = response)
          for (const index of changes[round] ?? []) store.change(index)
        }
        for (let hasMore = true; hasMore; ) {
          const response = await syncConversations(store.conversations, viewer, next)
          for (const { userId, rev } of response.conversations) receivedSeqs.set(userId, rev)
          ;({ next, hasMore } = response)
        }
        expect(receivedSeqs).toEqual(new Map(store.list().map(({ userId, rev }) => [userId, rev])))
      }),
    )
  })

  it.each(['', 'x', Buffer.from('1:').toString('base64url'), Buffer.from('-1').toString('base64url')])(
    'refuses a cursor that it did not return: %j',
    async (cursor) => {
      await expect(syncConversations(createFakeStore(1).conversations, viewer, cursor)).rejects.toMatchObject({
        code: 'invalid_cursor',
      })
    },
  )
})
