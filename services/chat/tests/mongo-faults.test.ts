import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, jest } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { openMongo } from '@meadow/storage'
import { alice, bob, describeOnEachEngine, eventually, type TestMember } from '@meadow/testing'
import { onOwnEngine, startOwnServer } from '@meadow/testing/engines'
import { onSharedMongo } from '@meadow/testing/mongo'
import { createMongoChatPorts } from '../src/store.ts'
import { startChat } from './chat-harness.ts'
import { createNewMessage, openMongoChatStore } from './chat-test-stores.ts'
import { readMessageEvents } from './conversation-fixture.ts'

jest.setTimeout(180_000) // the server restarts, perhaps on a busy machine

const SENDS = 200
const POLL_MS = 10

type Chat = Awaited<ReturnType<typeof startChat>>

/** Sends one message. Retries with the same client message id until there is a response, as clients do. */
async function sendWithRetry({ as }: Chat, by: TestMember, to: TestMember, content: string): Promise<MessageView> {
  for (const clientMessageId = randomUUID(); ; ) {
    const response = await as(by).post('/messages').send({ recipientId: to._id, content, clientMessageId })
    if (response.status < 300) return response.body.message
    expect(response.status).toBe(503)
  }
}

/** Lets two members message each other concurrently, each sequentially. `done` are the acknowledged messages. */
function startConversation(chat: Chat) {
  const done: MessageView[] = []
  const write = async (by: TestMember, to: TestMember) => {
    for (let n = 0; n < SENDS / 2; n += 1) done.push(await sendWithRetry(chat, by, to, `${by.username} ${n}`))
  }
  return { done, ended: Promise.all([write(alice, bob), write(bob, alice)]) }
}

/** Waits until there are more than `count` messages, however long a busy machine takes. */
async function waitForMore(done: readonly MessageView[], count: number): Promise<void> {
  while (done.length <= count) await delay(POLL_MS)
}

/** Returns the `seq` of each `message.sent` event on the bus, once each, in their order. */
async function readSentSeqs({ platformUrl }: Chat): Promise<number[]> {
  const sent = (await readMessageEvents(platformUrl)).filter(({ type }) => type === 'message.sent')
  const byId = new Map(sent.map((event) => [event.id, event]))
  return [...byId.values()].map(({ data }) => (data as { seq: number }).seq)
}

const inOrder = Array.from({ length: SENDS }, (_none, index) => index + 1)

describeOnEachEngine(await onOwnEngine('mongodb', () => startOwnServer('mongodb')), (open) => {
  it('stores and publishes each message once and in order when it is killed during 200 sends', async () => {
    await using server = await open()
    const url = `mongodb://127.0.0.1:${server.port}/?directConnection=true`
    await using chat = await startChat({}, { openStore: () => openMongoChatStore(url) })
    for (const member of [alice, bob]) await chat.relations.addMember(member)
    await chat.relations.follow(alice, bob)
    await chat.relations.follow(bob, alice)

    const { done, ended } = startConversation(chat)
    for (const enough of [SENDS / 4, SENDS / 2]) {
      await Promise.race([waitForMore(done, enough), ended])
      await server.kill()
      await server.start()
    }
    await ended

    const storedMessages: MessageView[] = []
    for (let since = 0, hasMore = true; hasMore; ) {
      const { body } = await chat.as(bob).get(`/messages/${alice._id}/changes?since=${since}`)
      storedMessages.push(...body.messages)
      since = body.rev
      hasMore = body.hasMore
    }
    const bySeq = storedMessages.toSorted((one, other) => one.seq - other.seq)
    expect(bySeq.map(({ seq }) => seq)).toEqual(inOrder)
    expect(new Set(storedMessages.map(({ _id }) => _id))).toEqual(new Set(done.map(({ _id }) => _id)))
    for (const { username, _id } of [alice, bob]) {
      const own = bySeq.filter(({ sender }) => sender._id === _id).map(({ content }) => content)
      expect(own).toEqual(Array.from({ length: SENDS / 2 }, (_none, n) => `${username} ${n}`))
    }
    expect((await chat.as(bob).get('/messages/unread-count/total')).body.count).toBe(SENDS / 2)
    await eventually(async () => expect(await chat.store.publishedEvents()).toEqual([]))
    await eventually(async () => expect(await readSentSeqs(chat)).toEqual(inOrder))
  })
})

describeOnEachEngine(await onSharedMongo(openMongoChatStore), (open) => {
  it('gives each message its own seq when two processes open a conversation at the same time', async () => {
    await using store = await open()
    await using elsewhere = await openMongo(store.url)
    const two = [store.ports, createMongoChatPorts(elsewhere)]
    const edge = { version: 1, active: true, at: new Date() }
    for (const [from, to] of [
      [alice, bob],
      [bob, alice],
    ] as const) {
      await store.ports.members.applyProfile({ ...from, isVerified: false, profileVersion: 1 })
      await store.ports.members.setFollow({ ...edge, from: from._id, to: to._id })
    }
    const actor = { ...alice, profileVersion: 1 }
    const sends = Array.from({ length: 10 }, (_none, index) => {
      const message = createNewMessage()
      return eventually(async () => two[index % 2]?.messages.send(message, actor, { otherId: bob._id })) // again if it waits too long
    })
    const seqs = (await Promise.all(sends)).map((one) => one?.message.seq)
    expect(new Set(seqs)).toEqual(new Set(inOrder.slice(0, 10)))
    const events = await store.publishedEvents()
    expect(events.map(({ data }) => (data as { seq: number }).seq)).toEqual(inOrder.slice(0, 10))
    expect(await store.ports.receipts.readUnreadTotal(bob._id)).toEqual({ messages: 10, changeSeq: 10 })
  })
})
