import { expect, it } from '@jest/globals'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { aMessage, ann, kofi } from '../../testing/fixtures.ts'
import { toMessageListRows } from './message-row.tsx'

const messageAt = (time: string, sender = kofi, day = '2026-05-01'): ShownMessage => {
  const message = aMessage({ sender, createdAt: new Date(`${day}T${time}`).toISOString() })
  return { ...message, key: message._id }
}

const shape = (messages: ShownMessage[]) =>
  toMessageListRows(messages, { isTyping: false, hasOlder: false }).map((row) =>
    row.kind === 'message' ? (row.isLast ? 'last' : 'message') : row.kind,
  )

it('groups messages of one sender within five minutes', () => {
  expect(shape([messageAt('12:00:00'), messageAt('12:04:00'), messageAt('12:09:00'), messageAt('12:14:01')])).toEqual([
    'day',
    'message',
    'message',
    'last',
    'last',
  ])
})

it('starts a group for another sender', () => {
  expect(shape([messageAt('12:00:00'), messageAt('12:00:01', ann), messageAt('12:00:02')])).toEqual([
    'day',
    'last',
    'last',
    'last',
  ])
})

it('starts a new group with a heading for each day', () => {
  expect(shape([messageAt('23:59:00'), messageAt('00:01:00', kofi, '2026-05-02')])).toEqual([
    'day',
    'last',
    'day',
    'last',
  ])
})

it('ends with the typing indicator', () => {
  expect(toMessageListRows([messageAt('12:00:00')], { isTyping: true, hasOlder: false }).at(-1)).toEqual({
    kind: 'typing',
    key: 'typing',
  })
})

it('shows no day heading above the first message if older ones exist', () => {
  const rows = toMessageListRows([messageAt('12:00:00'), messageAt('12:00:00', kofi, '2026-05-02')], {
    isTyping: false,
    hasOlder: true,
  })
  expect(rows.map(({ kind }) => kind)).toEqual(['message', 'day', 'message'])
})
