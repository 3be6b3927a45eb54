import { describe, expect, it } from '@jest/globals'
import { type DomainEvent, events } from '@meadow/contracts'
import { createPostgresConsumerStore, eventDeliveryMigrations } from '@meadow/events'
import { deliverEvents } from '@meadow/events/testing'
import {
  createPostgresMemberReadModel,
  memberEventHandlers,
  memberMigrations,
  NO_PRIVACY_EXCEPTION,
} from '@meadow/members'
import { shareAcrossTests, type TestMember } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import fc from 'fast-check'
import { openSocial } from './fixtures.ts'

const MEMBERS = 20

/** Opens social with 20 members, and a read model that is built from the events of social only. */
async function openSocialWithMembers() {
  const social = await openSocial()
  const elsewhere = await openTestDatabase(eventDeliveryMigrations, memberMigrations)
  const store = createPostgresConsumerStore(elsewhere.pool, (tx) => ({ members: createPostgresMemberReadModel(tx) }))
  const members: TestMember[] = []
  while (members.length < MEMBERS) members.push(await social.relations.addMember())
  return {
    ...social,
    members,
    elsewhere: elsewhere.pool,
    deliverElsewhere: (...all: DomainEvent[]) => deliverEvents(memberEventHandlers, store, all),
    async [Symbol.asyncDispose]() {
      await elsewhere[Symbol.asyncDispose]()
      await social[Symbol.asyncDispose]()
    },
  }
}

const started = shareAcrossTests(openSocialWithMembers)

const ACTIVE_EDGES = ['follows', 'blocks', 'mutes', 'privacy_exceptions'].map(
  (table) => `select from_id, to_id from ${table} where active order by from_id, to_id`,
)
const FOLLOWS_ACROSS_BLOCKS = `
  select 1 from follows f join blocks b on (b.from_id, b.to_id) in ((f.from_id, f.to_id), (f.to_id, f.from_id))
  where f.active and b.active`
const MISCOUNTED = `
  select member_id from profiles
  where follower_count <> (select count(*) from follows where to_id = member_id and active)
     or following_count <> (select count(*) from follows where from_id = member_id and active)`

const someone = fc.nat(MEMBERS - 1)
const step = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.tuple(fc.constant('follow'), someone, someone, fc.constantFrom(undefined, true, false)),
  },
  { weight: 2, arbitrary: fc.tuple(fc.constant('block'), someone, someone, fc.boolean()) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('mute'), someone, someone, fc.boolean()) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('except'), someone, someone, fc.constantFrom(true, false, null)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('remove'), someone, someone, fc.constant(undefined)) },
)

describe('the graph', () => {
  it('keeps its counts equal to its sets and no follow across a block, and read models converge for every order of events', async () => {
    const { as, members, pool, elsewhere, deliverElsewhere } = await started()
    const edgeEventTypes: readonly string[] = [
      events.memberFollowed.type,
      events.memberUnfollowed.type,
      events.memberBlocked.type,
      events.memberUnblocked.type,
      events.memberMuted.type,
      events.memberUnmuted.type,
      events.memberPrivacyExceptionUpdated.type,
    ]
    const readEdgeEvents = async () =>
      (await pool.query<{ event: DomainEvent }>('select event from outbox order by position')).rows
        .map(({ event }) => event)
        .filter(({ type }) => edgeEventTypes.includes(type))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.integer(), async (steps, seed) => {
        await pool.query('delete from outbox')
        await Promise.all(
          steps.map(async ([kind, from, to, state]) => {
            const [one, other] = [members[from], members[to]]
            if (!one || !other || one === other) return
            if (kind === 'block') await as(one).block(other, state)
            else if (kind === 'mute') await as(one).mute(other, { state: state === true })
            else if (kind === 'except')
              await as(one)
                .put(`/users/${other._id}/privacy`)
                .send({ ...NO_PRIVACY_EXCEPTION, showOnline: state })
            else if (kind === 'remove') await as(one).delete(`/users/${other._id}/follower`)
            else await as(one).follow(other, state)
          }),
        )
        expect((await pool.query(MISCOUNTED)).rows).toEqual([])
        expect((await pool.query(FOLLOWS_ACROSS_BLOCKS)).rows).toEqual([])
        const received = await readEdgeEvents()
        const shuffled = fc.sample(
          fc.shuffledSubarray([...received, ...received], { minLength: received.length * 2 }),
          {
            seed,
            numRuns: 1,
          },
        )
        await deliverElsewhere(...(shuffled[0] ?? []))
        for (const edges of ACTIVE_EDGES)
          expect((await elsewhere.query(edges)).rows).toEqual((await pool.query(edges)).rows)
      }),
      { numRuns: 20 },
    )
  }, 60_000)
})
