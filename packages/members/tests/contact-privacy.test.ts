import { expect, it } from '@jest/globals'
import { canBeginConversation, type StoredContactPrivacy, toContactPrivacy } from '../src/index.ts'

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
