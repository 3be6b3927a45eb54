import { describe, expect, it } from '@jest/globals'
import {
  canBeginConversation,
  createSignalSourceAfter,
  type MadePrivacyException,
  NO_PRIVACY_EXCEPTION,
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
  const source = { find: async () => new Map([['ann', hiding]]), findPrivacyExceptions: async () => [] }
  const shared = await readSharedSignals(source, ['ann', 'ben', 'cleo'])
  expect([shared('ann', 'ann').online, shared('ben', 'ann').online, shared('ben', 'cleo').online]).toEqual([
    true,
    false,
    true,
  ])
})

describe('a privacy exception', () => {
  type Settings = Record<string, StoredContactPrivacy>
  const make = (from: string, to: string, exception: object): MadePrivacyException => ({
    from,
    to,
    exception: { ...NO_PRIVACY_EXCEPTION, ...exception },
  })
  const createSource = (settings: Settings, exceptions: MadePrivacyException[]) => ({
    find: async () =>
      new Map(Object.entries(settings).map(([id, contactPrivacy]) => [id, { contactPrivacy }] as const)),
    findPrivacyExceptions: async () => exceptions,
  })
  const everyone = ['ann', 'ben', 'cleo']
  const readShared = (settings: Settings, ...exceptions: MadePrivacyException[]) =>
    readSharedSignals(createSource(settings, exceptions), everyone)

  it.each([
    [{ showOnline: false }, { ...EVERYTHING, online: false, lastSeen: false }],
    [{ showLastSeen: false }, { ...EVERYTHING, lastSeen: false }],
    [{ showTyping: false }, { ...EVERYTHING, typing: false }],
    [{ sendReadMarks: false }, { ...EVERYTHING, readMarks: false }],
    [{ showOnline: null, showTyping: true }, EVERYTHING],
  ])('hides by %j from one member only, in both directions', async (exception, expected) => {
    const shared = await readShared({}, make('ann', 'ben', exception))
    expect([shared('ann', 'ben'), shared('ben', 'ann')]).toEqual([expected, expected])
    expect([shared('ann', 'cleo'), shared('ben', 'cleo')]).toEqual([EVERYTHING, EVERYTHING])
  })

  it('shows one member what the settings hide, unless that member hides it', async () => {
    const hidden = { showOnline: false, showLastSeen: false, showTyping: false, sendReadMarks: false }
    const shownToBen = make('ann', 'ben', { showOnline: true, showTyping: true, sendReadMarks: true })
    const shared = await readShared({ ann: hidden }, shownToBen)
    expect(shared('ben', 'ann')).toEqual({ online: true, lastSeen: false, typing: true, readMarks: true })
    expect(shared('ann', 'cleo')).toMatchObject({ online: false, typing: false, readMarks: false })
    const bothHide = await readShared({ ann: hidden, ben: hidden }, shownToBen)
    expect(bothHide('ann', 'ben')).toMatchObject({ online: false, typing: false, readMarks: false })
    const bothShow = await readShared(
      { ann: hidden, ben: hidden },
      shownToBen,
      make('ben', 'ann', { showTyping: true }),
    )
    expect(bothShow('ann', 'ben')).toMatchObject({ online: false, typing: true })
  })

  it('and new settings are read before they are stored', async () => {
    const stored = createSource({ ann: { showTyping: false } }, [make('ann', 'ben', { showOnline: false })])
    const readAfter = async (change: Parameters<typeof createSignalSourceAfter>[1]) =>
      (await readSharedSignals(createSignalSourceAfter(stored, change), everyone))('ann', 'ben')
    expect(await readAfter({ memberId: 'ann', contactPrivacy: {} })).toMatchObject({ typing: true, online: false })
    expect(await readAfter(make('ann', 'ben', {}))).toMatchObject({ typing: false, online: true })
    expect(await readAfter(make('ben', 'ann', { showTyping: true }))).toMatchObject({ typing: false, online: false })
  })
})
