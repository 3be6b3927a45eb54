import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { MovedConversation, MovesWindow } from './conversation-repository.ts'
import { syncConversations } from './sync.ts'

/** The conversations of one member: the one that moved last is the last. */
function aMember(conversations: number) {
  const order = Array.from({ length: conversations }, (_none, index) => ({
    userId: `${index}`,
    move: index + 1,
    rev: 1,
  }))
  let moves = conversations
  const all = () => order.map((one): MovedConversation => ({ ...one, unreadCount: 0 }))
  return {
    all,
    move(index: number) {
      const one = order[index % order.length]
      moves += 1
      if (one) Object.assign(one, { move: moves, rev: one.rev + 1 })
    },
    moves: {
      lastMove: async () => moves,
      moved: async (_viewer: object, window: MovesWindow, limit: number) => {
        const sorted = all().toSorted((a, b) => a.move - b.move)
        const within =
          'after' in window
            ? sorted.filter(({ move }) => move > window.after)
            : sorted.filter(({ move }) => move <= window.upTo).toReversed()
        return within.slice(0, limit + 1)
      },
    },
  }
}

const viewer = { _id: 'viewer' }

describe('conversations that moved', () => {
  it('are all named, the last moved first, in pages', async () => {
    const { moves } = aMember(250)
    const first = await syncConversations(moves, viewer, undefined)
    expect(first).toMatchObject({ hasMore: true })
    expect(first.conversations).toHaveLength(100)
    expect(first.conversations[0]).toEqual({ userId: '249', rev: 1, unreadCount: 0 })
    const second = await syncConversations(moves, viewer, first.next)
    const third = await syncConversations(moves, viewer, second.next)
    expect(third).toMatchObject({ hasMore: false, conversations: { length: 50 } })
    expect(await syncConversations(moves, viewer, third.next)).toMatchObject({ conversations: [], hasMore: false })
  })

  it('are known in the end as they are, however they move meanwhile', async () => {
    const between = fc.array(fc.array(fc.nat(400), { maxLength: 5 }), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 320 }), between, async (count, moving) => {
        const member = aMember(count)
        const known = new Map<string, number>()
        let next: string | undefined
        for (let asked = 0, hasMore = true; hasMore || asked < moving.length; asked += 1) {
          const answer = await syncConversations(member.moves, viewer, next)
          for (const { userId, rev } of answer.conversations) known.set(userId, rev)
          ;({ next, hasMore } = answer)
          for (const index of moving[asked] ?? []) member.move(index)
        }
        for (let hasMore = true; hasMore; ) {
          const answer = await syncConversations(member.moves, viewer, next)
          for (const { userId, rev } of answer.conversations) known.set(userId, rev)
          ;({ next, hasMore } = answer)
        }
        expect(known).toEqual(new Map(member.all().map(({ userId, rev }) => [userId, rev])))
      }),
    )
  })

  it.each(['', 'x', Buffer.from('1:').toString('base64url'), Buffer.from('-1').toString('base64url')])(
    'are not named after a cursor that nobody gave: %j',
    async (cursor) => {
      await expect(syncConversations(aMember(1).moves, viewer, cursor)).rejects.toMatchObject({
        code: 'invalid_cursor',
      })
    },
  )
})
