import { describe, expect, it } from '@jest/globals'
import {
  type GroupWindow,
  listGroupReaders,
  withGroupChanges,
  withGroupMessage,
  withGroupRead,
  withGroupRev,
  withNewestMessage,
  withOlderMessages,
} from './group-window.ts'
import { aGroup, aGroupMember, aGroupMessage } from './testing/group-fixtures.ts'

const aWindow = (fields: Partial<GroupWindow> = {}): GroupWindow => ({
  messages: [aGroupMessage({ seq: 5, rev: 5 }), aGroupMessage({ seq: 6, rev: 6 })],
  hasOlder: true,
  hasNewer: false,
  rev: 6,
  ...fields,
})
const listSeqs = ({ messages }: GroupWindow) => messages.map(({ seq }) => seq)

describe('a window of messages', () => {
  it('takes the rev of a read mark, if it is the next change', () => {
    expect(withGroupRev(aWindow(), 7).rev).toBe(7)
    expect(withGroupRev(aWindow(), 8).rev).toBe(6)
    expect(withGroupRev(aWindow(), 5).rev).toBe(6)
  })

  it('takes the next message with its rev', () => {
    const window = withGroupMessage(aWindow(), aGroupMessage({ seq: 7, rev: 7 }))
    expect([listSeqs(window), window.rev]).toEqual([[5, 6, 7], 7])
  })

  it('keeps its rev if changes are missing before a message, so that they are fetched', () => {
    const window = withGroupMessage(aWindow(), aGroupMessage({ seq: 8, rev: 9 }))
    expect([listSeqs(window), window.rev]).toEqual([[5, 6, 8], 6])
    const fetched = withGroupChanges(window, {
      messages: [aGroupMessage({ seq: 7, rev: 7 }), aGroupMessage({ seq: 8, rev: 9 })],
      rev: 9,
    })
    expect([fetched.messages.length, fetched.rev]).toEqual([4, 9])
  })

  it('leaves out a changed message that is older than itself, and takes it with the older page', () => {
    const old = aGroupMessage({ seq: 2, rev: 7 })
    const window = withGroupChanges(aWindow(), { messages: [old], rev: 7 })
    expect(listSeqs(window)).toEqual([5, 6])
    expect(listSeqs(withOlderMessages(window, { messages: [old], hasMore: false, rev: 7 }))).toEqual([2, 5, 6])
  })

  it('keeps the later copy of a message and its client id, in whatever order they arrive', () => {
    const sent = aGroupMessage({ seq: 7, rev: 7, clientMessageId: 'mine' })
    const deleted = { ...sent, rev: 8, content: '', deletedAt: '2026-05-01T12:00:00.000Z', clientMessageId: null }
    for (const order of [
      [sent, deleted],
      [deleted, sent],
    ]) {
      const last = order.reduce(withGroupMessage, aWindow()).messages.at(-1)
      expect(last).toMatchObject({ deletedAt: deleted.deletedAt, content: '' })
    }
    expect([sent, deleted].reduce(withGroupMessage, aWindow()).messages.at(-1)?.clientMessageId).toBe('mine')
  })
})

describe('a group in the inbox', () => {
  const message = aGroupMessage({ seq: 7, rev: 7 })

  it('counts a message of another member once', () => {
    const once = withNewestMessage(aGroup({ seq: 6 }), message, 'ann')
    expect(once).toMatchObject({ seq: 7, unreadCount: 1, lastMessage: message })
    expect(withNewestMessage(once, message, 'ann').unreadCount).toBe(1)
  })

  it.each([
    ['its own message', { sender: { ...message.sender, _id: 'ann' } }],
    ['a line of the group', { notice: { event: 'joined' as const, member: null, name: null } }],
    ['a deleted message', { deletedAt: message.createdAt }],
  ])('does not count %s', (_, fields) => {
    expect(withNewestMessage(aGroup({ seq: 6 }), { ...message, ...fields }, 'ann').unreadCount).toBe(0)
  })

  it('is not moved by an older message', () => {
    const group = aGroup({ seq: 9 })
    expect(withNewestMessage(group, message, 'ann')).toBe(group)
  })

  it('is read on another device of the member up to its newest message', () => {
    const unread = aGroup({ seq: 7, unreadCount: 3 })
    expect(withGroupRead(unread, { readerId: 'ann', upToSeq: 6 }, 'ann').unreadCount).toBe(3)
    expect(withGroupRead(unread, { readerId: 'ann', upToSeq: 7 }, 'ann').unreadCount).toBe(0)
  })

  it('names the readers of a message, whose marks never go back', () => {
    const ben = aGroupMember({ _id: 'ben', readUpTo: 7 })
    const group = aGroup({ members: [aGroupMember({ _id: 'ann', readUpTo: 7 }), ben, aGroupMember({ _id: 'cleo' })] })
    const read = withGroupRead(
      withGroupRead(group, { readerId: 'cleo', upToSeq: 7 }, 'ann'),
      { readerId: 'cleo', upToSeq: 2 },
      'ann',
    )
    const own = { ...message, sender: { ...message.sender, _id: 'ann' } }
    expect(listGroupReaders(group, own).map(({ _id }) => _id)).toEqual(['ben'])
    expect(listGroupReaders(read, own).map(({ _id }) => _id)).toEqual(['ben', 'cleo'])
  })
})
