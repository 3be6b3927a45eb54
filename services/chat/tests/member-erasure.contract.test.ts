import { expect, it } from '@jest/globals'
import { eraseMemberBatch } from '@meadow/members'
import { newId } from '@meadow/service'
import { describeOnEachEngine, shareAcrossTests, type TestMember } from '@meadow/testing'
import { addMutualFollowers, createNewMessage, openableStores } from './chat-test-stores.ts'

describeOnEachEngine(await openableStores(), (open) => {
  const opened = shareAcrossTests(open)

  async function setUp() {
    const { ports: store, publishedEvents } = await opened()
    const [leaver, neighbour] = await addMutualFollowers(store)
    const send = async (by: TestMember, to: TestMember, content: string) => {
      const message = createNewMessage({ content })
      return (await store.messages.send(message, { ...by, profileVersion: 0 }, { otherId: to._id })).message
    }
    const list = async () =>
      (await store.history.list(leaver._id, neighbour, { limit: 50, before: undefined, around: undefined })).messages
    const react = (messageId: string) => {
      const at = new Date()
      const by = { ...leaver, profileVersion: 0 }
      return store.reactions.set({ messageId, by, emoji: '👍', isSet: true, at, eventId: newId(at) })
    }
    const erase = async (keepsMessages: boolean) => {
      await store.consumerStore.transaction(async ({ erasures, members }) => {
        await members.applyAccount({ _id: leaver._id, accountVersion: 9, state: 'erased' })
        await erasures.begin({ memberId: leaver._id, keepsMessages, counts: {} })
      })
      const deps = { service: 'chat' as const, consumerStore: store.consumerStore, now: () => new Date(), newId }
      while (await eraseMemberBatch(deps));
      const events = (await publishedEvents()).filter(({ subject }) => subject === leaver._id)
      return events.filter(({ type }) => type === 'member.part-erased')
    }
    return { ...store, leaver, neighbour, send, react, list, erase }
  }

  it('removes the words of a member from the conversations of others, and confirms it', async () => {
    const { leaver, neighbour, send, list, erase, react, ownData } = await setUp()
    for (let count = 0; count < 25; count++) await send(leaver, neighbour, 'Mine')
    await send(neighbour, leaver, 'Yours')
    await react((await list()).at(-1)?._id ?? '')
    const before = await ownData.count(leaver._id)
    expect(before.kinds).toEqual([
      { kind: 'messages', count: 25, since: expect.any(String) },
      { kind: 'reactions', count: 1, since: expect.any(String) },
      { kind: 'conversations', count: 1, since: expect.any(String) },
    ])
    const confirmed = await erase(false)
    const after = await ownData.count(leaver._id)
    expect(after.kinds).toMatchObject([{ count: 0, since: null }, { count: 0 }, { count: 1 }])
    const messages = await list()
    expect(messages.map(({ content }) => content).filter(Boolean)).toEqual(['Yours'])
    expect(messages.filter(({ deletedAt }) => deletedAt)).toHaveLength(25)
    expect(messages[0]?.sender).toMatchObject({ username: '', fullName: '' })
    expect(confirmed).toMatchObject([
      { source: 'chat', data: { counts: { messages: 25, reactions: 1, readMarks: 1 } } },
    ])
  })

  it('leaves the words where the member has chosen so, without the name', async () => {
    const { leaver, neighbour, send, list, erase } = await setUp()
    await send(leaver, neighbour, 'Mine')
    await erase(true)
    expect(await list()).toMatchObject([{ content: 'Mine', deletedAt: null, sender: { fullName: '' } }])
  })
})
