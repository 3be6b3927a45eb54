import { describe, expect, it } from '@jest/globals'
import { toOutboxMessage } from './outbox.ts'

const toRow = (event: { type: string; source: string; subject: string }) => ({ id: '1', value: JSON.stringify(event) })

describe('an outbox row that an older version appended without a topic', () => {
  it('is published by the contract of its type', () => {
    const { id, value } = toRow({ type: 'post.created', source: 'posts', subject: '7' })
    expect(toOutboxMessage({ id, topic: null, key: null, value })).toEqual({ id, topic: 'posts', key: '7', value })
  })

  it('does not stop the outbox if its type has been removed since', () => {
    const topicOf = (type: string, source: string) => toOutboxMessage(toRow({ type, source, subject: '7' })).topic
    expect(topicOf('post.forgotten', 'posts')).toBe('posts')
    expect(topicOf('message.forgotten', 'chat')).toBe('messages')
    expect(topicOf('forgotten', 'notify')).toBe('notifications')
  })

  it('is refused if no service has its source', () => {
    expect(() => toOutboxMessage(toRow({ type: 'post.forgotten', source: 'nobody', subject: '7' }))).toThrow(
      'No topic for events of type post.forgotten from nobody',
    )
  })
})
