import { expect, it } from '@jest/globals'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { aMessage, ann, kofi } from '../../testing/fixtures.ts'
import { toMessageListRows } from './message-list-rows.ts'

const at = (time: string, sender = kofi, day = '2026-05-01'): ShownMessage => {
  const message = aMessage({ sender, createdAt: new Date(`${day}T${time}`).toISOString() })
  return { ...message, key: message._id }
}

const shape = (messages: ShownMessage[]) =>
  toMessageListRows(messages, { isTyping: false, hasOlder: false }).map((row) =>
    row.kind === 'message' ? (row.isLast ? 'last' : 'message') : row.kind,
  )

it('puts together what one wrote within five minutes', () => {
  expect(shape([at('12:00:00'), at('12:04:00'), at('12:09:00'), at('12:14:01')])).toEqual([
    'day',
    'message',
    'message',
    'last',
    'last',
  ])
})

it('begins a group with another sender', () => {
  expect(shape([at('12:00:00'), at('12:00:01', ann), at('12:00:02')])).toEqual(['day', 'last', 'last', 'last'])
})

it('marks each day, also within a group', () => {
  expect(shape([at('23:59:00'), at('00:01:00', kofi, '2026-05-02')])).toEqual(['day', 'last', 'day', 'last'])
})

it('ends with who is typing', () => {
  expect(toMessageListRows([at('12:00:00')], { isTyping: true, hasOlder: false }).at(-1)).toEqual({
    kind: 'typing',
    key: 'typing',
  })
})

it('marks no day above the first message while older ones may be of it', () => {
  const rows = toMessageListRows([at('12:00:00'), at('12:00:00', kofi, '2026-05-02')], {
    isTyping: false,
    hasOlder: true,
  })
  expect(rows.map(({ kind }) => kind)).toEqual(['message', 'day', 'message'])
})
