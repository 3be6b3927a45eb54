import { expect, it } from '@jest/globals'
import { ANN_ID, KOFI_ID, NOW } from './testing/push-fixtures.ts'
import { toOutboxEntry } from './to-outbox-entry.ts'

const ID = '01890000-0000-7000-8000-0000000000d1'
const fields = { id: ID, memberId: ANN_ID, now: NOW }

it('a reply has its own client key, so that it is sent once', () => {
  expect(toOutboxEntry({ kind: 'message', recipientId: KOFI_ID, text: 'Hi' }, fields)).toMatchObject({
    id: ID,
    memberId: ANN_ID,
    kind: 'message',
    lane: `conversation ${KOFI_ID}`,
    requests: [{ call: 'POST /messages', body: { recipientId: KOFI_ID, clientMessageId: ID, content: 'Hi' } }],
  })
  expect(toOutboxEntry({ kind: 'comment', postId: 'p', text: 'Hi' }, fields).requests[0]?.key).toBe(ID)
  const reply = toOutboxEntry({ kind: 'comment', postId: 'p', parentId: 'c', text: 'Hi' }, fields)
  expect(reply).toMatchObject({
    kind: 'comment',
    data: { parentId: 'c' },
    requests: [{ body: { text: 'Hi', parentId: 'c' } }],
  })
})

it('a like replaces a waiting one of the same post', () => {
  expect(toOutboxEntry({ kind: 'like', postId: 'p' }, fields)).toMatchObject({ replaceKey: 'like p', lane: 'post p' })
})

it('a read mark never replaces one that a page has set further', () => {
  const entry = toOutboxEntry({ kind: 'read-messages', userId: KOFI_ID, upToMessageId: 'm' }, fields)
  expect(entry).toMatchObject({ kind: 'read-mark', description: null, data: { seq: 0 } })
  expect(entry.replaceKey).toBeUndefined()
})

it('is described as the page describes the same action', () => {
  const describe = (action: Parameters<typeof toOutboxEntry>[0]) => toOutboxEntry(action, fields).description
  expect(describe({ kind: 'message', recipientId: KOFI_ID, text: 'Hi' })).toBe('Message: “Hi”')
  expect(describe({ kind: 'comment', postId: 'p', text: 'Hi' })).toBe('Comment: Hi')
  expect(describe({ kind: 'like', postId: 'p' })).toBe('Like of a post')
  expect(describe({ kind: 'read-alert', notificationId: 'n' })).toBeNull()
})
