import { randomUUID } from 'node:crypto'
import { describe, expect, it, jest } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { shareAcrossTests } from '@meadow/testing'
import fc from 'fast-check'
import { startChat } from './chat-harness.ts'
import { getPropertyRuns } from './chat-test-stores.ts'
import { createConversationFixture } from './conversation-fixture.ts'

jest.setTimeout(180_000) // many conversations, perhaps on a busy machine

const chat = shareAcrossTests(() => startChat())

/** An action of a member on one of the newest messages; the device may send it twice at the same time. */
const step = fc.record({
  by: fc.constantFrom('ann' as const, 'ben' as const),
  does: fc.constantFrom(
    'send',
    'reply',
    'thread',
    'edit',
    'delete',
    'hide',
    'expire',
    'react',
    'unreact',
    'read',
    'load changes',
  ),
  back: fc.nat(3),
  emoji: fc.constantFrom('👍', '❤️'),
  text: fc.constantFrom('one', 'two', 'three'),
  twice: fc.boolean(),
})

type View = { messages: MessageView[]; rev: number }

/** Removes the status fields: the marks of the conversation change them, not a new `rev` of the message. */
const withoutMarkers = (messages: readonly MessageView[]) =>
  messages.map(({ isRead: _isRead, status: _status, ...rest }) => rest).toSorted((a, b) => a.seq - b.seq)

/** Applies a page of changes to an old view. */
function apply(old: View, { messages, rev }: View): View {
  const byId = new Map([...old.messages, ...messages].map((message) => [message._id, message]))
  return { messages: [...byId.values()], rev }
}

async function startConversation() {
  const started = await chat()
  const conversation = await createConversationFixture(started)
  const otherOf = { ann: conversation.ben, ben: conversation.ann }
  /** The views of two devices per member: one loads the changes after every step, the other one rarely. */
  const empty = (): View => ({ messages: [], rev: 0 })
  const devices = { ann: [empty(), empty()], ben: [empty(), empty()] }

  /** Loads all changes for a device, page by page. */
  async function readView(by: 'ann' | 'ben', device: number): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      const old = devices[by][device] ?? empty()
      const { body } = await started.as(conversation[by]).get(`/messages/${otherOf[by]._id}/changes?since=${old.rev}`)
      devices[by][device] = apply(old, body)
      hasMore = body.hasMore
    }
  }

  async function runStep({
    by,
    does,
    back,
    emoji,
    text,
    twice,
  }: typeof step extends fc.Arbitrary<infer S> ? S : never) {
    if (does === 'load changes') return readView(by, 1)
    const { get: _get, post, put, delete: remove } = started.as(conversation[by])
    const chosen = (await conversation.list(conversation[by])).messages.at(-1 - back)?._id ?? randomUUID()
    const body = { recipientId: otherOf[by]._id, content: text, clientMessageId: randomUUID() }
    const reactions = `/messages/${chosen}/reactions`
    /** Lets the time of a message come, and removes its content, as the task does. */
    const expire = async () => {
      const { store } = started
      await store.expire(chosen)
      const change = {
        messageId: chosen,
        by: { ...conversation[by], profileVersion: 0 },
        at: new Date(),
        eventId: randomUUID(),
      }
      const isGone = (error: { code?: string }) => error.code === 'message_not_found'
      await store.ports.expiry.expire(change).catch((error) => expect(isGone(error)).toBe(true))
      return { status: 200 }
    }
    const actions = {
      send: () => post('/messages').send(body),
      reply: () => post('/messages').send({ ...body, replyTo: chosen }),
      thread: () => post('/messages').send({ ...body, threadId: chosen }),
      edit: () => put(`/messages/${chosen}`).send({ content: text }),
      delete: () => remove(`/messages/${chosen}`),
      hide: () => remove(`/messages/${chosen}?for=me`),
      expire,
      react: () => post(reactions).send({ emoji }),
      unreact: () => remove(reactions).send({ emoji }),
      read: () => put(`/messages/${chosen}/read`),
    }
    const act = actions[does as keyof typeof actions]
    for (const { status } of await Promise.all(twice ? [act(), act()] : [act()])) expect(status).toBeLessThan(500)
    await Promise.all([readView('ann', 0), readView('ben', 0)])
  }

  return { ...conversation, devices, readView, runStep }
}

describe('two members with two devices each', () => {
  it('see the same after loading changes as after a full load, with the same unread counts', async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const conversation = await startConversation()
      for (const one of steps) await conversation.runStep(one)
      for (const by of ['ann', 'ben'] as const) {
        await conversation.readView(by, 1)
        const { messages } = await conversation.list(conversation[by])
        for (const view of conversation.devices[by])
          expect(withoutMarkers(view.messages)).toEqual(withoutMarkers(messages))
        expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_none, index) => index + 1))
        const isUnread = ({ sender, isRead, deletedAt }: MessageView) =>
          sender._id !== conversation[by]._id && !isRead && !deletedAt
        const { length } = messages.filter(isUnread)
        expect(await conversation.readUnreadCounts(conversation[by])).toEqual([length, length])
      }
    })
    await fc.assert(property, { numRuns: getPropertyRuns(8) })
  }, 120_000)
})
