import { expect, it } from '@jest/globals'
import { aMessage } from '../../testing/fixtures.ts'
import {
  changeMessageAtRev,
  deleteMessageAtRev,
  findMessageSince,
  hideMessage,
  restoreMessage,
  toDeletedMessage,
  toHiddenMessage,
  toMessageWindow,
  withoutCleared,
} from './message-window.ts'

it('a deleted message keeps neither its recording nor the card of its link', () => {
  const message = aMessage({
    voice: { status: 'ready', url: '/media/c/a.m4a', durationMs: 2_000, peaks: [] },
    linkPreview: { url: 'https://example.org/', title: 'A page', description: '', site: '' },
  })
  const deleted = toDeletedMessage(message, '2026-03-01T12:00:00.000Z')
  expect(deleted).toMatchObject({ _id: message._id, seq: message.seq, content: '' })
  expect(deleted).not.toHaveProperty('voice')
  expect(deleted).not.toHaveProperty('linkPreview')
})

it('finds the first message since a time only where no other may be before it', () => {
  const [first, second] = ['2026-03-01', '2026-03-05'].map((day) => aMessage({ createdAt: `${day}T12:00:00.000Z` }))
  const messages = [first, second].filter((message) => message !== undefined)
  const find = (day: string, hasOlder = false, hasNewer = false) =>
    findMessageSince({ messages, hasOlder, hasNewer }, Date.parse(day))
  expect(find('2026-02-01')).toBe(first)
  expect(find('2026-03-02', true, true)).toBe(second)
  expect(find('2026-02-01', true)).toBeUndefined()
  expect(find('2026-04-01')).toBe(second)
  expect(find('2026-04-01', false, true)).toBeUndefined()
  expect(findMessageSince({ messages: [], hasOlder: false, hasNewer: false }, 1)).toBeUndefined()
})

it('finds no message since a time that the member is clearing', () => {
  const [first, second] = [aMessage({ seq: 1 }), aMessage({ seq: 2 })]
  const messageWindow = { messages: [first, second], hasOlder: true, hasNewer: false }
  expect(findMessageSince(withoutCleared(messageWindow, 1), 1)).toBe(second)
  expect(findMessageSince(withoutCleared(messageWindow, 2), 1)).toBeUndefined()
  expect(withoutCleared(messageWindow, 0)).toBe(messageWindow)
})

it('a message that is shown again is as it was, or as a push has changed it meanwhile', () => {
  const message = aMessage({ rev: 1, content: 'Tea?' })
  const { _id, content, messageType, sender } = message
  const reply = aMessage({ replyTo: { _id, content, messageType, pictureCount: 0, sender, deletedAt: null } })
  const page = { messages: [message, reply], hasMore: false, rev: 2 }
  const hidden = hideMessage(toMessageWindow(sender._id, page), _id, message.createdAt)
  const restore = (messageWindow: typeof hidden) =>
    restoreMessage(messageWindow, message, toHiddenMessage(message).deletedAt)
  expect(restore(hidden).messages).toEqual([message, reply])

  const reacted = restore(changeMessageAtRev(hidden, { messageId: _id, rev: 3 }, (known) => known))
  expect(reacted.messages).toEqual([{ ...message, rev: 3 }, reply])

  const at = '2026-06-01T12:00:00.000Z'
  const [gone, quoting] = restore(deleteMessageAtRev(hidden, { messageId: _id, rev: 3 }, at)).messages
  expect(gone).toEqual({ ...toDeletedMessage(message, at), rev: 3 })
  expect(quoting?.replyTo).toMatchObject({ content: '', deletedAt: at })
})
