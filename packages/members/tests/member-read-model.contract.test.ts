import { describe, expect, it } from '@jest/globals'
import { describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import type { Member, MemberReadModel } from '../src/index.ts'
import { createId, engines, minutesAfterNoon, NOTHING, noon } from './fixtures.ts'

const ann = { username: 'ann', fullName: 'Ann Berger', avatar: '' }
const profile = (_id: string, profileVersion: number) => ({
  _id,
  username: 'ann',
  fullName: `Ann the ${profileVersion}.`,
  avatar: `/media/p/${profileVersion}`,
  isVerified: profileVersion % 2 === 1,
  profileVersion,
})
const registration = (_id: string) => ({
  _id,
  username: 'ann',
  fullName: ann.fullName,
  accountVersion: 1,
  state: 'active' as const,
  createdAt: noon,
})

describeOnEachEngine(engines, (open) => {
  const opened = shareAcrossTests(open)
  const setUp = async () => {
    const { members } = await opened()
    const _id = createId()
    return { members, _id, now: async () => (await members.find([_id])).get(_id) as Member }
  }

  describe('an actor', () => {
    it('who is unknown gets a row that every event overrides', async () => {
      const { members, _id, now } = await setUp()
      await members.upsertActor({ _id, ...ann, profileVersion: 0 })
      expect(await now()).toEqual({
        _id,
        ...ann,
        isVerified: false,
        isPrivate: false,
        contactPrivacy: {},
        privacyVersion: 0,
        state: 'active',
        createdAt: undefined,
        isEmailVerified: undefined,
        accountVersion: 0,
        profileVersion: 0,
      })
      await members.applyProfile(profile(_id, 1))
      await members.applyAccount(registration(_id))
      expect(await now()).toMatchObject({
        fullName: 'Ann the 1.',
        isVerified: true,
        createdAt: noon,
        accountVersion: 1,
      })
    })

    it('updates an older profile only', async () => {
      const { members, _id, now } = await setUp()
      await members.applyProfile(profile(_id, 2))
      await members.upsertActor({ ...profile(_id, 1), fullName: 'Old' })
      expect(await now()).toMatchObject({ fullName: 'Ann the 2.', profileVersion: 2 })
      await members.upsertActor({ ...profile(_id, 3), fullName: 'New' })
      expect(await now()).toMatchObject({ fullName: 'New', profileVersion: 3 })
    })

    it('does not prevent the event of the same version from setting the badge', async () => {
      const { members, _id, now } = await setUp()
      await members.upsertActor(profile(_id, 1))
      expect(await now()).toMatchObject({ isVerified: false })
      await members.applyProfile(profile(_id, 1))
      expect(await now()).toMatchObject({ isVerified: true })
    })
  })

  describe('an account', () => {
    it('changes its state by version, not by order of arrival', async () => {
      const { members, _id, now } = await setUp()
      await members.applyAccount(registration(_id))
      await members.applyAccount({ _id, accountVersion: 3, state: 'active' })
      await members.applyAccount({ _id, accountVersion: 2, state: 'deactivated' })
      expect(await now()).toMatchObject({ state: 'active', username: 'ann', accountVersion: 3 })
      await members.applyAccount({ _id, accountVersion: 4, state: 'deactivated' })
      expect(await now()).toMatchObject({ state: 'deactivated' })
    })

    it('has a verified address for good, in whatever order the events arrive', async () => {
      const { members, _id, now } = await setUp()
      await members.applyAccount({ ...registration(_id), isEmailVerified: false })
      expect(await now()).toMatchObject({ isEmailVerified: false })
      await members.applyAccount({ _id, accountVersion: 2, state: 'active' })
      expect(await now()).toMatchObject({ isEmailVerified: false })
      await members.applyVerifiedEmail(_id)
      await members.applyAccount({ ...registration(_id), isEmailVerified: false })
      expect(await now()).toMatchObject({ isEmailVerified: true, username: 'ann' })
      const early = createId()
      await members.applyVerifiedEmail(early)
      await members.applyAccount({ ...registration(early), isEmailVerified: false })
      expect((await members.find([early])).get(early)).toMatchObject({ isEmailVerified: true, fullName: ann.fullName })
      await members.applyAccount({ _id: early, accountVersion: 3, state: 'erased' })
      await members.applyVerifiedEmail(early)
      expect((await members.find([early])).get(early)).toMatchObject({ state: 'erased', isEmailVerified: undefined })
    })

    it('that is erased keeps only the id and is never restored', async () => {
      const { members, _id, now } = await setUp()
      await members.applyAccount(registration(_id))
      await members.applyProfile(profile(_id, 1))
      await members.applyAccount({ _id, accountVersion: 2, state: 'erased' })
      await members.applyAccount({ _id, accountVersion: 9, state: 'active', username: 'ann' })
      await members.applyProfile(profile(_id, 9))
      await members.upsertActor({ _id, ...ann, profileVersion: 9 })
      expect(await now()).toMatchObject({ state: 'erased', username: '', fullName: '', avatar: '', isVerified: false })
    })

    it('can be erased before any other event has arrived', async () => {
      const { members, _id, now } = await setUp()
      await members.applyAccount({ _id, accountVersion: 5, state: 'erased' })
      await members.applyAccount(registration(_id))
      expect(await now()).toMatchObject({ state: 'erased', username: '' })
    })
  })

  describe('a username', () => {
    it('finds its member, ignoring case', async () => {
      const { members, _id } = await setUp()
      const username = `u${_id.slice(-12)}`
      await members.upsertActor({ _id, ...ann, username, profileVersion: 0 })
      expect(await members.findByUsername(username.toUpperCase())).toMatchObject({ _id })
      expect(await members.findByUsername('nobody')).toBeUndefined()
    })

    it('finds no erased member', async () => {
      const { members, _id } = await setUp()
      await members.applyAccount({ _id, accountVersion: 1, state: 'erased' })
      expect(await members.findByUsername('')).toBeUndefined()
    })
  })

  describe('muted words', () => {
    const list = (memberId: string, version: number, ...texts: string[]) => ({
      memberId,
      version,
      words: texts.map((text) => ({ text, until: null, in: ['feed'] })),
    })

    it('are those of the newest list, in whatever order and however often lists arrive', async () => {
      const { members, _id } = await setUp()
      expect(await members.findMutedWords(_id)).toEqual(list(_id, 0))
      for (const known of [list(_id, 2, 'ham', '$eggs'), list(_id, 1, 'bacon'), list(_id, 2, 'bacon')])
        await members.applyMutedWords(known)
      expect(await members.findMutedWords(_id)).toEqual(list(_id, 2, 'ham', '$eggs'))
      await members.applyMutedWords(list(_id, 3))
      expect(await members.findMutedWords(_id)).toEqual(list(_id, 3))
    })

    it('are deleted with the account, and a late list does not restore them', async () => {
      const { members, _id } = await setUp()
      await members.applyMutedWords(list(_id, 1, 'ham'))
      await members.applyAccount({ _id, accountVersion: 2, state: 'erased' })
      await members.applyMutedWords(list(_id, 2, 'ham'))
      expect(await members.findMutedWords(_id)).toEqual(list(_id, 0))
    })
  })

  describe('finding', () => {
    it('returns the known members by id', async () => {
      const { members, _id } = await setUp()
      await members.upsertActor({ _id, ...ann, profileVersion: 0 })
      expect([...(await members.find([_id, createId()])).keys()]).toEqual([_id])
      expect((await members.find([])).size).toBe(0)
    })
  })

  describe('following', () => {
    const follows =
      (members: MemberReadModel, from: string) =>
      async (to: string, version: number, active = true) =>
        members.setFollow({ from, to, version, active, at: minutesAfterNoon(version) })

    it('has the state of its newest version, even if an older one arrives late', async () => {
      const { members, _id } = await setUp()
      const follow = follows(members, _id)
      const bob = createId()
      await follow(bob, 1)
      expect(await members.findFollowed(_id, [bob])).toEqual(new Set([bob]))
      await follow(bob, 4, false)
      await follow(bob, 1)
      await follow(bob, 3)
      expect(await members.findFollowed(_id, [bob])).toEqual(new Set())
      expect(await members.countFollowing(_id)).toBe(0)
      await follow(bob, 5)
      expect(await members.listFollowing(_id, 10)).toEqual([bob])
    })

    it('is listed newest first, up to the limit', async () => {
      const { members, _id } = await setUp()
      const [bob, carol, dan] = [createId(), createId(), createId()]
      await follows(members, _id)(carol, 2)
      await follows(members, _id)(bob, 1)
      await follows(members, _id)(dan, 3)
      expect(await members.listFollowing(_id, 10)).toEqual([dan, carol, bob])
      expect(await members.listFollowing(_id, 2)).toEqual([dan, carol])
      expect(await members.countFollowing(_id)).toBe(3)
    })

    it('has a direction', async () => {
      const { members, _id } = await setUp()
      const bob = createId()
      await follows(members, _id)(bob, 1)
      expect(await members.findFollowed(bob, [_id])).toEqual(new Set())
      expect(await members.findFollowed(_id, [bob, createId()])).toEqual(new Set([bob]))
    })

    it('is empty for guests', async () => {
      const { members } = await opened()
      expect(await members.findFollowed(undefined, [createId()])).toEqual(new Set())
    })
  })

  describe('a snapshot round', () => {
    const edge = (from: string, to: string, version = 1) => ({ from, to, version, active: true, at: noon })

    /** Ends a round for an owner, and deletes all stale rows: the end itself deletes one batch. */
    async function endRound(members: MemberReadModel, round: string, owner: 'auth' | 'social') {
      await members.endSnapshotRound(round, owner)
      while (await members.deleteExpired(NOTHING));
    }

    it("removes rows that the owner's snapshot does not contain, and none of the other owner", async () => {
      const { members } = await setUp()
      const [confirmed, unconfirmed, round] = [createId(), createId(), createId()]
      for (const id of [confirmed, unconfirmed]) await members.applyAccount(registration(id))
      for (const to of [confirmed, unconfirmed]) await members.setFollow(edge(confirmed, to))
      await members.beginSnapshotRound(round)
      await members.applyAccount(registration(confirmed))
      await members.setFollow(edge(confirmed, confirmed))
      await endRound(members, round, 'auth')
      expect([...(await members.find([confirmed, unconfirmed])).keys()]).toEqual([confirmed])
      expect(await members.countFollowing(confirmed)).toBe(2)
      await endRound(members, round, 'social')
      expect(await members.listFollowing(confirmed, 10)).toEqual([confirmed])
    })

    it('keeps members who appear during the round', async () => {
      const { members } = await setUp()
      const [registered, acting, from, round] = [createId(), createId(), createId(), createId()]
      await members.beginSnapshotRound(round)
      await members.applyAccount(registration(registered))
      await members.upsertActor({ _id: acting, ...ann, profileVersion: 0 })
      await members.setFollow(edge(from, acting))
      for (const owner of ['auth', 'social'] as const) await endRound(members, round, owner)
      expect((await members.find([registered, acting])).size).toBe(2)
      expect(await members.countFollowing(from)).toBe(1)
    })

    it('confirms a row by an older snapshot event without changing it', async () => {
      const { members } = await setUp()
      const [_id, to, round] = [createId(), createId(), createId()]
      await members.applyAccount({ _id, accountVersion: 4, state: 'deactivated' })
      await members.setFollow({ ...edge(_id, to, 4), active: false })
      await members.beginSnapshotRound(round)
      await members.applyAccount(registration(_id))
      await members.setFollow(edge(_id, to, 3))
      for (const owner of ['auth', 'social'] as const) await endRound(members, round, owner)
      expect((await members.find([_id])).get(_id)).toMatchObject({ state: 'deactivated', accountVersion: 4 })
      expect(await members.countFollowing(_id)).toBe(0)
    })

    it('keeps tombstones, and can be repeated and nested', async () => {
      const { members } = await setUp()
      const [erased, confirmed, first, second] = [createId(), createId(), createId(), createId()]
      await members.applyAccount({ _id: erased, accountVersion: 2, state: 'erased' })
      for (const round of [first, first, second]) await members.beginSnapshotRound(round)
      await members.applyAccount(registration(confirmed))
      for (const round of [first, first, second]) await endRound(members, round, 'auth')
      expect((await members.find([erased, confirmed])).size).toBe(2)
    })

    it('removes nothing if its beginning is unknown', async () => {
      const { members } = await setUp()
      const _id = createId()
      await members.applyAccount(registration(_id))
      await endRound(members, createId(), 'auth')
      expect((await members.find([_id])).size).toBe(1)
    })
  })
})
