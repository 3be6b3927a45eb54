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
])('has room in a window of %p for %p characters', (width, length) => {
  expect(getPreviewLength(width)).toBe(length)
})

const said = (content: string, more: object = {}) => aConversation({ last: { content, ...more } })

it('keeps what has room, and cuts the rest between whole characters', () => {
  expect(formatConversationPreview(said('a'.repeat(28)), undefined, 320)).toBe('a'.repeat(28))
  expect(formatConversationPreview(said('👩‍👩‍👧'.repeat(30)), undefined, 320)).toBe(`${'👩‍👩‍👧'.repeat(28)}…`)
})

it('says in words what has none', () => {
  expect(formatConversationPreview(said('', { messageType: 'image' }), undefined, 1000)).toBe('Photo')
  expect(formatConversationPreview(said('', { deletedAt: '2026-05-01T12:00:00.000Z' }), undefined, 1000)).toBe(
    'Message deleted',
  )
  expect(formatConversationPreview(aConversation({ lastMessage: null }), undefined, 1000)).toBe('Say hello')
})

it('says whose words they are when they are one’s own', () => {
  expect(formatConversationPreview(said('On my\nway'), kofi._id, 1000)).toBe('You: On my way')
})
