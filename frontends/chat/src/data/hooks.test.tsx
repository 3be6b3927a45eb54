import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { useSession } from '@meadow/web'
import {
  aMember,
  createFakeSocketChannel,
  type FakeApi,
  type FakeSocketChannel,
  fakeApi,
  renderPage,
} from '@meadow/web/testing'
import { act, waitFor } from '@testing-library/react'
import { aMessage, ann, kofi } from '../testing/fixtures.ts'
import { useConversation } from './conversations/use-conversation.ts'
import { useMarkRead } from './conversations/use-mark-read.ts'
import { useTyping } from './conversations/use-typing.ts'
import { toQuotedMessage } from './messages/quoted-message.ts'
import { useChangeMessage } from './messages/use-change-message.ts'
import { useMessages } from './messages/use-messages.ts'
import { useSendMessage } from './messages/use-send-message.ts'
import { useChatPushes } from './sync/apply-push.ts'
import { useChatCatchUp } from './sync/catch-up.ts'
import { type ConversationAction, createFakeConversation } from './testing/fake-conversation.ts'

function useChat() {
  useChatPushes()
  useChatCatchUp()
  return {
    ...useMessages(kofi._id),
    ...useSendMessage(kofi._id),
    ...useTyping(kofi._id),
    unreadCount: useConversation(kofi._id).data?.unreadCount,
    markRead: useMarkRead(kofi._id),
    ...useChangeMessage(kofi._id),
  }
}
let chat: ReturnType<typeof useChat>
const getLastMessage = () => chat.messages.at(-1) as (typeof chat.messages)[number]
function Chat() {
  chat = useChat()
  return null
}
const Page = () => useSession().status === 'authenticated' && <Chat />

let server: ReturnType<typeof createFakeConversation>
let network: FakeApi
let socketChannel: FakeSocketChannel

/** Opens the conversation after these actions. */
async function open(...actions: ConversationAction[]): Promise<void> {
  for (const one of actions) server.act(one)
  renderPage(<Page />, { socketChannel })
  await waitFor(() => expect(chat?.isPending).toBe(false))
}
const send = (by: ConversationAction['by']): ConversationAction => ({ by, kind: 'send', messageIndex: 0 })
const many = (count: number) => Array.from({ length: count }, () => send('kofi'))
const shown = () => chat.messages.map(({ content }) => content)
const last = () => chat.messages.at(-1) as (typeof chat.messages)[number]
const rejection = { refuse: { status: 403, code: 'not_mutual', error: 'You can message members who follow you' } }

beforeEach(() => {
  localStorage.clear()
  chat = undefined as unknown as typeof chat
  server = createFakeConversation()
  socketChannel = createFakeSocketChannel()
  network = fakeApi({
    'GET /auth/me': () => aMember(),
    'GET /messages/:id': ({ query }) => server.page(query),
    'GET /messages/:userId/changes': ({ query }) => server.changes(Number(query.get('since'))),
    'GET /messages/conversations/:userId': () => ({ conversation: server.conversation() }),
    'GET /messages/sync': () => ({ conversations: [], hasMore: false, next: 'next' }),
  })
})

describe('sending', () => {
  it('shows the message immediately, with a key that stays when it is sent', async () => {
    let respond = () => {}
    network.respondWith({
      'POST /messages': ({ body }) => {
        const { content, clientMessageId } = body as { content: string; clientMessageId: string }
        const message = aMessage({ sender: ann, seq: 2, rev: 2, content, clientMessageId })
        return new Promise((resolve) => {
          respond = () => resolve({ message })
        })
      },
    })
    await open(send('kofi'))
    act(() => chat.sendText({ content: '  Hello ' }))
    await waitFor(() => expect(network.count('POST /messages')).toBe(1))
    expect(last()).toMatchObject({ content: 'Hello', localState: 'sending' })
    const { key } = last()
    act(() => respond())
    await waitFor(() => expect(last().localState).toBeUndefined())
    expect(last()).toMatchObject({ key, content: 'Hello', seq: 2 })
    expect(shown()).toEqual(['Number 1', 'Hello'])
  })

  it('shows the reason of a rejection, and can be discarded', async () => {
    network.respondWith({ 'POST /messages': () => rejection })
    await open(send('kofi'))
    act(() => chat.sendText({ content: 'Hello' }))
    await waitFor(() => expect(last()).toMatchObject({ localState: 'failed', failureReason: rejection.refuse.error }))
    act(() => chat.discard(last().key))
    await waitFor(() => expect(shown()).toEqual(['Number 1']))
  })

  it('shows the upload progress of a picture', async () => {
    network.respondWith({ 'POST /messages/image': () => new Promise(() => {}) })
    await open(send('kofi'))
    const file = new File(['a picture'], 'a.png', { type: 'image/png' })
    act(() =>
      chat.sendPictures({ pictures: [{ file, alt: 'Hills' }], content: 'Look', replyTo: toQuotedMessage(last()) }),
    )
    await waitFor(() => expect(last()).toMatchObject({ messageType: 'image', localState: 'sending', progress: 0.5 }))
    expect(last().replyTo).toMatchObject({ content: 'Number 1' })
    const form = network.calls.find(({ key }) => key === 'POST /messages/image')?.body as FormData
    expect([...form.keys()]).toEqual(['recipientId', 'clientMessageId', 'replyTo', 'content', 'alt', 'image'])
  })
})

describe('a long conversation', () => {
  it('loads older messages, jumps to a message, and returns to the newest', async () => {
    await open(...many(90))
    expect([chat.messages.length, chat.hasOlder, chat.hasNewer]).toEqual([30, true, false])
    await act(() => chat.loadOlder())
    expect(shown()[0]).toBe('Number 31')
    const early = server.page(new URLSearchParams({ before: chat.messages[0]?._id as string })).messages[4]
    await act(() => chat.jumpToMessage(early?._id as string))
    await waitFor(() => expect(shown()).toContain(early?.content))
    expect(chat.hasNewer).toBe(true)
    await socketChannel.receive('newMessage', server.act(send('kofi'))?.payload as never)
    expect(shown()).not.toContain('Number 91')
    await act(() => chat.jumpToLatest())
    await waitFor(() => expect(last().content).toBe('Number 91'))
    expect(chat.hasNewer).toBe(false)
  })

  it('loads the newest 50 messages when the page is idle, for reading offline', async () => {
    await open(...many(90))
    const oldest = chat.messages[0]?._id
    await waitFor(() => expect(chat.messages.length).toBeGreaterThan(30))
    const query = network.last('GET /messages/:id')?.query
    expect(Object.fromEntries(query ?? [])).toEqual({ before: oldest, limit: '20' })
  })

  it('fetches only the changes after a reconnect', async () => {
    await open(...many(30))
    server.act(send('kofi'))
    network.respondWith({
      'GET /messages/sync': () => ({
        conversations: [{ userId: kofi._id, rev: server.rev(), unreadCount: 1 }],
        hasMore: false,
        next: 'later',
      }),
    })
    await socketChannel.resync(60_000)
    await waitFor(() => expect(last().content).toBe('Number 31'))
    expect(network.count('GET /messages/:id')).toBe(1)
    expect(network.count('GET /messages/:userId/changes')).toBe(1)
  })
})

describe('a change that fails', () => {
  beforeEach(() => open(send('kofi'), send('ann')))

  it('restores the text of an edit', async () => {
    network.respondWith({ 'PUT /messages/:id': () => rejection })
    act(() => chat.edit(last(), 'Other words'))
    await waitFor(() => expect(last()).toMatchObject({ content: 'Other words', edited: true }))
    await waitFor(() => expect(last()).toMatchObject({ content: 'Number 2', edited: false }))
  })

  it('restores a deleted message', async () => {
    let fail = () => {}
    network.respondWith({
      'DELETE /messages/:id': () =>
        new Promise((resolve) => {
          fail = () => resolve(rejection)
        }),
    })
    act(() => chat.remove(last()))
    await waitFor(() => expect(last().deletedAt).not.toBeNull())
    await waitFor(() => expect(network.count('DELETE /messages/:id')).toBe(1))
    act(() => fail())
    await waitFor(() => expect(last()).toMatchObject({ content: 'Number 2', deletedAt: null }))
  })

  it('removes a reaction again', async () => {
    network.respondWith({ 'POST /messages/:id/reactions': () => rejection })
    act(() => chat.react(last(), '👍'))
    await waitFor(() => expect(last().reactions).toHaveLength(1))
    await waitFor(() => expect(last().reactions).toEqual([]))
  })
})

describe('a change without a network', () => {
  it('stays shown, also when other changes arrive, and is sent later', async () => {
    await open(send('kofi'), send('ann'))
    network.respondWith({ 'POST /messages/:id/reactions': () => 'no network' })
    act(() => chat.react(last(), '👍'))
    await waitFor(() => expect(network.count('POST /messages/:id/reactions')).toBe(1))
    const push = server.act({ by: 'kofi', kind: 'react', messageIndex: 0 })
    await socketChannel.receive('messageReaction', push?.payload as never)
    expect(
      last()
        .reactions.map(({ user }) => user)
        .toSorted(),
    ).toEqual([ann._id, kofi._id].toSorted())
    network.respondWith({ 'POST /messages/:id/reactions': () => ({ reactions: last().reactions, rev: 4 }) })
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(network.count('POST /messages/:id/reactions')).toBe(2))
  })
})

describe('reading', () => {
  const READ = 'PUT /messages/:id/read'
  /** Marks all messages as read, and returns the response. */
  function read() {
    server.act({ by: 'ann', kind: 'read', messageIndex: 0 })
    const upToSeq = server.page().messages.at(-1)?.seq ?? 0
    return { unreadCount: 0, total: 0, changeSeq: server.rev(), upToSeq, rev: server.rev() }
  }

  it('sends one request if messages are unread, and none otherwise', async () => {
    await open(send('kofi'))
    network.respondWith({ [READ]: read })
    await waitFor(() => {
      act(() => chat.markRead(getLastMessage()))
      expect(network.count(READ)).toBe(1)
    })
    await act(async () => chat.markRead(getLastMessage()))
    expect(network.count(READ)).toBe(1)
  })

  it('sends one more request for messages that arrived during the first', async () => {
    await open(send('kofi'))
    let respond = () => {}
    network.respondWith({
      [READ]: () => {
        const response = read()
        return new Promise((resolve) => {
          respond = () => resolve(response)
        })
      },
    })
    await waitFor(() => {
      act(() => chat.markRead(getLastMessage()))
      expect(network.count(READ)).toBe(1)
    })
    await socketChannel.receive('newMessage', server.act(send('kofi'))?.payload as never)
    await waitFor(() => expect(chat.unreadCount).toBe(1))
    act(() => chat.markRead(getLastMessage()))
    expect(network.count(READ)).toBe(1)
    await act(async () => respond())
    await waitFor(() => expect(network.count(READ)).toBe(2))
  })
})

describe('typing', () => {
  it('is sent at most twice a second, and shown for two seconds or until the message arrives', async () => {
    await open(send('kofi'))
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] })
    const receive: FakeSocketChannel['receive'] = async (name, payload) => {
      await Promise.all([socketChannel.receive(name, payload), jest.advanceTimersByTimeAsync(1)])
    }
    try {
      for (const wait of [0, 100, 500]) {
        act(() => void jest.advanceTimersByTime(wait))
        act(() => chat.sendTyping())
      }
      expect(socketChannel.typingRecipientIds).toEqual([kofi._id, kofi._id])
      await receive('typing', { senderId: kofi._id, recipientId: ann._id })
      expect(chat.isTyping).toBe(true)
      act(() => void jest.advanceTimersByTime(1_800))
      expect(chat.isTyping).toBe(true)
      act(() => void jest.advanceTimersByTime(300))
      expect(chat.isTyping).toBe(false)
      await receive('typing', { senderId: kofi._id, recipientId: ann._id })
      await receive('newMessage', server.act(send('kofi'))?.payload as never)
      expect(chat.isTyping).toBe(false)
    } finally {
      jest.useRealTimers()
    }
  })
})
