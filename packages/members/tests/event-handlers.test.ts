import { describe, expect, it } from '@jest/globals'
import { type EventDefinition, events, type PrivacyException } from '@meadow/contracts'
import { createEvent, createPostgresConsumerStore, eventDeliveryMigrations } from '@meadow/events'
import { deliverEvents } from '@meadow/events/testing'
import { shareAcrossTests } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import {
  createPostgresMemberReadModel,
  type Member,
  memberEventHandlers,
  memberMigrations,
  NO_PRIVACY_EXCEPTION,
} from '../src/index.ts'
import { createId, noon } from './fixtures.ts'

const createTestEvent = <D extends EventDefinition>(
  definition: D,
  subject: string,
  data: Parameters<typeof createEvent<D>>[1]['data'],
  id = createId(),
) => createEvent(definition, { source: definition.producers[0] ?? '', subject, data, id, time: noon })

const registered = (_id: string, username: string) =>
  createTestEvent(events.memberRegistered, _id, {
    username,
    fullName: 'Ann Berger',
    accountVersion: 1,
    registeredAt: noon.toISOString(),
  })

const edge = (from: string, to: string, version: number) => {
  const actor = (_id: string) => ({ _id, username: 'u', fullName: 'U', avatar: '', profileVersion: 0 })
  return { from: actor(from), to: actor(to), version, followerCount: 1, followingCount: 1 }
}

describe('the read model', () => {
  const service = shareAcrossTests(async () => {
    const database = await openTestDatabase(eventDeliveryMigrations, memberMigrations)
    const members = createPostgresMemberReadModel(database.pool)
    const store = createPostgresConsumerStore(database.pool, (tx) => ({ members: createPostgresMemberReadModel(tx) }))
    return {
      members,
      deliver: (...all: Parameters<typeof deliverEvents>[2][number][]) =>
        deliverEvents(memberEventHandlers, store, all),
      mutes: async (from: string, to: string) =>
        (await database.pool.query('select active, until from mutes where from_id = $1 and to_id = $2', [from, to]))
          .rows,
      formerUsernames: async (id: string) =>
        (
          await database.pool.query(
            'select username, kept_until from member_former_usernames where member_id = $1 order by username',
            [id],
          )
        ).rows,
      blocks: async (from: string, to: string) =>
        (await database.pool.query('select active from blocks where from_id = $1 and to_id = $2', [from, to])).rows,
      [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
    }
  })
  const setUp = async () => {
    const opened = await service()
    const _id = createId()
    return { ...opened, _id, now: async () => (await opened.members.find([_id])).get(_id) as Member }
  }

  it('inserts a registered member', async () => {
    const { deliver, now, _id } = await setUp()
    await deliver(registered(_id, 'ann'))
    expect(await now()).toMatchObject({ username: 'ann', fullName: 'Ann Berger', state: 'active', createdAt: noon })
  })

  it('applies deactivation, reactivation and erasure', async () => {
    const { deliver, now, _id } = await setUp()
    await deliver(registered(_id, 'ann'), createTestEvent(events.memberDeactivated, _id, { accountVersion: 2 }))
    expect(await now()).toMatchObject({ state: 'deactivated', username: 'ann' })
    await deliver(createTestEvent(events.memberReactivated, _id, { accountVersion: 3 }))
    expect(await now()).toMatchObject({ state: 'active' })
    await deliver(createTestEvent(events.memberErased, _id, { accountVersion: 4 }))
    expect(await now()).toMatchObject({ state: 'erased', username: '' })
  })

  it('knows whether the address is verified, from the registration, the event and the snapshot', async () => {
    const { deliver, now, _id } = await setUp()
    const account = { username: 'ann', fullName: 'Ann Berger', accountVersion: 1, registeredAt: noon.toISOString() }
    await deliver(createTestEvent(events.memberRegistered, _id, account)) // of an older version of auth
    expect((await now()).isEmailVerified).toBeUndefined()
    await deliver(createTestEvent(events.memberAccountSnapshot, _id, { ...account, isEmailVerified: false }))
    expect((await now()).isEmailVerified).toBe(false)
    const verified = createTestEvent(events.memberEmailVerified, _id, { verifiedAt: noon.toISOString() })
    await deliver(verified, verified)
    await deliver(createTestEvent(events.memberAccountSnapshot, _id, { ...account, isEmailVerified: false }))
    expect((await now()).isEmailVerified).toBe(true)
  })

  it('applies a changed profile', async () => {
    const { deliver, now, _id } = await setUp()
    const data = { username: 'ann', fullName: 'Ann B.', avatar: '/media/p/x', isVerified: true, profileVersion: 2 }
    await deliver(registered(_id, 'ann'), createTestEvent(events.memberUpdated, _id, data))
    expect(await now()).toMatchObject(data)
  })

  it('applies a profile snapshot, and nothing older than the stored profile', async () => {
    const { deliver, now, _id } = await setUp()
    const data = { username: 'ann', fullName: 'Ann B.', avatar: '', isVerified: false, profileVersion: 2, cover: '' }
    await deliver(createTestEvent(events.memberProfileSnapshot, _id, data), registered(_id, 'ann'))
    expect(await now()).toMatchObject({ fullName: 'Ann B.', profileVersion: 2, createdAt: noon })
    await deliver(createTestEvent(events.memberProfileSnapshot, _id, { ...data, fullName: 'Ann', profileVersion: 1 }))
    expect(await now()).toMatchObject({ fullName: 'Ann B.', profileVersion: 2 })
  })

  it('stores follows, and inserts unknown members', async () => {
    const { deliver, members, _id } = await setUp()
    const bob = createId()
    await deliver(createTestEvent(events.memberFollowed, _id, edge(_id, bob, 1)))
    expect(await members.listFollowing(_id, 10)).toEqual([bob])
    expect((await members.find([_id, bob])).size).toBe(2)
    await deliver(createTestEvent(events.memberUnfollowed, _id, edge(_id, bob, 2)))
    expect(await members.listFollowing(_id, 10)).toEqual([])
  })

  it('stores blocks', async () => {
    const { deliver, blocks, _id } = await setUp()
    const bob = createId()
    await deliver(createTestEvent(events.memberBlocked, _id, edge(_id, bob, 1)))
    expect(await blocks(_id, bob)).toEqual([{ active: true }])
    await deliver(createTestEvent(events.memberUnblocked, _id, edge(_id, bob, 2)))
    expect(await blocks(_id, bob)).toEqual([{ active: false }])
  })

  it('stores mutes with their end, also from snapshots', async () => {
    const { deliver, mutes, _id } = await setUp()
    const [bob, carol] = [createId(), createId()]
    const until = '2026-03-02T12:00:00.000Z'
    await deliver(createTestEvent(events.memberMuted, _id, { ...edge(_id, bob, 1), until }))
    expect(await mutes(_id, bob)).toEqual([{ active: true, until: new Date(until) }])
    await deliver(createTestEvent(events.memberMuted, _id, { ...edge(_id, bob, 2), until: null }))
    expect(await mutes(_id, bob)).toEqual([{ active: true, until: null }])
    await deliver(createTestEvent(events.memberUnmuted, _id, edge(_id, bob, 3)))
    expect(await mutes(_id, bob)).toEqual([{ active: false, until: noon }])
    const data = { kind: 'mute' as const, to: carol, version: 1, active: true, at: noon.toISOString(), until }
    await deliver(createTestEvent(events.memberEdgeSnapshot, _id, data))
    expect(await mutes(_id, carol)).toEqual([{ active: true, until: new Date(until) }])
  })

  it('stores the words that a member mutes', async () => {
    const { deliver, members, _id } = await setUp()
    const data = { version: 1, words: [{ text: 'ham', until: null, in: ['feed'] }] }
    await deliver(createTestEvent(events.memberMutedWordsUpdated, _id, data))
    expect(await members.findMutedWords(_id)).toEqual({ memberId: _id, ...data })
  })

  it('stores privacy exceptions, which end without a choice, also from snapshots', async () => {
    const { deliver, members, _id } = await setUp()
    const [bob, carol] = [createId(), createId()]
    const exception = { ...NO_PRIVACY_EXCEPTION, showOnline: false, sendReadMarks: true }
    const update = (version: number, changed: PrivacyException) =>
      createTestEvent(events.memberPrivacyExceptionUpdated, _id, { ...edge(_id, bob, version), exception: changed })
    const everyone = [_id, bob, carol]
    await deliver(update(1, exception))
    expect(await members.findPrivacyExceptions(everyone)).toEqual([{ from: _id, to: bob, exception }])
    await deliver(update(2, NO_PRIVACY_EXCEPTION), update(1, exception))
    expect(await members.findPrivacyExceptions(everyone)).toEqual([])
    const data = { kind: 'privacy-exception' as const, to: carol, version: 1, active: true, at: noon.toISOString() }
    await deliver(createTestEvent(events.memberEdgeSnapshot, _id, { ...data, exception }))
    expect(await members.findPrivacyExceptions(everyone)).toEqual([{ from: _id, to: carol, exception }])
    expect(await members.findPrivacyExceptions([_id, bob])).toEqual([])
  })

  it('keeps a former username for 90 days, until the member is erased', async () => {
    const { deliver, formerUsernames, _id } = await setUp()
    const renamed = createTestEvent(events.memberRenamed, _id, { from: 'ann.old', to: 'ann', accountVersion: 2 })
    await deliver(registered(_id, 'ann'), renamed, renamed)
    const keptUntil = new Date(noon.getTime() + 90 * 86_400_000)
    expect(await formerUsernames(_id)).toEqual([{ username: 'ann.old', kept_until: keptUntil }])
    await deliver(createTestEvent(events.memberErased, _id, { accountVersion: 3 }))
    await deliver(createTestEvent(events.memberRenamed, _id, { from: 'ann.older', to: 'ann', accountVersion: 2 }))
    expect(await formerUsernames(_id)).toEqual([])
  })

  it('keeps the former usernames of a snapshot, so that a rebuilt read model has them', async () => {
    const { deliver, formerUsernames, _id } = await setUp()
    const keptUntil = new Date(noon.getTime() + 86_400_000)
    const former = { username: 'ann.before', keptUntil: keptUntil.toISOString() }
    const account = { username: 'ann', fullName: 'Ann', accountVersion: 2, registeredAt: noon.toISOString() }
    const snapshot = createTestEvent(events.memberAccountSnapshot, _id, { ...account, formerUsernames: [former] })
    await deliver(snapshot, snapshot)
    expect(await formerUsernames(_id)).toEqual([{ username: 'ann.before', kept_until: keptUntil }])
    await deliver(createTestEvent(events.memberErased, _id, { accountVersion: 3 }))
    await deliver(createTestEvent(events.memberAccountSnapshot, _id, { ...account, formerUsernames: [former] }))
    expect(await formerUsernames(_id)).toEqual([])
  })

  it('ignores repeated and outdated events', async () => {
    const { deliver, members, _id } = await setUp()
    const bob = createId()
    const [followed, unfollowed] = [
      createTestEvent(events.memberFollowed, _id, edge(_id, bob, 1)),
      createTestEvent(events.memberUnfollowed, _id, edge(_id, bob, 2)),
    ]
    await deliver(followed, unfollowed, followed)
    await deliver(followed)
    await deliver({ ...followed, id: createId() })
    expect(await members.listFollowing(_id, 10)).toEqual([])
  })

  it('is rebuilt from the snapshots of its owners, without rows that no snapshot contains', async () => {
    const { deliver, members, _id, now } = await setUp()
    const [bob, erasedId, edges, round] = [createId(), createId(), createId(), createId()]
    const account = { username: 'ann', fullName: 'Ann Berger', accountVersion: 1, registeredAt: noon.toISOString() }
    const followSnapshot = { kind: 'follow' as const, to: bob, version: 3, active: true, at: noon.toISOString() }
    await deliver(registered(erasedId, 'gone'), createTestEvent(events.memberFollowed, _id, edge(_id, erasedId, 1)))
    await deliver(
      createTestEvent(events.membersSnapshotRequested, round, {}),
      createTestEvent(events.memberAccountSnapshot, _id, account),
    )
    await deliver(createTestEvent(events.membersSnapshotCompleted, round, { owner: 'auth' }))
    expect(await now()).toMatchObject({ username: 'u', state: 'active', createdAt: noon, accountVersion: 1 })
    expect((await members.find([erasedId])).size).toBe(0)
    expect(await members.listFollowing(_id, 10)).toEqual([erasedId]) // the snapshot of social is not complete yet
    await deliver(
      createTestEvent(events.memberEdgeSnapshot, _id, followSnapshot),
      createTestEvent(events.memberEdgeSnapshot, _id, { ...followSnapshot, kind: 'block', to: edges }),
    )
    await deliver(createTestEvent(events.membersSnapshotCompleted, round, { owner: 'social' }))
    expect(await members.listFollowing(_id, 10)).toEqual([bob])
  })

  it('ignores kinds of edges and owners that only newer versions know', async () => {
    const { deliver, members, blocks, _id } = await setUp()
    const [to, round] = [createId(), createId()]
    const data = { kind: 'follow' as const, to, version: 3, active: true, at: noon.toISOString() }
    const snapshot = createTestEvent(events.memberEdgeSnapshot, _id, data)
    const completed = createTestEvent(events.membersSnapshotCompleted, round, { owner: 'auth' })
    await deliver(
      registered(_id, 'ann'),
      createTestEvent(events.membersSnapshotRequested, round, {}),
      { ...snapshot, data: { ...data, kind: 'request' } },
      { ...completed, data: { owner: 'moderation' } },
    )
    expect(await members.listFollowing(_id, 10)).toEqual([])
    expect(await blocks(_id, to)).toEqual([])
    expect((await members.find([_id])).size).toBe(1)
  })

  it('has a handler for every event about members, except for those of one service to another', () => {
    const handled = memberEventHandlers.map(({ definition }) => definition.type).toSorted()
    const all = Object.values(events).map(({ type }) => type)
    const betweenServices = [
      'part-erased',
      'export-requested',
      'part-exported',
      'role-changed',
      'follow-requested',
      'follow-declined',
      'suspended',
      'unsuspended',
    ]
    const isShared = (type: string) => !betweenServices.some((name) => type === `member.${name}`)
    expect(handled).toEqual(all.filter((type) => /^members?\./.test(type) && isShared(type)).toSorted())
  })
})
