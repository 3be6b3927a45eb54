import { expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { describeOnEachEngine, shareAcrossTests, type TestMember } from '@meadow/testing'
import { MAX_SCANNED_MESSAGES } from '../src/search/message-search.ts'
import { startChatApi } from './chat-api.ts'
import { openableStores } from './chat-test-stores.ts'

describeOnEachEngine(await openableStores(), (openStore) => {
  const chat = shareAcrossTests(() => startChatApi({}, { openStore }))

  async function setUp() {
    const started = await chat()
    const [ann, ben] = await started.addMutualFollowers()
    const searchPage = async (query: Record<string, string | number>, by: TestMember = ann, other: TestMember = ben) =>
      (await started.as(by).get(`/messages/${other._id}`).query(query).expect(200)).body
    const search = async (query: Record<string, string | number>, by?: TestMember, other?: TestMember) =>
      (await searchPage(query, by, other)).messages.map(({ content }: MessageView) => content)
    return { ...started, ann, ben, search, searchPage }
  }

  it('finds the messages of a conversation by sender, content and text', async () => {
    const { as, store, ann, ben, search } = await setUp()
    await as(ann).sendMessage(ben, 'Seeds: https://example.org/moss')
    await as(ben).sendMessage(ann, 'Seeds, please')
    const picture = await as(ben).sendMessage(ann, 'Seeds in a picture')
    await store.setPictureType(picture._id)
    expect(await search({ from: ben._id })).toEqual(['Seeds, please', 'Seeds in a picture'])
    expect(await search({ from: ann._id, q: 'seeds' })).toEqual(['Seeds: https://example.org/moss'])
    expect(await search({ from: ann._id, q: 'please' })).toEqual([])
    expect(await search({ has: 'link' })).toEqual(['Seeds: https://example.org/moss'])
    expect(await search({ has: 'link', from: ben._id })).toEqual([])
    expect(await search({ has: 'picture' }, ben, ann)).toEqual(['Seeds in a picture'])
    expect(await search({ has: 'picture', q: 'in' })).toEqual(['Seeds in a picture'])
    expect(await search({ has: 'voice' })).toEqual([])
    expect(await search({ has: 'link', end: 1 })).toEqual([])
    await as(ann).get(`/messages/${ben._id}?has=fun`).expect(400)
    await as(ann).get(`/messages/${ben._id}?from=me`).expect(400)
  })

  it('finds one or two characters within a word, as languages without blanks need it', async () => {
    const { as, ann, ben, search } = await setUp()
    await as(ben).sendMessage(ann, '這是一句中文')
    for (const q of ['句', '中文', '一句中', '這是一句中文']) expect(await search({ q })).toEqual(['這是一句中文'])
    expect(await search({ q: '日' })).toEqual([])
  })

  it('finds contents for the members of the conversation alone, and not after they are gone', async () => {
    const { as, addMember, relations, ann, ben, search } = await setUp()
    const { _id } = await as(ann).sendMessage(ben, 'https://example.org/a')
    const edited = await as(ann).sendMessage(ben, 'https://example.org/b')
    expect(await search({ has: 'link' }, await addMember(), ann)).toEqual([])
    await as(ann).put(`/messages/${edited._id}`).send({ content: 'No link' }).expect(200)
    await relations.block(ben, ann)
    expect(await search({ has: 'link' }, ben, ann)).toEqual(['https://example.org/a']) // it stays readable
    await as(ann).delete(`/messages/${_id}`).expect(200)
    expect(await search({ has: 'link' }, ben, ann)).toEqual([])
    const everywhere = await as(ann).get('/messages/search?q=has:link').expect(200)
    expect(everywhere.body.messages).toEqual([])
  })

  it('pages through the matches, newest first', async () => {
    const { as, ann, ben, searchPage } = await setUp()
    for (const name of ['a', 'b', 'c']) {
      await as(ben).sendMessage(ann, `https://example.org/${name}`)
      await as(ben).sendMessage(ann, name)
    }
    const newest = await searchPage({ has: 'link', limit: 2 })
    expect(newest).toMatchObject({ hasMore: true, hasNewer: false, nextBefore: newest.messages[0]._id })
    expect(newest.messages.map(({ seq }: MessageView) => seq)).toEqual([3, 5])
    const oldest = await searchPage({ has: 'link', limit: 2, before: newest.nextBefore })
    expect(oldest).toMatchObject({ hasMore: false, nextBefore: null, messages: [{ seq: 1 }] })
  })

  it('reads a bounded number of messages for a text that no index finds, and continues in older ones', async () => {
    const { as, store, ann, ben, search, searchPage } = await setUp()
    await as(ben).sendMessage(ann, 'Zx and zxy')
    await store.skipSeqs(ben, ann, MAX_SCANNED_MESSAGES - 1)
    await as(ben).sendMessage(ann, 'The newest')
    const newest = await searchPage({ q: 'zx' })
    expect(newest).toMatchObject({ messages: [], hasMore: true, nextBefore: expect.any(String) })
    const oldest = await searchPage({ q: 'zx', before: newest.nextBefore })
    expect(oldest).toMatchObject({ messages: [{ seq: 1 }], hasMore: false, nextBefore: null })
    expect(await searchPage({ from: ann._id })).toMatchObject({ messages: [], hasMore: true })
    expect(await search({ q: 'zxy' })).toEqual(['Zx and zxy'])
  })
})
