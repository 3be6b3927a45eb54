import { describe, expect, it } from '@jest/globals'
import type { ConversationView } from '@meadow/contracts'
import { eventually, shareAcrossTests, type TestMember } from '@meadow/testing'
import { createTestEvents } from '@meadow/testing/service'
import { startChatApi } from './chat-api.ts'
import { waitForPushes } from './conversation-fixture.ts'

const chat = shareAcrossTests(startChatApi)
const relationEvents = createTestEvents(() => new Date())

describe('hidden read marks', () => {
  /** One of the two hides read marks; the writer's message was read by the reader, in a thread, too. */
  async function readMessage(hiding: 'reader' | 'writer' | 'nobody') {
    const started = await chat()
    const { as, relations, addMutualFollowers, connect } = started
    const [writer, reader] = await addMutualFollowers()
    if (hiding !== 'nobody')
      await relations.setContactPrivacy(hiding === 'reader' ? reader : writer, { sendReadMarks: false })
    const { _id: rootId } = await as(writer).sendMessage(reader, 'Hello')
    await as(writer).sendMessage(reader, 'Again', { threadId: rootId })
    const [toWriter, toReader] = await Promise.all([connect(writer), connect(reader)])
    const read = await as(reader).put(`/messages/conversations/${writer._id}/read`).expect(200)
    await waitForPushes(toReader, 'messageRead')
    return { ...started, writer, reader, rootId, toWriter, toReader, read }
  }

  it.each(['reader', 'writer', 'nobody'] as const)(
    'show on no read path and in no push: hidden by %s',
    async (hiding) => {
      const { as, writer, reader, rootId, toWriter, read, waitUntilPushed } = await readMessage(hiding)
      const isShown = hiding === 'nobody'
      const status = isShown ? 'read' : expect.stringMatching(/^(sent|delivered)$/)
      const wanted = { isRead: isShown, status }
      expect((await as(writer).list(reader)).messages).toMatchObject([wanted, wanted])
      const { body: changes } = await as(writer).get(`/messages/${reader._id}/changes?since=0`)
      expect(changes.messages).toMatchObject([wanted, wanted])
      expect(changes.readUpTo).toBe(isShown ? 2 : 0)
      const { body: thread } = await as(writer).get(`/messages/thread/${rootId}`)
      expect(thread).toMatchObject({ root: wanted, messages: [wanted] })
      const { body: threads } = await as(writer).get(`/messages/${reader._id}/threads`)
      expect(threads.threads).toMatchObject([{ root: wanted }])
      const { body: found } = await as(writer).get(`/messages/conversations/${reader._id}`)
      expect(found.conversation).toMatchObject({ readUpTo: isShown ? 2 : 0, lastMessage: { isRead: isShown } })
      const { body: inbox } = await as(writer).get('/messages/conversations')
      expect(inbox.conversations).toMatchObject([{ readUpTo: isShown ? 2 : 0, lastMessage: { isRead: isShown } }])
      const edit = await as(writer).put(`/messages/${rootId}`).send({ content: 'Hello!' })
      expect(edit.body.message).toMatchObject(wanted)
      await waitUntilPushed(toWriter, writer)
      expect(toWriter.received('messageRead')).toHaveLength(isShown ? 1 : 0)
      expect(read.body).toMatchObject({ unreadCount: 0, upToSeq: 2 })
    },
  )

  it('change nothing by which the other could tell: neither `rev` nor what is synchronized', async () => {
    const { as, relations, addMutualFollowers } = await chat()
    const [writer, reader] = await addMutualFollowers()
    await relations.setContactPrivacy(reader, { sendReadMarks: false })
    const { _id } = await as(writer).sendMessage(reader, 'Hello')
    await as(writer).sendMessage(reader, 'Again')
    await as(reader).list(writer) // both are delivered then
    const readAsWriter = async () => {
      const { body: sync } = await as(writer).get('/messages/sync').expect(200)
      const { body: found } = await as(writer).get(`/messages/conversations/${reader._id}`)
      return { sync, conversation: found.conversation, changes: await as(writer).changes(reader, 0) }
    }
    const before = await eventually(async () => {
      const found = await readAsWriter()
      expect(found.conversation.deliveredUpTo).toBe(2)
      expect(await readAsWriter()).toEqual(found) // the first read marks the writer's own messages as delivered to the writer
      return found
    })
    await as(reader).put(`/messages/${_id}/read`).expect(200)
    expect(await as(reader).unreadCount()).toBe(1)
    await as(reader).put(`/messages/conversations/${writer._id}/read`).expect(200)
    expect(await as(reader).unreadCount()).toBe(0)
    expect(await readAsWriter()).toEqual(before)
    const { rev } = await as(writer).sendMessage(reader, 'And again')
    expect(rev).toBe(before.conversation.rev + 1)
  })

  it('still move for the own devices, and leave the marks of delivery', async () => {
    const { as, writer, reader, toReader } = await readMessage('reader')
    expect(toReader.received('messageRead')).toMatchObject([{ userId: writer._id, readerId: reader._id, upToSeq: 2 }])
    const { body } = await as(reader).get(`/messages/conversations/${writer._id}`)
    expect(body.conversation).toMatchObject({ unreadCount: 0, lastMessage: { isRead: true } })
    expect((await as(writer).list(reader)).messages).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }])
  })
})

it('hidden typing is pushed in neither direction', async () => {
  const { as, relations, addMutualFollowers, connect, waitUntilPushed } = await chat()
  const [one, other] = await addMutualFollowers()
  await as(one).sendMessage(other, 'Hello')
  const [oneSocket, otherSocket] = await Promise.all([connect(one), connect(other)])
  await relations.setContactPrivacy(one, { showTyping: false })
  await oneSocket.emit('typing', { recipientId: other._id })
  await otherSocket.emit('typing', { recipientId: one._id })
  await waitUntilPushed(oneSocket, one)
  await waitUntilPushed(otherSocket, other)
  expect([oneSocket.received('typing'), otherSocket.received('typing')]).toEqual([[], []])
  await relations.setContactPrivacy(one, { showTyping: true })
  await oneSocket.emit('typing', { recipientId: other._id })
  expect(await waitForPushes(otherSocket, 'typing')).toHaveLength(1)
})

describe('a privacy exception', () => {
  const readPresence = async (found: { get(path: string): PromiseLike<{ body: unknown }> }, { _id }: TestMember) => {
    const { body } = (await found.get(`/messages/conversations/${_id}`)) as { body: { conversation: ConversationView } }
    return body.conversation.user.isOnline
  }

  it('hides from one member only, and shows one member what the settings hide', async () => {
    const { as, relations, addMutualFollowers, connect, waitUntilPushed } = await chat()
    const [one, other] = await addMutualFollowers()
    const [third] = await addMutualFollowers()
    await relations.follow(one, third)
    await relations.follow(third, one)
    await as(one).sendMessage(other, 'Hello')
    await as(one).sendMessage(third, 'Hello')
    const [oneSocket, otherSocket, thirdSocket] = await Promise.all([connect(one), connect(other), connect(third)])
    await eventually(async () => expect(await readPresence(as(other), one)).toBe(true))

    await relations.setPrivacyException(one, other, { showOnline: false, showTyping: false })
    expect([await readPresence(as(other), one), await readPresence(as(one), other)]).toEqual([false, false])
    expect(await readPresence(as(third), one)).toBe(true)
    for (const { _id } of [other, third]) await oneSocket.emit('typing', { recipientId: _id })
    expect(await waitForPushes(thirdSocket, 'typing')).toHaveLength(1)
    await waitUntilPushed(otherSocket, other)
    expect(otherSocket.received('typing')).toEqual([])

    await relations.setContactPrivacy(one, { showOnline: false, showTyping: false })
    await relations.setPrivacyException(one, other, { showOnline: true, showTyping: true })
    expect([await readPresence(as(other), one), await readPresence(as(third), one)]).toEqual([true, false])
    await oneSocket.emit('typing', { recipientId: other._id })
    expect(await waitForPushes(otherSocket, 'typing')).toHaveLength(1)
  })

  it('hides read marks on reads and pushes from one member', async () => {
    const { as, relations, addMutualFollowers, connect, waitUntilPushed } = await chat()
    const [writer, reader] = await addMutualFollowers()
    const { _id } = await as(writer).sendMessage(reader, 'Hello')
    const toWriter = await connect(writer)
    await relations.setPrivacyException(reader, writer, { sendReadMarks: false })
    await as(reader).put(`/messages/${_id}/read`).expect(200)
    expect((await as(writer).list(reader)).messages).toMatchObject([{ isRead: false }])
    await waitUntilPushed(toWriter, writer)
    expect(toWriter.received('messageRead')).toEqual([])
    await relations.setPrivacyException(reader, writer, { sendReadMarks: true })
    expect((await as(writer).list(reader)).messages).toMatchObject([{ isRead: true }])
  })

  it('acts at once on the open pages of both, and is told to the own devices only', async () => {
    const { as, addMutualFollowers, connect, bus } = await chat()
    const [one, other] = await addMutualFollowers()
    await as(one).sendMessage(other, 'Hello')
    const [oneSocket, otherSocket] = await Promise.all([connect(one), connect(other)])
    for (const isShown of [false, true, false]) {
      const choices = { showOnline: isShown, sendReadMarks: isShown }
      await bus.publish([relationEvents.privacyExceptionUpdated(one, other, choices)])
      await eventually(() => {
        for (const [socket, { _id: userId }] of [
          [oneSocket, other],
          [otherSocket, one],
        ] as const) {
          const ofUser = (push: { userId: string }) => push.userId === userId
          expect(socket.received('presence').findLast(ofUser)).toMatchObject({ isOnline: isShown })
          expect(socket.received('readMarksUpdated').findLast(ofUser)).toEqual({ userId, areShown: isShown })
        }
        expect(oneSocket.received('privacyExceptionUpdated').at(-1)).toMatchObject({
          userId: other._id,
          exception: { showOnline: isShown, showTyping: null },
        })
      })
    }
    expect(otherSocket.received('privacyExceptionUpdated')).toEqual([])
  })
})

describe('hidden presence', () => {
  const OFFLINE = { isOnline: false, lastActive: null }

  it('shows on no read path, in neither direction, and not in the list of those who are online', async () => {
    const { as, relations, addMutualFollowers, connect } = await chat()
    const [one, other] = await addMutualFollowers()
    await as(one).sendMessage(other, 'Hello')
    await Promise.all([connect(one), connect(other)])
    const readUsers = async (viewer: TestMember, seen: TestMember) => {
      const [found, inbox, online, newChat] = await Promise.all(
        [
          `/messages/conversations/${seen._id}`,
          '/messages/conversations',
          '/messages/conversations?filter=online',
          '/messages/mutual-followers',
        ].map(async (path) => (await as(viewer).get(path).expect(200)).body),
      )
      const shown = [found.conversation.user, inbox.conversations[0].user, newChat.mutualFollowers[0]]
      return {
        presences: shown.map(({ isOnline, lastActive }) => ({ isOnline, lastActive })),
        online: online.conversations.length,
      }
    }
    await eventually(async () => expect((await readUsers(one, other)).online).toBe(1))
    await relations.setContactPrivacy(one, { showOnline: false })
    const hidden = { presences: [OFFLINE, OFFLINE, OFFLINE], online: 0 }
    expect(await readUsers(other, one)).toEqual(hidden)
    expect(await readUsers(one, other)).toEqual(hidden)
  })

  it('leaves the open pages of both at once, and comes back', async () => {
    const { as, addMutualFollowers, connect, bus } = await chat()
    const [one, other] = await addMutualFollowers()
    await as(one).sendMessage(other, 'Hello')
    const [oneSocket, otherSocket] = await Promise.all([connect(one), connect(other)])
    const lastOf = (client: typeof oneSocket, { _id }: TestMember) =>
      client.received('presence').findLast(({ userId }) => userId === _id)
    for (const showOnline of [false, true, false]) {
      await bus.publish([relationEvents.privacyUpdated(one, false, undefined, { showOnline })])
      await eventually(() => {
        expect(lastOf(otherSocket, one)).toMatchObject({ isOnline: showOnline })
        expect(lastOf(oneSocket, other)).toMatchObject({ isOnline: showOnline })
      })
    }
    expect(lastOf(otherSocket, one)).toEqual({ userId: one._id, ...OFFLINE })
  })
})
