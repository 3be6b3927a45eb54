import { describe, expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { encodeCursor } from '@meadow/service'
import { eventually, shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import { startChatApi } from './chat-api.ts'

const chat = shareAcrossTests(startChatApi)

describe('GET /messages/:id', () => {
  it('pages back to the first message, by id or time, and returns the messages around one', async () => {
    const { as, addMutualFollowers } = await chat()
    const [one, other] = await addMutualFollowers()
    const all = []
    for (let count = 0; count < 7; count += 1)
      all.push(await as(count % 2 ? one : other).sendMessage(count % 2 ? other : one, `${count}`))
    const seqs = ({ messages, ...more }: { messages: { seq: number }[] }) => ({
      seqs: messages.map(({ seq }) => seq),
      ...more,
    })
    const page = async (query: string) => seqs(await as(one).list(other, query))
    expect(await page('?limit=3')).toMatchObject({ seqs: [5, 6, 7], hasMore: true, hasNewer: false })
    expect(await page(`?limit=3&before=${all[4]?._id}`)).toMatchObject({
      seqs: [2, 3, 4],
      hasMore: true,
      hasNewer: true,
    })
    expect(await page(`?limit=3&before=${all[1]?._id}`)).toMatchObject({ seqs: [1], hasMore: false, hasNewer: true })
    expect(await page(`?limit=3&before=${all[0]?._id}`)).toMatchObject({ seqs: [], hasMore: false })
    expect(await page(`?before=${Date.parse(all[0]?.createdAt ?? '')}`)).toMatchObject({ seqs: [] })
    expect(await page(`?limit=2&before=${Date.now() + 60_000}`)).toMatchObject({ seqs: [6, 7] })
    expect(await page(`?limit=3&around=${all[3]?._id}`)).toMatchObject({
      seqs: [3, 4, 5],
      hasMore: true,
      hasNewer: true,
    })
    expect(await page(`?limit=5&around=${all[6]?._id}`)).toMatchObject({ hasNewer: false })
    expect((await page(`?limit=5&around=${all[0]?._id}`)).seqs).toContain(1)
  })

  it('returns the messages around the first one since a time, also after days without any', async () => {
    const { as, addMutualFollowers, store } = await chat()
    const [one, other] = await addMutualFollowers()
    const all: MessageView[] = []
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f']) all.push(await as(one).sendMessage(other, text))
    for (const { _id, seq } of all) await store.addToCreatedAt(_id, (seq > 3 ? seq - 10 : seq - 20) * 24 * 60)
    const dayOf = (seq: number) =>
      Date.parse(all[seq - 1]?.createdAt ?? '') + (seq > 3 ? seq - 10 : seq - 20) * 86_400_000
    const page = async (around: number) => {
      const { messages, hasMore, hasNewer } = await as(other).list(one, `?limit=2&around=${around}`)
      return { seqs: messages.map(({ seq }: { seq: number }) => seq), hasMore, hasNewer }
    }
    expect(await page(dayOf(2))).toEqual({ seqs: [2, 3], hasMore: true, hasNewer: true })
    expect(await page(dayOf(3) + 1_000)).toEqual({ seqs: [4, 5], hasMore: true, hasNewer: true })
    expect(await page(1)).toEqual({ seqs: [1, 2], hasMore: false, hasNewer: true })
    expect(await page(dayOf(6) + 1_000)).toEqual({ seqs: [5, 6], hasMore: true, hasNewer: false })
    expect((await as(one).list(await (await chat()).addMember(), `?around=${dayOf(1)}`)).messages).toEqual([])
  })

  it('is empty between members without messages', async () => {
    const { as, addMember } = await chat()
    const [one, other] = [await addMember(), await addMember()]
    expect(await as(one).list(other)).toEqual({ messages: [], hasMore: false, hasNewer: false, rev: 0 })
    expect(await as(one).changes(other, 0)).toMatchObject({ messages: [], rev: 0, unreadCount: 0 })
  })

  it('does not show the messages of other members', async () => {
    const { as, addMutualFollowers, addMember } = await chat()
    const [one, other] = await addMutualFollowers()
    const spy = await addMember()
    const { _id } = await as(one).sendMessage(other, 'Secret')
    await as(one).sendMessage(other, 'Secret, too')
    const readRefusal = async (pending: PromiseLike<{ status: number; body: { code?: string; error?: string } }>) => {
      const { status, body } = await pending
      return { status, code: body.code, error: body.error }
    }
    const refused = { status: 404, code: 'message_not_found', error: 'Message not found' }
    expect(await readRefusal(as(spy).put(`/messages/${_id}/read`))).toEqual(refused)
    expect(await readRefusal(as(spy).put(`/messages/${UNKNOWN_ID}/read`))).toEqual(refused)
    expect((await as(spy).list(one)).messages).toEqual([])
    expect((await as(spy).conversations()).conversations).toEqual([])
    const { conversation } = await as(spy)
      .get(`/messages/conversations/${one._id}`)
      .then(({ body }) => body)
    expect(conversation).toMatchObject({ lastMessage: null, rev: 0, canSend: true, request: 'sent' })
    const mutual = await addMember()
    const { relations } = await chat()
    await relations.follow(mutual, one)
    await relations.follow(one, mutual)
    await as(one).sendMessage(mutual, 'Hi')
    expect(await readRefusal(as(mutual).get(`/messages/${one._id}?before=${_id}`))).toEqual(refused)
    expect(await readRefusal(as(mutual).get(`/messages/${one._id}?around=${_id}`))).toEqual(refused)
  })

  it.each([
    ['/messages/nobody', 400],
    [`/messages/${UNKNOWN_ID.toUpperCase()}`, 400],
    [`/messages/${UNKNOWN_ID}`, 404],
    [`/messages/${UNKNOWN_ID}/changes?since=0`, 404],
    [`/messages/${UNKNOWN_ID}/changes`, 400],
    [`/messages/${UNKNOWN_ID}/changes?since=-1`, 400],
    [`/messages/${UNKNOWN_ID}?start=2&end=1`, 400],
    [`/messages/${UNKNOWN_ID}?before=yesterday`, 400],
    [`/messages/${UNKNOWN_ID}?limit=51`, 400],
    ['/messages/conversations?cursor=x', 400],
    ['/messages/conversations?page=999', 400],
    ['/messages/sync?since=x', 400],
    ['/messages/mutual-followers?cursor=x', 400],
    [`/messages/conversations/${UNKNOWN_ID}`, 404],
  ])('%s is %i', async (path, status) => {
    const { as, addMember } = await chat()
    expect((await as(await addMember()).get(path)).status).toBe(status)
  })

  it.each([
    ['/changes?since=2147483647', 200],
    ['/changes?since=2147483648', 400],
    ['/changes?since=999999999999999', 400],
    ['?before=253402300799999', 200],
    ['?before=253402300800000', 400],
    ['?start=0&end=253402300799998', 200], // `end` is included, and the stand-in of MongoDB knows no year 10000
    ['?start=253402300800000', 400],
    ['?end=999999999999999', 400],
    [`/threads?cursor=${encodeCursor('999999999')}`, 200],
  ])('of integers at the limits of the database answers %s with %i', async (path, status) => {
    const { as, addMutualFollowers } = await chat()
    const [one, other] = await addMutualFollowers()
    await as(one).sendMessage(other, 'Hi')
    expect((await as(one).get(`/messages/${other._id}${path}`)).status).toBe(status)
  })

  it.each([
    ['/messages/sync', 'since', '999999999999999'],
    ['/messages/sync', 'since', '0:999999999999999'],
    ['/messages/conversations', 'cursor', `253402300799999:${UNKNOWN_ID}`],
  ])('%s takes the greatest number of a cursor: %s=%s', async (path, parameter, cursor) => {
    const { as, addMutualFollowers } = await chat()
    const [one, other] = await addMutualFollowers()
    await as(one).sendMessage(other, 'Hi')
    expect((await as(one).get(`${path}?${parameter}=${encodeCursor(cursor)}`)).status).toBe(200)
  })

  it('returns the delivery status of each message', async () => {
    const { as, addMutualFollowers } = await chat()
    const [one, other] = await addMutualFollowers()
    await as(one).sendMessage(other, 'First')
    const second = await as(one).sendMessage(other, 'Second')
    await as(other).list(one)
    const statuses = async () => (await as(one).list(other)).messages.map(({ status }: { status: string }) => status)
    await eventually(async () => expect(await statuses()).toEqual(['delivered', 'delivered']))
    await as(one).sendMessage(other, 'Third')
    expect((await as(other).put(`/messages/${second._id}/read`)).body).toMatchObject({ unreadCount: 1, total: 1 })
    expect(await statuses()).toEqual(['read', 'read', 'sent'])
  })
})
