import { expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import { startChatApi } from './chat-api.ts'
import { openableStores } from './chat-test-stores.ts'
import { waitForPushes } from './conversation-fixture.ts'

describeOnEachEngine(await openableStores(), (openStore) => {
  const chat = shareAcrossTests(() => startChatApi({}, { openStore }))

  /** Adds two members who follow each other, and a third one. */
  async function setUp() {
    const started = await chat()
    const [ann, ben] = await started.addMutualFollowers()
    const carla = await started.addMember()
    const list = async (): Promise<MessageView[]> => (await started.as(ben).list(ann)).messages
    return { ...started, ann, ben, carla, list }
  }

  it('a message has its links, tags and mentions, for both members, in responses and pushes', async () => {
    const { as, connect, ann, ben, carla, list } = await setUp()
    const device = await connect(ben)
    const name = `@${carla.username}`
    const message = await as(ann).sendMessage(ben, `😀 ${name}, see example.org #walk and me@example.org`)
    const end = 2 + name.length
    const facets = [
      { start: 2, end, memberId: carla._id },
      { start: end + 6, end: end + 17, url: 'https://example.org/' },
      { start: end + 18, end: end + 23, tag: 'walk' },
    ]
    expect(message.facets).toEqual(facets)
    expect((await list())[0]?.facets).toEqual(facets)
    expect((await waitForPushes(device, 'newMessage'))[0]?.facets).toEqual(facets)
    expect(await as(ann).sendMessage(ben, 'Plain, me@example.org, https://localhost/')).not.toHaveProperty('facets')
  })

  it('a link of letters that look like others has its host in ASCII, and code has none', async () => {
    const { as, ann, ben } = await setUp()
    const { facets } = await as(ann).sendMessage(ben, 'https://аррӏе.com `https://example.org` javascript:alert(1)')
    expect(facets).toEqual([{ start: 0, end: 17, url: 'https://xn--80ak6aa92e.com/' }])
  })

  it('an edit finds them again, and a deletion removes them', async () => {
    const { as, connect, ann, ben, list } = await setUp()
    const device = await connect(ben)
    const { _id } = await as(ann).sendMessage(ben, 'See example.org')
    const edit = async (content: string): Promise<MessageView> =>
      (await as(ann).put(`/messages/${_id}`).send({ content })).body.message
    expect((await edit('Now example.com')).facets).toEqual([{ start: 4, end: 15, url: 'https://example.com/' }])
    expect(await edit('Nothing')).not.toHaveProperty('facets')
    expect((await list())[0]).not.toHaveProperty('facets')
    expect((await waitForPushes(device, 'messageEdited', 2)).map(({ facets }) => facets?.length)).toEqual([
      1,
      undefined,
    ])
    await edit('Again example.org')
    await as(ann).delete(`/messages/${_id}`).expect(200)
    expect((await list())[0]).toMatchObject({ content: '', deletedAt: expect.any(String) })
    expect((await list())[0]).not.toHaveProperty('facets')
  })

  it('nobody is mentioned across a block, and at most ten members are', async () => {
    const { as, relations, addMember, ann, ben, carla } = await setUp()
    await relations.block(carla, ann)
    const many = await Promise.all(Array.from({ length: 12 }, () => addMember()))
    const content = [carla, ...many].map(({ username }) => `@${username}`).join(' ')
    const { facets } = await as(ann).sendMessage(ben, content)
    expect(facets?.map(({ memberId }) => memberId)).toEqual(many.slice(0, 9).map(({ _id }) => _id))
  })
})
