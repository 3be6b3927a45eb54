import { describe, expect, it } from '@jest/globals'
import { describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import {
  createPostgresMemberReadModel,
  type MemberReadModel,
  memberMigrations,
  NO_PRIVACY_EXCEPTION,
} from '../src/index.ts'
import { toMemberRetention } from '../src/member-cleanup.ts'
import { createId, engines, NOTHING, noon } from './fixtures.ts'

const LATER = new Date('2126-01-01T00:00:00Z')
const EVERYTHING = { removedEdgesBefore: LATER, erasedBefore: LATER, roundsBefore: LATER, usernamesKeptBefore: LATER }
const edge = (from: string, to: string, version = 1, active = true) => ({ from, to, version, active, at: noon })

async function endRound(members: MemberReadModel, round: string): Promise<void> {
  for (const owner of ['auth', 'social'] as const) await members.endSnapshotRound(round, owner)
}

describeOnEachEngine(engines, (open) => {
  const opened = shareAcrossTests(open)

  it('removes the stale rows of a round in batches, and goes on after an interruption', async () => {
    const { members, insertFollows } = await opened()
    const [ann, bob, round] = [createId(), createId(), createId()]
    await insertFollows(ann, 1_200)
    await members.beginSnapshotRound(round)
    await members.setFollow(edge(bob, ann))
    await endRound(members, round)
    const stale = await members.countFollowing(ann) // the transaction of the event is bounded
    expect(stale).toBeGreaterThan(0)
    expect(stale).toBeLessThan(1_200)
    const [late = ''] = await members.listFollowing(ann, 1)
    await members.setFollow(edge(ann, late)) // an event that arrives before the next batch
    await members.beginSnapshotRound(createId()) // the next round has begun, and no owner has ended it
    while (await members.deleteExpired(NOTHING));
    expect(await members.listFollowing(ann, 10)).toEqual([late])
    expect(await members.listFollowing(bob, 10)).toEqual([ann])
  })

  it('forgets removed follows and blocks, and no others', async () => {
    const { members } = await opened()
    const [ann, bob, carol, dan] = [createId(), createId(), createId(), createId()]
    for (const set of [members.setFollow, members.setBlock]) {
      await set(edge(ann, bob, 2, false))
      await set(edge(ann, carol, 2, true))
      await set({ ...edge(ann, dan, 2, false), at: LATER })
    }
    await members.deleteExpired({ ...NOTHING, removedEdgesBefore: LATER })
    for (const to of [bob, carol, dan]) await members.setFollow(edge(ann, to, 1)) // only a forgotten edge begins anew
    expect(new Set(await members.listFollowing(ann, 10))).toEqual(new Set([bob, carol]))
  })

  it('forgets removed privacy exceptions, and no others', async () => {
    const { members, readEdges } = await opened()
    const [ann, removed, made, later] = [createId(), createId(), createId(), createId()]
    const exception = { ...NO_PRIVACY_EXCEPTION, showOnline: false }
    await members.setPrivacyException({ ...edge(ann, removed, 2, false), exception: NO_PRIVACY_EXCEPTION })
    await members.setPrivacyException({ ...edge(ann, made), exception })
    await members.setPrivacyException({ ...edge(ann, later, 2, false), at: LATER, exception: NO_PRIVACY_EXCEPTION })
    await members.deleteExpired({ ...NOTHING, removedEdgesBefore: LATER })
    expect(new Set((await readEdges('privacy_exceptions', [ann])).map(({ to }) => to))).toEqual(new Set([made, later]))
  })

  it('forgets removed and ended mutes, and no others', async () => {
    const { members, readEdges } = await opened()
    const [ann, removed, ended, running, lasting] = [createId(), createId(), createId(), createId(), createId()]
    await members.setMute({ ...edge(ann, removed, 2, false), until: noon })
    await members.setMute({ ...edge(ann, ended), until: noon })
    await members.setMute({ ...edge(ann, running), until: LATER })
    await members.setMute({ ...edge(ann, lasting), until: null })
    await members.deleteExpired({ ...NOTHING, removedEdgesBefore: LATER })
    expect(new Set((await readEdges('mutes', [ann])).map(({ to }) => to))).toEqual(new Set([running, lasting]))
  })

  it('forgets the ids of erased members, unless they are kept', async () => {
    const { members } = await opened()
    const [erased, active] = [createId(), createId()]
    await members.applyAccount({ _id: erased, accountVersion: 2, state: 'erased' })
    await members.applyAccount({ _id: active, accountVersion: 1, state: 'active' })
    for (const retention of [
      NOTHING,
      { ...EVERYTHING, erasedBefore: undefined },
      { ...EVERYTHING, erasedBefore: noon },
    ])
      await members.deleteExpired(retention)
    expect((await members.find([erased, active])).size).toBe(2)
    await members.deleteExpired(EVERYTHING)
    expect([...(await members.find([erased, active])).keys()]).toEqual([active])
  })

  it('forgets old rounds, but not the newest, whose number new rows get', async () => {
    const { members, countRounds } = await opened()
    const earlier = await countRounds()
    const [first, second, ann] = [createId(), createId(), createId()]
    for (const round of [first, second]) await members.beginSnapshotRound(round)
    await members.deleteExpired({ ...NOTHING, roundsBefore: noon })
    expect(await countRounds()).toBe(earlier + 2)
    await members.deleteExpired(EVERYTHING)
    expect(await countRounds()).toBe(1)
    await members.setFollow(edge(ann, createId()))
    await endRound(members, second)
    expect(await members.countFollowing(ann)).toBe(1)
  })
})

describe('the cleanup on PostgreSQL', () => {
  it('finds each batch by an index, in large tables, too', async () => {
    await using database = await openTestDatabase(memberMigrations)
    const { pool } = database
    await pool.query(`insert into follows (from_id, to_id, version, active, at, heard)
      select gen_random_uuid(), gen_random_uuid(), 1, n % 100 <> 0, now(), sign(n % 100) from generate_series(1, 3000) n`)
    await pool.query('insert into blocks (from_id, to_id, version, active, at, heard) select * from follows')
    await pool.query(`insert into mutes (from_id, to_id, version, active, at, heard, until)
      select f.*, case when active then null else at end from follows f`)
    await pool.query(`insert into privacy_exceptions (from_id, to_id, version, active, at, heard, exception)
      select f.*, '{}' from follows f`)
    await pool.query(`insert into member_former_usernames (username, member_id, kept_until)
      select n, gen_random_uuid(), now() + n * interval '1 hour' from generate_series(1, 3000) n`)
    await pool.query(`insert into members
        (id, username, full_name, avatar, is_verified, state, account_version, profile_version, heard, erased_at)
      select gen_random_uuid(), n, '', '', false, case when n % 100 = 1 then 'erased' else 'active' end, 1, 1, sign(n % 100), now()
      from generate_series(1, 3000) n`)
    await pool.query(`insert into member_rounds (id, auth_ended, social_ended) values (gen_random_uuid(), true, true)`)
    await pool.query('analyze')
    const plans: string[] = []
    const db = {
      async query(text: string, values?: unknown[]) {
        if (
          text.startsWith('delete from members') ||
          text.startsWith('delete from follows') ||
          text.includes('blocks') ||
          text.includes('mutes') ||
          text.includes('privacy_exceptions') ||
          text.includes('former_usernames')
        ) {
          const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
          plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
        }
        return pool.query(text, values)
      },
    } as unknown as Parameters<typeof createPostgresMemberReadModel>[0]
    await createPostgresMemberReadModel(db).deleteExpired(EVERYTHING)
    const indexes = plans.map((plan) => /Scan using (\w+_(?:heard|removed|erased|until|by_time))/.exec(plan)?.[1])
    expect(indexes).toEqual([
      'members_heard',
      'follows_heard',
      'blocks_heard',
      'mutes_heard',
      'privacy_exceptions_heard',
      'follows_removed',
      'blocks_removed',
      'privacy_exceptions_removed',
      'mutes_until',
      'members_erased',
      'member_former_usernames_by_time',
    ])
  })
})

describe('the retention of the read model', () => {
  it('is longest for follows and blocks at their owner, which also keeps the ids of erased members', () => {
    const [owner, other] = [true, false].map((ownsEdges) => toMemberRetention(noon, { ownsEdges }))
    expect(other?.removedEdgesBefore.getTime()).toBeGreaterThan(owner?.removedEdgesBefore.getTime() ?? 0)
    expect(other?.erasedBefore).toEqual(other?.removedEdgesBefore)
    expect(owner?.erasedBefore).toBeUndefined()
  })
})
