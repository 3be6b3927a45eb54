import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import type { ConversationView } from '@meadow/contracts'
import { eventually, shareAcrossTests, type TestMember } from '@meadow/testing'
import { startChatApi } from './chat-api.ts'

const chat = shareAcrossTests(startChatApi)

/** Creates a member, and mutual followers with these names who have sent one message each, in this order. */
async function withPartners(names: string[]): Promise<[TestMember, TestMember[]]> {
  const { as, addMember, relations } = await chat()
  const me = await addMember()
  const partners: TestMember[] = []
  for (const fullName of names) {
    const partner = await addMember({ fullName })
    await relations.follow(me, partner)
    await relations.follow(partner, me)
    await as(partner).sendMessage(me, `I am ${fullName}`)
    partners.push(partner)
  }
  return [me, partners]
}

const namesOf = ({ conversations }: { conversations: ConversationView[] }) =>
  conversations.map(({ user }) => user.fullName)

describe('GET /messages/conversations', () => {
  it('lists conversations by their newest message, by cursor or page, with unread counts', async () => {
    const { as } = await chat()
    const [me, [ann]] = await withPartners(['Ann', 'Ben', 'Cleo'])
    expect(namesOf(await as(me).conversations())).toEqual(['Cleo', 'Ben', 'Ann'])
    await as(me).sendMessage(ann as TestMember, 'Hi Ann')
    const first = await as(me).conversations('?limit=2')
    expect(namesOf(first)).toEqual(['Ann', 'Cleo'])
    expect(first.pagination).toEqual({ hasMore: true })
    expect(first.conversations[0]).toMatchObject({
      _id: ann?._id,
      unreadCount: 1,
      rev: 2,
      canSend: true,
      readUpTo: 0,
      lastMessage: { seq: 2, content: 'Hi Ann', sender: me._id, isRead: false },
      user: { isOnline: false, lastActive: null, isFollowing: true },
    })
    expect(namesOf(await as(me).conversations(`?limit=2&cursor=${first.nextCursor}`))).toEqual(['Ben'])
    expect(namesOf(await as(me).conversations('?limit=2&page=2'))).toEqual(['Ben'])
  })

  it('filters by name and username, without wildcards', async () => {
    const { as } = await chat()
    const [me, [ines]] = await withPartners(['Inês Ávila', '100% Zoë', 'a_b \\ c'])
    const found = async (q: string) => namesOf(await as(me).conversations(`?q=${encodeURIComponent(q)}`))
    expect(await found('ines av')).toEqual(['Inês Ávila'])
    expect(await found(`@${ines?.username}`)).toEqual(['Inês Ávila'])
    expect(await found('%')).toEqual(['100% Zoë'])
    expect(await found('a_b')).toEqual(['a_b \\ c'])
    expect(await found('\\')).toEqual(['a_b \\ c'])
    expect(await found("' or 1=1 --")).toEqual([])
  })

  it('filters by unread messages and by online members', async () => {
    const { as, connect, relations } = await chat()
    const [me, [ann, ben]] = await withPartners(['Ann', 'Ben'])
    await as(me).put(`/messages/conversations/${ann?._id}/read`).expect(200)
    expect(namesOf(await as(me).conversations('?filter=unread'))).toEqual(['Ben'])
    expect(namesOf(await as(me).conversations('?filter=online'))).toEqual([])
    const { socket } = await connect(ben as TestMember)
    await eventually(async () => {
      const online = await as(me).conversations('?filter=online')
      expect(namesOf(online)).toEqual(['Ben'])
      expect(online.conversations[0].user.isOnline).toBe(true)
    })
    await relations.block(ben as TestMember, me)
    expect(namesOf(await as(me).conversations('?filter=online'))).toEqual([])
    expect((await as(me).conversation(ben as TestMember)).user).toMatchObject({ isOnline: false, lastActive: null })
    socket.disconnect()
  })
})

describe('reading', () => {
  it('moves the read mark only forward and counts the remaining unread messages', async () => {
    const { as, addMutualFollowers } = await chat()
    const [one, other] = await addMutualFollowers()
    const first = await as(other).sendMessage(one, '1')
    await as(one).sendMessage(other, '2')
    const third = await as(other).sendMessage(one, '3')
    const read = async (path: string) => (await as(one).put(`/messages/${path}/read`).expect(200)).body
    expect(await as(one).unreadCount()).toBe(2)
    expect(await read(first._id)).toMatchObject({ unreadCount: 1, total: 1 })
    expect(await read(third._id)).toMatchObject({ unreadCount: 0, total: 0 })
    const { rev } = await as(one).conversation(other)
    const unchanged = await read(first._id)
    expect(unchanged).toEqual({ unreadCount: 0, total: 0, changeSeq: unchanged.changeSeq, upToSeq: 3, rev })
    expect(await read(`conversations/${other._id}`)).toMatchObject({ unreadCount: 0, total: 0 })
    expect((await as(one).conversation(other)).rev).toBe(rev)
    await as(other).sendMessage(one, '4')
    const { changeSeq, ...read4 } = await read(`conversations/${other._id}`)
    expect(read4).toEqual({ unreadCount: 0, total: 0, upToSeq: 4, rev: (await as(one).conversation(other)).rev })
    expect(changeSeq).toBeGreaterThan(unchanged.changeSeq)
    expect(await as(other).conversation(one)).toMatchObject({ readUpTo: 4, deliveredUpTo: 4, unreadCount: 1 })
  })
})

describe('many members who write to one member at the same time', () => {
  it('are all counted, and sync lists all their conversations', async () => {
    const { as } = await chat()
    const [me, partners] = await withPartners(['1', '2', '3', '4', '5', '6'])
    const since = (await as(me).get('/messages/sync').expect(200)).body.next
    const sends = partners.flatMap((one) =>
      ['a', 'b', 'c'].map((content) => {
        const fields = { clientMessageId: randomUUID() }
        return eventually(() => as(one).sendMessage(me, content, fields)) // one that waits too long is sent again
      }),
    )
    await Promise.all(sends)
    expect(await as(me).unreadCount()).toBe(24)
    const { conversations } = (await as(me).get(`/messages/sync?since=${since}`).expect(200)).body
    const changedCounts = conversations.map(
      ({ userId, rev, unreadCount }: { userId: string; rev: number; unreadCount: number }) => [
        userId,
        { rev, unreadCount },
      ],
    )
    expect(new Map(changedCounts)).toEqual(new Map(partners.map(({ _id }) => [_id, { rev: 4, unreadCount: 4 }])))
  })
})

describe('GET /messages/mutual-followers', () => {
  it('lists mutual followers by name in pages', async () => {
    const { as, addMember, relations } = await chat()
    const [me] = await withPartners(['Cleo', 'ann', 'Ben'])
    const [oneWay, blocked] = [await addMember(), await addMember()]
    await relations.follow(me, oneWay)
    await relations.follow(me, blocked)
    await relations.follow(blocked, me)
    await relations.block(blocked, me)
    const list = async (query: string) => (await as(me).get(`/messages/mutual-followers${query}`).expect(200)).body
    const names = ({ mutualFollowers }: { mutualFollowers: { fullName: string }[] }) =>
      mutualFollowers.map((m) => m.fullName)
    expect(names(await list(''))).toEqual(['ann', 'Ben', 'Cleo'])
    const first = await list('?limit=2')
    expect(first).toMatchObject({ hasMore: true, mutualFollowers: [{ isFollowing: true, isOnline: false }, {}] })
    expect(names(await list(`?limit=2&cursor=${first.nextCursor}`))).toEqual(['Cleo'])
    expect(names(await list('?q=EN'))).toEqual(['Ben'])
  })
})

describe('GET /messages/sync', () => {
  it('lists all conversations first, then only those that changed', async () => {
    const { as } = await chat()
    const [me, [ann, ben, cleo]] = await withPartners(['Ann', 'Ben', 'Cleo'])
    const sync = async (since?: string) =>
      (
        await as(me)
          .get(`/messages/sync${since ? `?since=${since}` : ''}`)
          .expect(200)
      ).body
    const all = await sync()
    expect(all.conversations).toMatchObject(
      [cleo, ben, ann].map((other) => ({ userId: other?._id, rev: 1, unreadCount: 1 })),
    )
    expect(await sync(all.next)).toMatchObject({ conversations: [], hasMore: false, next: all.next })
    await as(me).put(`/messages/conversations/${ann?._id}/read`).expect(200)
    const changed = await sync(all.next)
    expect(changed.conversations).toMatchObject([{ userId: ann?._id, rev: 2, unreadCount: 0 }])
    expect((await sync(changed.next)).conversations).toEqual([])
  })
})
