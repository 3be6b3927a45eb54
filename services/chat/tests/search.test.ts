import { describe, expect, it } from '@jest/globals'
import { shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import { startChat } from './chat-harness.ts'
import { createConversationFixture } from './conversation-fixture.ts'

const chat = shareAcrossTests(() => startChat())

describe('GET /messages/:id with q, start and end', () => {
  it('finds a literal text in any case; a page has its oldest message first', async () => {
    const started = await chat()
    const { ann, ben, eve, send } = await createConversationFixture(started)
    const texts = [
      'Café at nine?',
      'No',
      'the CAFÉ then',
      '100% sure',
      '100 times',
      'snake_case',
      'snakeXcase',
      'back\\slash',
    ]
    for (const text of texts) await send(ann, text)
    const other = await createConversationFixture(started)
    await other.send(other.ann, 'Another café')
    const search = async (query: Record<string, string | number>, by = ben, of = ann) =>
      (await started.as(by).get(`/messages/${of._id}`).query(query)).body
    const contents = async (q: string) =>
      (await search({ q })).messages.map(({ content }: { content: string }) => content)
    expect(await contents('cafe')).toEqual(['Café at nine?', 'the CAFÉ then'])
    expect(await contents('É')).toEqual([
      'Café at nine?',
      'the CAFÉ then',
      '100% sure',
      '100 times',
      'snake_case',
      'snakeXcase',
    ])
    expect(await contents('100%')).toEqual(['100% sure'])
    expect(await contents('snake_')).toEqual(['snake_case'])
    expect(await contents('\\s')).toEqual(['back\\slash'])
    expect(await contents("'; drop table messages; --")).toEqual([])
    const newest = await search({ q: 'ca', limit: 3 })
    expect(newest).toMatchObject({ hasMore: true, hasNewer: false, messages: [{ seq: 3 }, { seq: 6 }, { seq: 7 }] })
    const before = newest.messages[0]._id
    expect(await search({ q: 'ca', limit: 3, before })).toMatchObject({ hasMore: false, messages: [{ seq: 1 }] })
    expect(await search({ q: 'cafe' }, eve, ann)).toMatchObject({ messages: [] })
    expect(await started.as(eve).get(`/messages/${UNKNOWN_ID}?q=cafe`)).toMatchObject({ status: 404 })
  })

  it('finds messages of a time span and edited texts', async () => {
    const started = await chat()
    const { ann, ben, send } = await createConversationFixture(started)
    const sentMessages = [await send(ann, 'One apple'), await send(ben, 'Two apples'), await send(ann, 'Three pears')]
    const [one, two, three] = sentMessages.map(({ createdAt }, index) => Date.parse(createdAt) + index * 60_000)
    for (const [index, { _id }] of sentMessages.entries()) await started.store.addToCreatedAt(_id, index)
    const search = async (query: Record<string, string | number | undefined>) => {
      const { body } = await started.as(ben).get(`/messages/${ann._id}`).query(query)
      return body.messages.map(({ seq }: { seq: number }) => seq)
    }
    expect(await search({ start: one, end: two })).toEqual([1, 2])
    expect(await search({ start: (one ?? 0) + 1 })).toEqual([2, 3])
    expect(await search({ end: (three ?? 0) - 1, q: 'APPLE' })).toEqual([1, 2])
    expect(await search({ before: three, q: 'p', limit: 1 })).toEqual([2])
    await started.as(ann).put(`/messages/${sentMessages[2]?._id}`).send({ content: 'Three apples' })
    expect(await search({ q: 'apple' })).toEqual([1, 2, 3])
    expect(await search({ q: 'pear' })).toEqual([])
    await started.as(ann).delete(`/messages/${sentMessages[0]?._id}`)
    expect(await search({ start: one })).toEqual([2, 3])
    const reversed = await started.as(ben).get(`/messages/${ann._id}`).query({ start: 2, end: 1 })
    expect(reversed).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })
})
