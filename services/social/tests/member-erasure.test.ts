import { expect, it } from '@jest/globals'
import { eraseMemberBatch } from '@meadow/members'
import { newId } from '@meadow/service'
import { shareAcrossTests } from '@meadow/testing'
import { createTestEvents } from '@meadow/testing/service'
import { openSocial } from './fixtures.ts'

const started = shareAcrossTests(openSocial)

it('erases the profile and all relations of a member, corrects the counts of others, and confirms it', async () => {
  const { as, relations, deliverEvents, store, pool, now, publishedEvents } = await started()
  const [leaver, fan, idol] = [await relations.addMember(), await relations.addMember(), await relations.addMember()]
  await as(fan).follow(leaver)
  await as(leaver).follow(idol)
  await as(leaver).edit({ bio: 'My words' })
  const testEvents = createTestEvents(now)
  await deliverEvents(testEvents.erased(leaver))
  const deps = { service: 'social' as const, consumerStore: store.ports.consumerStore, now, newId }
  while (await eraseMemberBatch(deps));
  const confirmed = async () => (await publishedEvents(leaver)).filter(({ type }) => type === 'member.part-erased')
  const [first] = await confirmed()
  await deliverEvents(testEvents.erased(leaver), testEvents.erased(leaver), testEvents.registered(leaver)) // replays
  while (await eraseMemberBatch(deps));
  const { rows } = await pool.query(
    'select member_id, follower_count, following_count from profiles order by member_id',
  )
  const countsOf = ({ _id }: { _id: string }) => rows.find(({ member_id }) => member_id === _id)
  expect(countsOf(leaver)).toBeUndefined()
  expect(countsOf(fan)).toMatchObject({ following_count: 0 })
  expect(countsOf(idol)).toMatchObject({ follower_count: 0 })
  const edges = await pool.query('select from follows where $1 in (from_id, to_id)', [leaver._id])
  expect(edges.rowCount).toBe(0)
  expect(first?.data).toMatchObject({ service: 'social', counts: { follows: 1, followers: 1, profiles: 1 } })
  expect((await confirmed()).slice(1)).toMatchObject([{ data: { service: 'social', counts: {} } }])
  expect((await store.members.find([leaver._id])).get(leaver._id)).toMatchObject({ state: 'erased', username: '' })
})
