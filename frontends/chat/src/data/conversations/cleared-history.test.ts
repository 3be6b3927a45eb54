import { afterEach, expect, it } from '@jest/globals'
import { createQueryClient } from '@meadow/web'
import { waitFor } from '@testing-library/react'
import { aConversation, aMessage, kofi } from '../../testing/fixtures.ts'
import { isLastMessageGone, isLastMessageHidden } from '../messages/hidden-message.ts'
import { toMessageWindow } from '../messages/message-window.ts'
import { findCurrentQuote, toQuotedMessage } from '../messages/quoted-message.ts'
import { chatQueryKeys } from '../query-keys.ts'
import { applyConversationMarks } from '../sync/apply-push.ts'

afterEach(() => void Reflect.deleteProperty(globalThis, 'caches'))

const marks = { mutedUntil: null, pinnedAt: null, archived: false, isUnread: false, clearedUpTo: 3 }
const last = { seq: 3, content: 'The heron nests here' }

it('hides the last message while the clearing may be taken back, and keeps its text', () => {
  const conversation = aConversation({ last, marks })
  expect(isLastMessageHidden(conversation)).toBe(true)
  expect(isLastMessageGone(conversation)).toBe(false)
})

it('leaves nothing of a cleared history on a device that has not loaded its messages', () => {
  const cache = createQueryClient()
  const { _id: userId } = kofi
  cache.setQueryData(chatQueryKeys.conversation(userId), aConversation({ last }))
  const lists = [
    chatQueryKeys.messageSearch(userId, { q: 'heron' }),
    chatQueryKeys.messageContents(userId, 'star'),
    chatQueryKeys.thread('root'),
  ]
  for (const key of lists) cache.setQueryData(key, {})
  applyConversationMarks(cache, { userId, marks, changeSeq: 2 })
  expect(JSON.stringify(cache.getQueryData(chatQueryKeys.conversation(userId)))).not.toContain('heron')
  expect(lists.map((key) => cache.getQueryState(key)?.isInvalidated)).toEqual([true, true, true])
})

it('empties the quote of a cleared message in a reply that is not sent yet', () => {
  const cache = createQueryClient()
  const { _id: userId } = kofi
  const message = aMessage({ seq: 3, content: 'The heron nests here' })
  const page = { messages: [message], hasMore: false, rev: 1 }
  cache.setQueryData(chatQueryKeys.messageWindow(userId), toMessageWindow(userId, page))
  applyConversationMarks(cache, { userId, marks, changeSeq: 2 })
  expect(findCurrentQuote(cache, userId, toQuotedMessage(message)).content).toBe('')
})

it('removes the files of cleared messages that only a list of contents has loaded', async () => {
  const removed: string[] = []
  const store = { delete: (address: string) => Promise.resolve(removed.push(address) > 0) }
  Object.assign(globalThis, {
    caches: { keys: () => Promise.resolve(['meadow-member-media-ann']), open: () => Promise.resolve(store) },
  })
  const cache = createQueryClient()
  const { _id: userId } = kofi
  const aVoice = (seq: number) =>
    aMessage({ seq, voice: { url: `/media/c/${seq}.webm`, durationMs: 1_000, peaks: [], status: 'ready' } })
  const key = chatQueryKeys.messageContents(userId, 'voice')
  cache.setQueryData(key, { pages: [{ messages: [aVoice(3), aVoice(4)] }], pageParams: [null] })
  applyConversationMarks(cache, { userId, marks, changeSeq: 2 })
  await waitFor(() => expect(removed).toEqual([`${location.origin}/media/c/3.webm`]))
  expect(cache.getQueryData(key)).toMatchObject({ pages: [{ messages: [{ seq: 4 }] }] })
})
