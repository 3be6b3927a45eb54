import { beforeEach, describe, expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { createQueryClient, type QueryClient } from '@meadow/web'
import { type FakeApi, fakeApi } from '@meadow/web/testing'
import { waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { aConversation, ann, kofi } from '../../testing/fixtures.ts'
import { type MessageWindow, mergeMessagePage, toMessageWindow } from '../messages/message-window.ts'
import { type ConversationPages, chatQueryKeys } from '../query-keys.ts'
import { type ConversationAction, createFakeConversation, NOON } from '../testing/fake-conversation.ts'
import { type ThreadWindow, toThreadWindow } from '../threads/thread-window.ts'
import {
  applyDeletion,
  applyDeliveredMark,
  applyEditedMessage,
  applyNewMessage,
  applyPresence,
  applyReactions,
  applyReadMark,
} from './apply-push.ts'
import { syncConversations } from './sync-conversations.ts'

type Server = ReturnType<typeof createFakeConversation>
type Told = NonNullable<ReturnType<Server['act']>>

function hear(cache: QueryClient, { name, payload }: Told): void {
  if (name === 'newMessage' || name === 'messageSent') applyNewMessage(cache, payload, ann._id)
  if (name === 'messageEdited') applyEditedMessage(cache, payload, ann._id)
  if (name === 'messageReaction') applyReactions(cache, payload)
  if (name === 'messageDeleted') applyDeletion(cache, payload, NOON)
  if (name === 'messageRead') applyReadMark(cache, payload)
  if (name === 'messageDelivered') applyDeliveredMark(cache, payload)
}

/** A page that shows all that there is, and a network that answers what the server keeps. */
function open(server: Server): { cache: QueryClient; network: FakeApi } {
  const network = fakeApi({
    'GET /messages/:userId/changes': ({ query }) => server.changes(Number(query.get('since'))),
    'GET /messages/conversations/:userId': () => ({ conversation: server.conversation() }),
    'GET /messages/sync': () => ({
      conversations: [{ userId: kofi._id, rev: server.rev(), unreadCount: server.conversation().unreadCount }],
      hasMore: false,
      next: 'next',
    }),
  })
  const cache = createQueryClient()
  cache.setDefaultOptions({ queries: { gcTime: Number.POSITIVE_INFINITY } })
  const [first] = server.page().messages
  const pages: ConversationPages = {
    pages: [
      {
        conversations: [aConversation({ _id: 'somebody else' }), server.conversation()],
        pagination: { hasMore: false },
        nextCursor: null,
      },
    ],
    pageParams: [null],
  }
  cache.setQueryData(chatQueryKeys.messageWindow(kofi._id), toMessageWindow(kofi._id, server.page()))
  cache.setQueryData(chatQueryKeys.conversation(kofi._id), server.conversation())
  cache.setQueryData(chatQueryKeys.conversationList({}), pages)
  if (first) cache.setQueryData(chatQueryKeys.thread(first._id), toThreadWindow(kofi._id, server.thread(first._id)))
  return { cache, network }
}

const talkIn = (cache: QueryClient) =>
  cache.getQueryData<MessageWindow>(chatQueryKeys.messageWindow(kofi._id)) as MessageWindow
const listIn = (cache: QueryClient) =>
  cache
    .getQueryData<ConversationPages>(chatQueryKeys.conversationList({}))
    ?.pages.flatMap(({ conversations }) => conversations) ?? []

/** Whether what the other has deleted was read before is nobody's question. */
const plain = (message: MessageView): MessageView =>
  message.deletedAt && message.sender._id === kofi._id ? { ...message, isRead: false, status: 'sent' } : message

/** What is known here is what the server would answer now. */
async function expectFresh(cache: QueryClient, server: Server): Promise<void> {
  await waitFor(
    () => {
      expect(talkIn(cache).rev).toBe(server.rev())
      expect(cache.getQueryData(chatQueryKeys.conversation(kofi._id))).toEqual(server.conversation())
    },
    { interval: 2 },
  )
  const fresh = server.page().messages
  expect(talkIn(cache).messages.slice(-fresh.length).map(plain)).toEqual(fresh.map(plain))
  expect(listIn(cache).find(({ _id }) => _id === kofi._id)).toEqual(server.conversation())
  const [[, thread] = []] = cache.getQueriesData<ThreadWindow>({ queryKey: chatQueryKeys.allThreads })
  if (!thread) return
  const { root, messages } = server.thread(thread.root._id)
  expect({ root: plain(thread.root), messages: thread.messages.map(plain) }).toEqual({
    root: plain(root),
    messages: messages.map(plain),
  })
}

const act = fc.record({
  by: fc.constantFrom('ann', 'kofi'),
  kind: fc.constantFrom('send', 'reply', 'reply in a thread', 'edit', 'delete', 'react', 'read', 'receive'),
  messageIndex: fc.nat(6),
}) as fc.Arbitrary<ConversationAction>
const acts = fc.array(act, { minLength: 1, maxLength: 15 })

let server: Server
beforeEach(() => {
  server = createFakeConversation()
  server.act({ by: 'kofi', kind: 'send', messageIndex: 0 })
  server.act({ by: 'ann', kind: 'send', messageIndex: 0 })
})

describe('what the server tells', () => {
  it('makes of what is cached the fresh answer, in order and without a question where nothing is missed', async () => {
    const { cache, network } = open(server)
    const all: ConversationAction[] = [
      { by: 'kofi', kind: 'send', messageIndex: 0 },
      { by: 'ann', kind: 'send', messageIndex: 0 },
      { by: 'kofi', kind: 'reply in a thread', messageIndex: 3 },
      { by: 'kofi', kind: 'receive', messageIndex: 0 },
      { by: 'ann', kind: 'receive', messageIndex: 0 },
      { by: 'kofi', kind: 'react', messageIndex: 2 },
      { by: 'ann', kind: 'edit', messageIndex: 1 },
      { by: 'kofi', kind: 'read', messageIndex: 0 },
      { by: 'ann', kind: 'read', messageIndex: 0 },
      { by: 'ann', kind: 'delete', messageIndex: 1 },
    ]
    for (const one of all) {
      hear(cache, server.act(one) as Told)
      await expectFresh(cache, server)
    }
    expect(network.calls).toEqual([])
    expect(listIn(cache)[0]?._id).toBe(kofi._id)
  })

  it('makes the fresh answer, however often it comes, in whatever order, and whatever was missed', async () => {
    await fc.assert(
      fc.asyncProperty(acts, acts, fc.infiniteStream(fc.nat(9)), async (before, after, fate) => {
        const server = createFakeConversation()
        server.act({ by: 'kofi', kind: 'send', messageIndex: 0 })
        for (const one of before) server.act(one)
        const { cache } = open(server)
        const told = after.map((one) => server.act(one)).filter((one) => one !== undefined)
        const heard = [...told, ...told]
          .map((one) => ({ one, fate: fate.next().value as number }))
          .filter((each) => each.fate > 2)
          .sort((one, two) => one.fate - two.fate)
        for (const { one } of heard) hear(cache, one)
        await syncConversations(cache)
        await expectFresh(cache, server)
      }),
      { numRuns: 100, interruptAfterTimeLimit: 8_000 },
    )
  })

  it('is old when it was in an answer, and changes nothing', async () => {
    const told = server.act({ by: 'kofi', kind: 'send', messageIndex: 0 }) as Told
    server.act({ by: 'kofi', kind: 'edit', messageIndex: 0 })
    const { cache, network } = open(server)
    const before = talkIn(cache)
    hear(cache, told)
    expect(talkIn(cache)).toBe(before)
    expect(listIn(cache)[1]).toEqual(server.conversation())
    expect(network.calls).toEqual([])
  })

  it('after a gap leads to one question for the changes since', async () => {
    const { cache, network } = open(server)
    server.act({ by: 'kofi', kind: 'send', messageIndex: 0 }) // nobody heard
    hear(cache, server.act({ by: 'kofi', kind: 'react', messageIndex: 2 }) as Told)
    await expectFresh(cache, server)
    expect(network.calls.map(({ key, query }) => `${key} ${query}`)).toContain('GET /messages/:userId/changes since=2')
    expect(network.count('GET /messages/:userId/changes')).toBe(1)
  })

  it('brings a conversation that is not in the list to its front', async () => {
    const { cache } = open(server)
    cache.setQueryData<ConversationPages>(
      chatQueryKeys.conversationList({}),
      (list) => list && { ...list, pages: list.pages.map(withNobody) },
    )
    hear(cache, server.act({ by: 'kofi', kind: 'send', messageIndex: 0 }) as Told)
    await waitFor(() => expect(listIn(cache)).toEqual([server.conversation()]))
  })

  it('of who is here shows in every conversation', () => {
    const { cache } = open(server)
    applyPresence(cache, { userId: kofi._id, isOnline: false, lastActive: NOON })
    expect(listIn(cache)[1]?.user).toMatchObject({ isOnline: false, lastActive: NOON })
  })
})

const withNobody = (page: ConversationPages['pages'][number]) => ({ ...page, conversations: [] })

describe('a page of older messages', () => {
  it('that was read before something changed in it has the changes since asked for', async () => {
    for (let n = 0; n < 40; n += 1) server.act({ by: 'ann', kind: 'send', messageIndex: 0 })
    const { cache } = open(server)
    const [first] = talkIn(cache).messages
    const page = server.page(new URLSearchParams({ before: first?._id as string }))
    hear(cache, server.act({ by: 'ann', kind: 'delete', messageIndex: 38 }) as Told)
    await expectFresh(cache, server)
    cache.setQueryData<MessageWindow>(
      chatQueryKeys.messageWindow(kofi._id),
      (talk) => talk && mergeMessagePage(talk, page),
    )
    await syncConversations(cache)
    await expectFresh(cache, server)
    const all = [
      ...server.page(new URLSearchParams({ before: first?._id as string })).messages,
      ...server.page().messages,
    ]
    expect(talkIn(cache).messages).toEqual(all)
    expect(talkIn(cache).hasOlder).toBe(false)
  })
})
