import { expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { describeOnEachEngine, shareAcrossTests, type TestMember } from '@meadow/testing'
import { startChatApi } from './chat-api.ts'
import { openableStores } from './chat-test-stores.ts'

describeOnEachEngine(await openableStores(), (openStore) => {
  const chat = shareAcrossTests(() => startChatApi({}, { openStore }))

  /** Adds a member with two conversations, and the search of a member, which returns the texts that it finds. */
  async function setUp() {
    const started = await chat()
    const { as, relations } = started
    const [ann, ben] = await started.addMutualFollowers()
    const carla = await started.addMember()
    await relations.follow(ann, carla)
    await relations.follow(carla, ann)
    const searchPage = async (by: TestMember, query: Record<string, string | number>) =>
      (await as(by).get('/messages/search').query(query).expect(200)).body
    const search = async (by: TestMember, q: string): Promise<string[]> =>
      (await searchPage(by, { q })).messages.map(({ content }: MessageView) => content)
    return { ...started, ann, ben, carla, search, searchPage }
  }

  it('finds words, phrases and tags in all conversations of the member, the newest first, and in no others', async () => {
    const { as, addMember, ann, ben, carla, search } = await setUp()
    await as(ben).sendMessage(ann, 'The moss garden near the Café')
    await as(ann).sendMessage(carla, 'cafe or garden? #Walk')
    await as(carla).sendMessage(ann, 'Łódź, 100% sure: a_b')
    expect(await search(ann, 'cafe')).toEqual(['cafe or garden? #Walk', 'The moss garden near the Café'])
    expect(await search(ann, 'garden CAFÉ')).toHaveLength(2)
    expect(await search(ann, '"moss garden"')).toEqual(['The moss garden near the Café'])
    expect(await search(ann, '"garden moss"')).toEqual([])
    expect(await search(ann, 'garden -moss')).toEqual(['cafe or garden? #Walk'])
    expect(await search(ann, '#walk')).toEqual(['cafe or garden? #Walk'])
    expect(await search(ann, 'lodz')).toEqual(['Łódź, 100% sure: a_b'])
    expect(await search(ann, 'łódź 0%')).toEqual(['Łódź, 100% sure: a_b'])
    for (const q of ['a%b', 'aXb', '.*', "'; drop table messages; --", '', '!!!'])
      expect(await search(ann, q)).toEqual([])
    expect(await search(ben, 'cafe')).toEqual(['The moss garden near the Café'])
    expect(await search(await addMember(), 'cafe')).toEqual([])
  })

  it('filters by sender, time and pictures', async () => {
    const { as, store, ann, ben, carla, search } = await setUp()
    await as(ben).sendMessage(ann, 'Seeds from Ben')
    await as(ann).sendMessage(ben, 'Seeds from Ann')
    const { _id, createdAt } = await as(carla).sendMessage(ann, 'Seeds from Carla')
    await store.setPictureType(_id)
    await store.addToCreatedAt(_id, -3 * 24 * 60)
    const day = (days: number) => new Date(Date.parse(createdAt) + days * 86_400_000).toISOString().slice(0, 10)
    expect(await search(ann, `from:@${ben.username.toUpperCase()}`)).toEqual(['Seeds from Ben'])
    expect(await search(ann, 'seeds from:me')).toEqual(['Seeds from Ann'])
    expect(await search(ann, 'seeds from:nobody_has_this_name')).toEqual([])
    expect(await search(ann, 'has:picture')).toEqual(['Seeds from Carla'])
    expect(await search(ann, 'has:voice')).toEqual([])
    expect(await search(ann, `seeds before:${day(-1)}`)).toEqual(['Seeds from Carla'])
    expect(await search(ann, `seeds after:${day(-4)} before:${day(-2)}`)).toEqual(['Seeds from Carla'])
    expect(await search(ann, `seeds after:${day(-2)}`)).toEqual(['Seeds from Ann', 'Seeds from Ben'])
    expect(await search(ann, 'seeds before:lunch')).toEqual([])
  })

  it('pages hold each match once, also those of the same time, and a newer message does not move them', async () => {
    const { as, store, ann, ben, searchPage } = await setUp()
    const sent = []
    for (const name of ['one', 'two', 'three', 'four', 'five'])
      sent.push(await as(ben).sendMessage(ann, `Bean ${name}`))
    for (const [index, { _id }] of sent.entries()) await store.addToCreatedAt(_id, index < 3 ? -10 : -5)
    const found: string[] = []
    let cursor: string | null = null
    do {
      const page = await searchPage(ann, { q: 'bean', limit: 2, ...(cursor !== null && { cursor }) })
      found.push(...page.messages.map(({ content }: MessageView) => content))
      expect(page.hasMore).toBe(page.nextCursor !== null)
      cursor = page.nextCursor
      await as(ben).sendMessage(ann, 'Bean soup')
    } while (cursor !== null)
    expect(found).toHaveLength(5)
    expect(new Set(found)).toEqual(new Set(sent.map(({ content }) => content)))
    await as(ann).get('/messages/search?q=bean&cursor=x').expect(400)
  })

  it('shows the words that it found, in code points, and what the member sees of a message', async () => {
    const { as, ann, ben, searchPage } = await setUp()
    const message = await as(ben).sendMessage(ann, '😀 Café, cafes')
    const page = await searchPage(ann, { q: 'CAFE', limit: 5 })
    expect(page.highlights).toEqual([
      {
        messageId: message._id,
        ranges: [
          { start: 2, end: 6 },
          { start: 8, end: 12 },
        ],
      },
    ])
    expect(page.messages).toMatchObject([{ sender: { username: ben.username }, recipient: { username: ann.username } }])
    expect(page.messages[0].clientMessageId).toBeNull()
  })

  it('finds edited texts, no deleted ones, and those with a blocked member, which stay readable', async () => {
    const { as, relations, ann, ben, search } = await setUp()
    const edited = await as(ben).sendMessage(ann, 'Apples')
    await as(ben).put(`/messages/${edited._id}`).send({ content: 'Pears' }).expect(200)
    const deleted = await as(ben).sendMessage(ann, 'Pears and plums')
    await as(ben).delete(`/messages/${deleted._id}`).expect(200)
    expect(await search(ann, 'apples')).toEqual([])
    await relations.block(ann, ben)
    expect(await search(ann, 'pears')).toEqual(['Pears'])
    expect(await search(ben, 'pears')).toEqual(['Pears'])
  })
})
