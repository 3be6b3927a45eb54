import { expect, it } from '@jest/globals'
import { aMessage } from '../../testing/fixtures.ts'
import { toDeletedMessage } from './message-window.ts'

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
