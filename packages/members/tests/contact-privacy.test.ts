import { expect, it } from '@jest/globals'
import {
  canBeginConversation,
  readSharedSignals,
  type StoredContactPrivacy,
  toContactPrivacy,
  toSharedSignals,
  toShownPresence,
} from '../src/index.ts'

const FOLLOWS = {
  none: [false, false],
  follower: [true, false],
  followed: [false, true],
  mutual: [true, true],
} as const

const listAllowed = (stored: StoredContactPrivacy) =>
  Object.entries(FOLLOWS).flatMap(([name, [isFollowing, isFollowedBack]]) =>
    canBeginConversation(toContactPrivacy(stored), { isFollowing, isFollowedBack }) ? [name] : [],
  )

it.each([
  [{}, ['mutual']],
  [{ messagesFrom: 'mutuals' }, ['mutual']],
  [{ messagesFrom: 'following' }, ['followed', 'mutual']],
  [{ messagesFrom: 'everyone' }, ['none', 'follower', 'followed', 'mutual']],
  [{ messagesFrom: 'friends of friends, of a newer version' }, ['mutual']],
])('with %j, a conversation is begun by: %j', (stored, allowed) => {
  expect(listAllowed(stored)).toEqual(allowed)
})

const share = (one: StoredContactPrivacy, other: StoredContactPrivacy = {}) =>
  toSharedSignals(toContactPrivacy(one), toContactPrivacy(other))
const EVERYTHING = { online: true, lastSeen: true, typing: true, readMarks: true }

it.each([
  [{}, EVERYTHING],
  [{ showTyping: false }, { ...EVERYTHING, typing: false }],
  [{ sendReadMarks: false }, { ...EVERYTHING, readMarks: false }],
  [{ showLastSeen: false }, { ...EVERYTHING, lastSeen: false }],
  [{ showOnline: false }, { ...EVERYTHING, online: false, lastSeen: false }],
])('what a member hides by %j is hidden in both directions', (settings, shared) => {
  expect(share(settings)).toEqual(shared)
  expect(share({}, settings)).toEqual(shared)
})

it('the absence of a last activity tells nobody that a member is online', () => {
  const states = [
    { isOnline: true, lastActive: null },
    { isOnline: false, lastActive: '2026-03-01T12:00:00.000Z' },
  ]
  const shown = (settings: StoredContactPrivacy) => states.map((state) => toShownPresence(state, share(settings)))
  expect(shown({})).toEqual(states)
  expect(shown({ showOnline: false })).toEqual([
    { isOnline: false, lastActive: null },
    { isOnline: false, lastActive: null },
  ])
  expect(shown({ showLastSeen: false })).toEqual([
    { isOnline: true, lastActive: null },
    { isOnline: false, lastActive: null },
  ])
})

it('a member sees themselves whatever they hide, and an unknown member hides nothing', async () => {
  const hiding = { contactPrivacy: { showOnline: false } }
  const shared = await readSharedSignals({ find: async () => new Map([['ann', hiding]]) }, ['ann', 'ben', 'cleo'])
  expect([shared('ann', 'ann').online, shared('ben', 'ann').online, shared('ben', 'cleo').online]).toEqual([
    true,
    false,
    true,
  ])
})
