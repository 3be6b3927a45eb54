import { expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { deliverEvents } from '@meadow/events/testing'
import { eraseMemberBatch, memberErasureHandlers, memberEventHandlers, memberExportHandlers } from '@meadow/members'
import { newId } from '@meadow/service'
import { describeOnEachEngine, shareAcrossTests, type TestMember } from '@meadow/testing'
import { toRecordingPath } from '../src/pictures/picture-paths.ts'
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
    const setDisappearing = async () => {
      const system = { event: 'disappearing' as const, disappearAfter: 86_400 as const }
      const line = createNewMessage({ content: '', messageType: 'system', system })
      await store.messages.send(line, { ...leaver, profileVersion: 0 }, { otherId: neighbour._id })
    }
    const list = async () =>
      (await store.history.list(leaver._id, neighbour, { limit: 50, before: undefined, around: undefined })).messages
    const react = (messageId: string) => {
      const at = new Date()
      const by = { ...leaver, profileVersion: 0 }
      return store.reactions.set({ messageId, by, emoji: '👍', isSet: true, at, eventId: newId(at) })
    }
    const hide = (messageId: string) => {
      const at = new Date()
      return store.messages.hide({ messageId, by: { ...leaver, profileVersion: 0 }, at, eventId: newId(at) })
    }
    /** Lets the leaver play a recording of the neighbour. */
    const playVoice = async () => {
      const voice = { random: 'ab12', format: 'm4a' as const, status: 'ready' as const, durationMs: 1_000, peaks: [] }
      await store.scheduleMediaRemovals([toRecordingPath(voice)], new Date()) // as an upload does
      const message = createNewMessage({ content: '', messageType: 'voice', voice })
      await store.messages.send(message, { ...neighbour, profileVersion: 0 }, { otherId: leaver._id })
      const at = new Date()
      const play = { messageId: message._id, by: { ...leaver, profileVersion: 0 }, at, eventId: newId(at) }
      await store.messages.storeVoicePlay({ ...play, isHidden: false })
    }
    const star = (messageId: string) =>
      store.messages.storeStar({ messageId, memberId: leaver._id, isStarred: true, at: new Date() })
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
    const acts = { send, react, star, playVoice, hide, setDisappearing }
    return { ...store, ...acts, publishedEvents, leaver, neighbour, list, erase }
  }

  it('removes the words of a member from the conversations of others, and confirms it', async () => {
    const { leaver, neighbour, send, list, erase, react, star, playVoice, hide, ownData, messageDrafts } = await setUp()
    for (let count = 0; count < 25; count++) await send(leaver, neighbour, 'Mine')
    await send(neighbour, leaver, 'Yours')
    await react((await list()).at(-1)?._id ?? '')
    await star((await list()).at(-1)?._id ?? '')
    await playVoice()
    await hide((await list()).at(-1)?._id ?? '')
    const at = new Date()
    await messageDrafts.save({ _id: neighbour._id, memberId: leaver._id, content: 'Not sent', changedAt: at })
    const before = await ownData.count(leaver._id)
    expect(before.kinds).toEqual([
      { kind: 'messages', count: 25, since: expect.any(String) },
      { kind: 'reactions', count: 1, since: expect.any(String) },
      { kind: 'voicePlays', count: 1, since: expect.any(String) },
      { kind: 'hiddenMessages', count: 1, since: expect.any(String) },
      { kind: 'messageDrafts', count: 1, since: expect.any(String) },
      { kind: 'messageStars', count: 1, since: expect.any(String) },
      { kind: 'conversations', count: 1, since: expect.any(String) },
      { kind: 'groupInvitations', count: 0, since: null },
    ])
    const confirmed = await erase(false)
    const after = await ownData.count(leaver._id)
    expect(after.kinds).toMatchObject([
      { count: 0, since: null },
      { count: 0 },
      { count: 0 },
      { count: 0 },
      { count: 0 },
      { count: 0 },
      { count: 1 },
      { count: 0 },
    ])
    const messages = await list()
    expect(messages.map(({ content }) => content).filter(Boolean)).toEqual(['Yours'])
    expect(messages.filter(({ deletedAt }) => deletedAt)).toHaveLength(25)
    expect(messages[0]?.sender).toMatchObject({ username: '', fullName: '' })
    expect(confirmed).toMatchObject([
      {
        source: 'chat',
        data: {
          counts: {
            messages: 25,
            reactions: 1,
            voicePlays: 1,
            hiddenMessages: 1,
            messageStars: 1,
            readMarks: 1,
            messageDrafts: 1,
          },
        },
      },
    ])
  })

  it('erases a member who has set messages to disappear: the line stays, without the name', async () => {
    const { leaver, neighbour, send, setDisappearing, list, erase, ownData } = await setUp()
    await send(leaver, neighbour, 'Mine')
    await setDisappearing()
    const countMessages = async () =>
      (await ownData.count(leaver._id)).kinds.find(({ kind }) => kind === 'messages')?.count
    expect(await countMessages()).toBe(1)
    expect(await erase(false)).toMatchObject([{ data: { counts: { messages: 1 } } }])
    expect(await countMessages()).toBe(0)
    expect(await list()).toMatchObject([
      { content: '', deletedAt: expect.any(Date) },
      { messageType: 'system', system: { disappearAfter: 86_400 }, sender: { username: '', fullName: '' } },
    ])
  })

  it('leaves the words where the member has chosen so, without the name', async () => {
    const { leaver, neighbour, send, list, erase } = await setUp()
    await send(leaver, neighbour, 'Mine')
    await erase(true)
    expect(await list()).toMatchObject([{ content: 'Mine', deletedAt: null, sender: { fullName: '' } }])
  })

  it('takes the event twice, also after the confirmation, and erases what came between', async () => {
    const { leaver, neighbour, send, react, consumerStore, ownData, members, publishedEvents } = await setUp()
    await send(leaver, neighbour, 'Mine')
    const { _id: theirs } = await send(neighbour, leaver, 'Yours')
    const deps = { service: 'chat' as const, consumerStore, now: () => new Date(), newId }
    const handlers = [...memberEventHandlers, ...memberErasureHandlers, ...memberExportHandlers]
    /** Delivers `member.erased` with an id of its own, which no inbox knows, twice, and erases all that it leads to. */
    const deliverErased = async () => {
      const time = new Date()
      const envelope = { source: 'auth' as const, subject: leaver._id, id: newId(time), time }
      const erased = createEvent(events.memberErased, { ...envelope, data: { accountVersion: 9 } })
      await deliverEvents(handlers, consumerStore, [erased, erased])
      while (await eraseMemberBatch(deps));
    }
    await deliverErased()
    await react(theirs) // by a request that began before
    await deliverErased()
    await deliverErased()
    const confirmed = (await publishedEvents()).filter(
      ({ subject, type }) => subject === leaver._id && type === 'member.part-erased',
    )
    expect(confirmed.map(({ data }) => data)).toMatchObject([
      { counts: { messages: 1 } },
      { counts: { reactions: 1 } },
      { counts: {} },
    ])
    expect((await ownData.count(leaver._id)).kinds).toMatchObject([
      { count: 0 },
      { count: 0 },
      { count: 0 },
      { count: 0 },
      { count: 0 },
      { count: 0 },
      { count: 1 },
      { count: 0 },
    ])
    expect((await members.find([leaver._id])).get(leaver._id)).toMatchObject({ state: 'erased', username: '' })
  })
})
