import { expect, it } from '@jest/globals'
import { aConversation, kofi } from '../testing/fixtures.ts'
import { formatConversationPreview, getPreviewLength } from './format-preview.ts'

it.each([
  [359, 28],
  [360, 34],
  [419, 34],
  [420, 42],
  [639, 42],
  [640, 54],
  [767, 54],
  [768, 60],
])('returns for a window of %p px %p characters', (width, length) => {
  expect(getPreviewLength(width)).toBe(length)
})

const conversationWith = (content: string, more: object = {}) => aConversation({ last: { content, ...more } })

it('truncates long texts between graphemes', () => {
  expect(formatConversationPreview(conversationWith('a'.repeat(28)), undefined, 320)).toBe('a'.repeat(28))
  expect(formatConversationPreview(conversationWith('👩‍👩‍👧'.repeat(30)), undefined, 320)).toBe(
    `${'👩‍👩‍👧'.repeat(28)}…`,
  )
})

it('describes messages without text', () => {
  expect(formatConversationPreview(conversationWith('', { messageType: 'voice' }), kofi._id, 1000)).toBe(
    'You: Voice message',
  )
  expect(formatConversationPreview(conversationWith('', { messageType: 'image' }), undefined, 1000)).toBe('Picture')
  expect(
    formatConversationPreview(conversationWith('', { messageType: 'image', pictureCount: 4 }), undefined, 1000),
  ).toBe('4 pictures')
  expect(
    formatConversationPreview(conversationWith('The\nbarn', { messageType: 'image', pictureCount: 1 }), kofi._id, 1000),
  ).toBe('You: Picture: The barn')
  expect(
    formatConversationPreview(conversationWith('', { deletedAt: '2026-05-01T12:00:00.000Z' }), undefined, 1000),
  ).toBe('Message deleted')
  expect(formatConversationPreview(conversationWith('', { messageType: 'video' }), undefined, 1000)).toBe('Video')
  expect(formatConversationPreview(conversationWith('', { messageType: 'poll' as 'text' }), undefined, 1000)).toBe(
    'Reload the page to see this message',
  )
  expect(formatConversationPreview(aConversation({ lastMessage: null }), undefined, 1000)).toBe('Say hello')
})

it('marks own messages with “You”', () => {
  expect(formatConversationPreview(conversationWith('On my\nway'), kofi._id, 1000)).toBe('You: On my way')
})
