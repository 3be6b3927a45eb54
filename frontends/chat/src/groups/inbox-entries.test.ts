import { describe, expect, it } from '@jest/globals'
import { aConversation } from '../testing/fixtures.ts'
import { filterGroups, type InboxEntry, toInboxEntries } from './inbox-entries.ts'
import { aGroup, aGroupMessage } from './testing/group-fixtures.ts'

const at = (hour: number) => `2026-05-01T${String(hour).padStart(2, '0')}:00:00.000Z`
const NO_MARKS = { mutedUntil: null, pinnedAt: null, archived: false, isUnread: false }
const conversationAt = (hour: number, pinnedAt: string | null = null) =>
  aConversation({
    _id: `c${hour}`,
    last: { createdAt: at(hour) },
    marks: { ...NO_MARKS, pinnedAt },
  })
const groupAt = (hour: number, pinnedAt: string | null = null) =>
  aGroup({ _id: `g${hour}`, lastMessage: aGroupMessage({ createdAt: at(hour) }), marks: { ...NO_MARKS, pinnedAt } })
const listIds = (entries: readonly InboxEntry[]) =>
  entries.map((entry) => ('group' in entry ? entry.group._id : entry.conversation._id))

describe('the rows of the inbox', () => {
  it('are groups among conversations by their newest message, after pinned conversations', () => {
    const conversations = [conversationAt(2, at(1)), conversationAt(9), conversationAt(5)]
    const entries = toInboxEntries(conversations, [groupAt(7), groupAt(3)], { hasMore: false })
    expect(listIds(entries)).toEqual(['c2', 'c9', 'g7', 'c5', 'g3'])
  })

  it('begin with pinned conversations and groups, the newest pin first', () => {
    const conversations = [conversationAt(2, at(8)), conversationAt(3, at(6)), conversationAt(9)]
    const entries = toInboxEntries(conversations, [groupAt(1, at(7)), groupAt(5)], { hasMore: true })
    expect(listIds(entries)).toEqual(['c2', 'g1', 'c3', 'c9'])
  })

  it('have no group that is older than the loaded conversations while there are more of those', () => {
    const entries = toInboxEntries([conversationAt(9), conversationAt(5)], [groupAt(7), groupAt(3)], { hasMore: true })
    expect(listIds(entries)).toEqual(['c9', 'g7', 'c5'])
  })

  it('place a group without a message by its creation', () => {
    const created = aGroup({ _id: 'new', createdAt: at(8) })
    expect(listIds(toInboxEntries([conversationAt(9), conversationAt(5)], [created], { hasMore: false }))).toEqual([
      'c9',
      'new',
      'c5',
    ])
  })
})

describe('the groups of a filter', () => {
  const quiet = aGroup({ _id: 'quiet', name: 'Bread' })
  const unread = aGroup({ _id: 'unread', name: 'Hikers', unreadCount: 2 })
  const invitation = aGroup({ _id: 'invitation', name: 'Choir', role: null })
  const marked = aGroup({ _id: 'marked', name: 'Maps', marks: { ...NO_MARKS, isUnread: true } })
  const archived = aGroup({ _id: 'archived', name: 'Old hikers', marks: { ...NO_MARKS, archived: true } })
  const all = [quiet, unread, invitation, marked, archived]

  it.each([
    ['all', '', ['quiet', 'unread', 'invitation', 'marked']],
    ['unread', '', ['unread', 'invitation', 'marked']],
    ['online', '', []],
    ['archived', '', ['archived']],
    ['requests', '', []],
    ['all', 'hik', ['unread', 'archived']],
    ['all', '@kofi', ['quiet', 'unread', 'invitation', 'marked', 'archived']],
    ['all', 'nobody', []],
  ] as const)('%s with the search "%s" are found', (filter, q, found) => {
    expect(filterGroups(all, { filter, q }).map(({ _id }) => _id)).toEqual(found)
  })
})
