import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { ConversationMarksView, ConversationView, MessageView } from '@meadow/contracts/browser'
import { MUTED_FOR_EVER } from '@meadow/contracts/limits'
import { createQueryClient, type OutboxEntry, type OutboxKind, type QueryClient } from '@meadow/web'
import { type FakeApi, fakeApi } from '@meadow/web/testing'
import { waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { aConversation, aMessage, ann, kofi } from '../../testing/fixtures.ts'
import { deleteMessageAction } from '../messages/delete-message-action.ts'
import { hideMessagesAction } from '../messages/hide-messages-action.ts'
import { type MessageWindow, mergeMessagePage, toMessageWindow } from '../messages/message-window.ts'
import { type ConversationPages, chatQueryKeys } from '../query-keys.ts'
import { type ConversationAction, createFakeConversation, NOON } from '../testing/fake-conversation.ts'
import { type ThreadWindow, toThreadWindow } from '../threads/thread-window.ts'
import {
  applyDeletion,
  applyDeliveredMark,
  applyEditedMessage,
  applyHiding,
  applyNewMessage,
  applyPresence,
  applyReactions,
  applyReadMark,
  applyReadMarksUpdate,
  applyVoicePlay,
  updateMessages,
} from './apply-push.ts'
import { syncConversations } from './catch-up.ts'

type Server = ReturnType<typeof createFakeConversation>
type SocketPush = NonNullable<ReturnType<Server['act']>>

function applyPush(cache: QueryClient, { name, payload }: SocketPush): void {
  if (name === 'newMessage' || name === 'messageSent') applyNewMessage(cache, payload, ann._id)
  if (name === 'messageEdited') applyEditedMessage(cache, payload, ann._id)
  if (name === 'messageReaction') applyReactions(cache, payload)
  if (name === 'messageDeleted') applyDeletion(cache, payload, NOON)
  if (name === 'messageHidden') applyHiding(cache, payload, NOON)
  if (name === 'messageRead') applyReadMark(cache, payload)
  if (name === 'messagePlayed') applyVoicePlay(cache, payload)
  if (name === 'messageDelivered') applyDeliveredMark(cache, payload)
}

/** Fills a cache with the server's responses, and fakes the API of that server. */
function openCache(server: Server): { cache: QueryClient; network: FakeApi } {
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
        conversations: [aConversation({ _id: 'another-member' }), server.conversation()],
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

const getMessageWindow = (cache: QueryClient) =>
  cache.getQueryData<MessageWindow>(chatQueryKeys.messageWindow(kofi._id)) as MessageWindow
const getConversationList = (cache: QueryClient) =>
  cache
    .getQueryData<ConversationPages>(chatQueryKeys.conversationList({}))
    ?.pages.flatMap(({ conversations }) => conversations) ?? []

/** Ignores the read mark of a received message that is deleted: the page does not know it. */
const ignoreReadMark = (message: MessageView): MessageView =>
  message.deletedAt && message.sender._id === kofi._id ? { ...message, isRead: false, status: 'sent' } : message

/** Expects the caches to equal the current responses of the server. */
async function expectSameAsServer(cache: QueryClient, server: Server): Promise<void> {
  await waitFor(
    () => {
      expect(getMessageWindow(cache).rev).toBe(server.rev())
      expect(cache.getQueryData(chatQueryKeys.conversation(kofi._id))).toEqual(server.conversation())
    },
    { interval: 2 },
  )
  const fresh = server.page().messages
  expect(getMessageWindow(cache).messages.slice(-fresh.length).map(ignoreReadMark)).toEqual(fresh.map(ignoreReadMark))
  expect(getConversationList(cache).find(({ _id }) => _id === kofi._id)).toEqual(server.conversation())
  const [[, thread] = []] = cache.getQueriesData<ThreadWindow>({ queryKey: chatQueryKeys.allThreads })
  if (!thread) return
  const { root, messages } = server.thread(thread.root._id)
  expect({ root: ignoreReadMark(thread.root), messages: thread.messages.map(ignoreReadMark) }).toEqual({
    root: ignoreReadMark(root),
    messages: messages.map(ignoreReadMark),
  })
}

const action = fc.record({
  by: fc.constantFrom('ann', 'kofi'),
  kind: fc.constantFrom(
    'send',
    'speak',
    'play',
    'reply',
    'reply in a thread',
    'edit',
    'delete',
    'hide',
    'react',
    'read',
    'receive',
  ),
  messageIndex: fc.nat(6),
}) as fc.Arbitrary<ConversationAction>
const actions = fc.array(action, { minLength: 1, maxLength: 15 })

let server: Server
beforeEach(() => {
  server = createFakeConversation()
  server.act({ by: 'kofi', kind: 'send', messageIndex: 0 })
  server.act({ by: 'ann', kind: 'send', messageIndex: 0 })
})

describe('a push', () => {
  it('updates the caches in order, without a request if none is missed', async () => {
    const { cache, network } = openCache(server)
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
      { by: 'ann', kind: 'hide', messageIndex: 2 },
      { by: 'kofi', kind: 'speak', messageIndex: 0 },
      { by: 'ann', kind: 'play', messageIndex: 0 },
    ]
    for (const one of all) {
      applyPush(cache, server.act(one) as SocketPush)
      await expectSameAsServer(cache, server)
    }
    expect(network.calls).toEqual([])
    expect(getConversationList(cache)[0]?._id).toBe(kofi._id)
  })

  it('leads to the state of the server for duplicates, any order and any losses', async () => {
    await fc.assert(
      fc.asyncProperty(actions, actions, fc.infiniteStream(fc.nat(9)), async (before, after, random) => {
        const server = createFakeConversation()
        server.act({ by: 'kofi', kind: 'send', messageIndex: 0 })
        for (const one of before) server.act(one)
        const { cache } = openCache(server)
        const pushes = after.map((one) => server.act(one)).filter((one) => one !== undefined)
        const received = [...pushes, ...pushes]
          .map((one) => ({ one, random: random.next().value as number }))
          .filter((each) => each.random > 2)
          .sort((one, two) => one.random - two.random)
        for (const { one } of received) applyPush(cache, one)
        await syncConversations(cache)
        await expectSameAsServer(cache, server)
      }),
      { numRuns: 100, interruptAfterTimeLimit: 8_000 },
    )
  })

  it('changes nothing if a response already contains it', async () => {
    const push = server.act({ by: 'kofi', kind: 'send', messageIndex: 0 }) as SocketPush
    server.act({ by: 'kofi', kind: 'edit', messageIndex: 0 })
    const { cache, network } = openCache(server)
    const before = getMessageWindow(cache)
    applyPush(cache, push)
    expect(getMessageWindow(cache)).toBe(before)
    expect(getConversationList(cache)[1]).toEqual(server.conversation())
    expect(network.calls).toEqual([])
  })

  it('after a gap leads to one request for the changes', async () => {
    const { cache, network } = openCache(server)
    server.act({ by: 'kofi', kind: 'send', messageIndex: 0 }) // lost
    applyPush(cache, server.act({ by: 'kofi', kind: 'react', messageIndex: 2 }) as SocketPush)
    await expectSameAsServer(cache, server)
    expect(network.calls.map(({ key, query }) => `${key} ${query}`)).toContain('GET /messages/:userId/changes since=2')
    expect(network.count('GET /messages/:userId/changes')).toBe(1)
  })

  it('after a gap leads to a new list of threads, whose unread counts may have changed', async () => {
    const { cache } = openCache(server)
    cache.setQueryData(chatQueryKeys.threadList(kofi._id), { pages: [], pageParams: [] })
    server.act({ by: 'ann', kind: 'read', messageIndex: 0 }) // on another device, and lost
    await syncConversations(cache)
    await waitFor(() =>
      expect(cache.getQueryState(chatQueryKeys.threadList(kofi._id))).toMatchObject({ isInvalidated: true }),
    )
  })

  it('adds an unlisted conversation at the first position', async () => {
    const { cache } = openCache(server)
    cache.setQueryData<ConversationPages>(
      chatQueryKeys.conversationList({}),
      (list) => list && { ...list, pages: list.pages.map(withoutConversations) },
    )
    applyPush(cache, server.act({ by: 'kofi', kind: 'send', messageIndex: 0 }) as SocketPush)
    await waitFor(() => expect(getConversationList(cache)).toEqual([server.conversation()]))
  })

  it('of an unlisted conversation fetches the list again if it may have left the archive', () => {
    const isFetchedAgain = (known: Partial<ConversationMarksView> | undefined, isMuted?: boolean) => {
      const { cache } = openCache(server)
      cache.setQueryData<ConversationPages>(
        chatQueryKeys.conversationList({}),
        (list) =>
          list && { ...list, pages: list.pages.map((page) => ({ ...withoutConversations(page), archivedCount: 1 })) },
      )
      cache.removeQueries({ queryKey: chatQueryKeys.conversation(kofi._id) })
      const marks = { mutedUntil: null, pinnedAt: null, archived: false, isUnread: false, ...known }
      if (known) cache.setQueryData(chatQueryKeys.conversation(kofi._id), { ...server.conversation(), marks })
      const { payload } = server.act({ by: 'kofi', kind: 'send', messageIndex: 0 }) as { payload: MessageView }
      applyNewMessage(cache, { ...payload, ...(isMuted !== undefined && { isMuted }) }, ann._id)
      return cache.getQueryState(chatQueryKeys.conversationList({}))?.isInvalidated
    }
    expect(isFetchedAgain(undefined)).toBe(true)
    expect(isFetchedAgain({ archived: true }, false)).toBe(true)
    expect(isFetchedAgain(undefined, true)).toBe(false)
    expect(isFetchedAgain({ archived: true, mutedUntil: MUTED_FOR_EVER })).toBe(false) // sent by the member: it says nothing of a mute
    expect(isFetchedAgain({ archived: false })).toBe(false)
  })

  it('of hidden read marks takes them back at once, and of shown ones fetches them', async () => {
    server.act({ by: 'ann', kind: 'send', messageIndex: 0 })
    server.act({ by: 'kofi', kind: 'read', messageIndex: 0 })
    const { cache, network } = openCache(server)
    const readOwn = () => {
      const own = getMessageWindow(cache)?.messages.findLast(({ sender }) => sender._id === ann._id)
      const one = cache.getQueryData<ConversationView>(chatQueryKeys.conversation(kofi._id))
      return { isRead: own?.isRead, status: own?.status, readUpTo: one?.readUpTo, isLastRead: one?.lastMessage?.isRead }
    }
    const shown = { isRead: true, status: 'read', readUpTo: server.conversation().readUpTo, isLastRead: true }
    expect(readOwn()).toEqual(shown)
    await applyReadMarksUpdate(cache, { userId: kofi._id, areShown: true })
    expect(network.calls).toEqual([])
    await applyReadMarksUpdate(cache, { userId: kofi._id, areShown: false })
    expect(readOwn()).toEqual({ isRead: false, status: 'delivered', readUpTo: 0, isLastRead: false })
    await applyReadMarksUpdate(cache, { userId: kofi._id, areShown: true })
    expect(readOwn()).toEqual(shown)
  })

  it('of presence updates every conversation', () => {
    const { cache } = openCache(server)
    applyPresence(cache, { userId: kofi._id, isOnline: false, lastActive: NOON })
    expect(getConversationList(cache)[1]?.user).toMatchObject({ isOnline: false, lastActive: NOON })
  })
})

const withoutConversations = (page: ConversationPages['pages'][number]) => ({ ...page, conversations: [] })

describe('the files of a message that is deleted', () => {
  const picture = {
    _id: 'm1',
    secure_url: '/media/c/card',
    url: '/media/c/card',
    width: 8,
    height: 8,
    placeholder: '',
    sources: [{ url: '/media/c/card-small', width: 4 }],
  }
  const withFiles: Partial<MessageView> = {
    video: {
      status: 'ready',
      url: '/media/c/film.mp4',
      durationMs: 1_000,
      width: 8,
      height: 8,
      poster: { ...picture, url: '/media/c/poster', sources: [{ url: '/media/c/poster-small', width: 4 }], alt: '' },
    },
    linkPreview: { url: 'https://example.org/', title: 'Moss', description: '', site: '', picture },
  }
  const files = ['film.mp4', 'poster', 'poster-small', 'card', 'card-small']
  const addresses = files.map((name) => `${location.origin}/media/c/${name}`)

  let removed: string[]
  beforeEach(() => {
    removed = []
    const store = { delete: (address: string) => Promise.resolve(removed.push(address) > 0) }
    const caches = { keys: () => Promise.resolve(['meadow-member-media-ann']), open: () => Promise.resolve(store) }
    Object.assign(globalThis, { caches })
  })
  afterEach(() => void Reflect.deleteProperty(globalThis, 'caches'))

  function openCacheWithFiles() {
    const { cache } = openCache(server)
    updateMessages(cache, kofi._id, (known) => ({
      ...known,
      messages: known.messages.map((message) => ({ ...message, ...withFiles })),
    }))
    return cache
  }

  it('leave this browser with its push', async () => {
    const cache = openCacheWithFiles()
    applyPush(cache, server.act({ by: 'ann', kind: 'delete', messageIndex: 0 }) as SocketPush)
    await waitFor(() => expect(removed).toEqual(addresses))
  })

  it('leave it with the changes that were missed', async () => {
    const cache = openCacheWithFiles()
    server.act({ by: 'ann', kind: 'delete', messageIndex: 0 })
    await syncConversations(cache)
    await waitFor(() => expect(removed).toEqual(addresses))
  })

  it('leave it when the member has deleted it here', async () => {
    const { cache } = openCache(server)
    const message = aMessage({ ...withFiles, sender: ann })
    const settle = <Data>(kind: OutboxKind<Data>, data: Data) =>
      kind.settle(cache, { data } as OutboxEntry<Data>, undefined)
    void settle(deleteMessageAction, { userId: kofi._id, message })
    await waitFor(() => expect(removed).toEqual(addresses))
    removed = []
    void settle(hideMessagesAction, { userId: kofi._id, messages: [message] })
    await waitFor(() => expect(removed).toEqual(addresses))
  })
})

describe('a page of older messages', () => {
  it('that was fetched before a change leads to a request for the changes', async () => {
    for (let n = 0; n < 40; n += 1) server.act({ by: 'ann', kind: 'send', messageIndex: 0 })
    const { cache } = openCache(server)
    const [first] = getMessageWindow(cache).messages
    const page = server.page(new URLSearchParams({ before: first?._id as string }))
    applyPush(cache, server.act({ by: 'ann', kind: 'delete', messageIndex: 38 }) as SocketPush)
    await expectSameAsServer(cache, server)
    cache.setQueryData<MessageWindow>(
      chatQueryKeys.messageWindow(kofi._id),
      (messageWindow) => messageWindow && mergeMessagePage(messageWindow, page),
    )
    await syncConversations(cache)
    await expectSameAsServer(cache, server)
    const all = [
      ...server.page(new URLSearchParams({ before: first?._id as string })).messages,
      ...server.page().messages,
    ]
    expect(getMessageWindow(cache).messages).toEqual(all)
    expect(getMessageWindow(cache).hasOlder).toBe(false)
  })
})
