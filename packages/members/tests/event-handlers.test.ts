import { describe, expect, it } from '@jest/globals'
import { type EventDefinition, events } from '@meadow/contracts'
import { createEvent, createPostgresConsumerStore, eventDeliveryMigrations } from '@meadow/events'
import { deliverEvents } from '@meadow/events/testing'
import { shareAcrossTests } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import { createPostgresMemberReadModel, type Member, memberEventHandlers, memberMigrations } from '../src/index.ts'
import { anId, noon } from './fixtures.ts'

const said = <D extends EventDefinition>(
  definition: D,
  subject: string,
  data: Parameters<typeof createEvent<D>>[1]['data'],
  id = anId(),
) => createEvent(definition, { source: 'test', subject, data, id, time: noon })

const registered = (_id: string, username: string) =>
  said(events.memberRegistered, _id, {
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
      hear: (...all: Parameters<typeof deliverEvents>[2][number][]) => deliverEvents(memberEventHandlers, store, all),
      blocks: async (from: string, to: string) =>
        (await database.pool.query('select active from blocks where from_id = $1 and to_id = $2', [from, to])).rows,
      [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
    }
  })
  const setUp = async () => {
    const opened = await service()
    const _id = anId()
    return { ...opened, _id, now: async () => (await opened.members.find([_id])).get(_id) as Member }
  }

  it('inserts a registered member', async () => {
    const { hear, now, _id } = await setUp()
    await hear(registered(_id, 'ann'))
    expect(await now()).toMatchObject({ username: 'ann', fullName: 'Ann Berger', state: 'active', createdAt: noon })
  })

  it('applies deactivation, reactivation and erasure', async () => {
    const { hear, now, _id } = await setUp()
    await hear(registered(_id, 'ann'), said(events.memberDeactivated, _id, { accountVersion: 2 }))
    expect(await now()).toMatchObject({ state: 'deactivated', username: 'ann' })
    await hear(said(events.memberReactivated, _id, { accountVersion: 3 }))
    expect(await now()).toMatchObject({ state: 'active' })
    await hear(said(events.memberErased, _id, { accountVersion: 4 }))
    expect(await now()).toMatchObject({ state: 'erased', username: '' })
  })

  it('applies a changed profile', async () => {
    const { hear, now, _id } = await setUp()
    const data = { username: 'ann', fullName: 'Ann B.', avatar: '/media/p/x', isVerified: true, profileVersion: 2 }
    await hear(registered(_id, 'ann'), said(events.memberUpdated, _id, data))
    expect(await now()).toMatchObject(data)
  })

  it('applies a profile snapshot, and nothing older than the stored profile', async () => {
    const { hear, now, _id } = await setUp()
    const data = { username: 'ann', fullName: 'Ann B.', avatar: '', isVerified: false, profileVersion: 2, cover: '' }
    await hear(said(events.memberProfileSnapshot, _id, data), registered(_id, 'ann'))
    expect(await now()).toMatchObject({ fullName: 'Ann B.', profileVersion: 2, createdAt: noon })
    await hear(said(events.memberProfileSnapshot, _id, { ...data, fullName: 'Ann', profileVersion: 1 }))
    expect(await now()).toMatchObject({ fullName: 'Ann B.', profileVersion: 2 })
  })

  it('stores follows, and inserts unknown members', async () => {
    const { hear, members, _id } = await setUp()
    const bob = anId()
    await hear(said(events.memberFollowed, _id, edge(_id, bob, 1)))
    expect(await members.listFollowing(_id, 10)).toEqual([bob])
    expect((await members.find([_id, bob])).size).toBe(2)
    await hear(said(events.memberUnfollowed, _id, edge(_id, bob, 2)))
    expect(await members.listFollowing(_id, 10)).toEqual([])
  })

  it('stores blocks', async () => {
    const { hear, blocks, _id } = await setUp()
    const bob = anId()
    await hear(said(events.memberBlocked, _id, edge(_id, bob, 1)))
    expect(await blocks(_id, bob)).toEqual([{ active: true }])
    await hear(said(events.memberUnblocked, _id, edge(_id, bob, 2)))
    expect(await blocks(_id, bob)).toEqual([{ active: false }])
  })

  it('ignores repeated and outdated events', async () => {
    const { hear, members, _id } = await setUp()
    const bob = anId()
    const [followed, unfollowed] = [
      said(events.memberFollowed, _id, edge(_id, bob, 1)),
      said(events.memberUnfollowed, _id, edge(_id, bob, 2)),
    ]
    await hear(followed, unfollowed, followed)
    await hear(followed)
    await hear({ ...followed, id: anId() })
    expect(await members.listFollowing(_id, 10)).toEqual([])
  })

  it('is rebuilt from the snapshots of its owners, without rows that no snapshot contains', async () => {
    const { hear, members, _id, now } = await setUp()
    const [bob, gone, edges, asking] = [anId(), anId(), anId(), anId()]
    const account = { username: 'ann', fullName: 'Ann Berger', accountVersion: 1, registeredAt: noon.toISOString() }
    const told = { kind: 'follow' as const, to: bob, version: 3, active: true, at: noon.toISOString() }
    await hear(registered(gone, 'gone'), said(events.memberFollowed, _id, edge(_id, gone, 1)))
    await hear(said(events.membersSnapshotRequested, asking, {}), said(events.memberAccountSnapshot, _id, account))
    await hear(said(events.membersSnapshotCompleted, asking, { owner: 'auth' }))
    expect(await now()).toMatchObject({ username: 'u', state: 'active', createdAt: noon, accountVersion: 1 })
    expect((await members.find([gone])).size).toBe(0)
    expect(await members.listFollowing(_id, 10)).toEqual([gone]) // social has not told yet
    await hear(
      said(events.memberEdgeSnapshot, _id, told),
      said(events.memberEdgeSnapshot, _id, { ...told, kind: 'block', to: edges }),
    )
    await hear(said(events.membersSnapshotCompleted, asking, { owner: 'social' }))
    expect(await members.listFollowing(_id, 10)).toEqual([bob])
  })

  it('has a handler for every event about members', () => {
    const heard = memberEventHandlers.map(({ definition }) => definition.type).toSorted()
    const all = Object.values(events).map(({ type }) => type)
    expect(heard).toEqual(all.filter((type) => /^members?\./.test(type)).toSorted())
  })
})
