import { expect, it } from '@jest/globals'
import { createMetrics } from '@meadow/service'
import { createTestMember, UNKNOWN_ID } from '@meadow/testing'
import { explainGenericPlan } from '@meadow/testing/postgres-plans'
import { READ_UNREAD_COUNTS } from '../src/counters/postgres-counters.ts'
import { openStore } from './fixtures.ts'

it('the statement looks up each member by the full key, and counts by an index, on an empty table, on a full one, and after its analysis', async () => {
  await using store = await openStore()
  const client = await store.pool.connect()
  const listConditions = async () => {
    const nodes = await explainGenericPlan(client, READ_UNREAD_COUNTS.text)
    return nodes.filter((node) => node['Relation Name']).map((node) => node['Index Cond'])
  }
  const lookup = [
    `((member_id = member.id) AND (type = 'all'::text))`,
    `((member_id = member.id) AND (updated_at > COALESCE(counters.seen_at, '-infinity'::timestamp with time zone)))`,
  ]
  try {
    await client.query('set random_page_cost = 4') // the default of PostgreSQL, not of the test server
    expect(await listConditions()).toEqual(lookup)
    await client.query(`
      insert into counters (member_id, type, total, unread)
      select gen_random_uuid(), type, 0, 0 from generate_series(1, 5000), unnest(array['like', 'follow', 'all']) as type`)
    expect(await listConditions()).toEqual(lookup)
    await client.query(`
      insert into notifications (id, member_id, type, is_read, created_at, updated_at, actor_count)
      select gen_random_uuid(), gen_random_uuid(), 'follow', false, now(), now(), 1 from generate_series(1, 5000)`)
    await client.query('analyze counters, notifications')
    expect(await listConditions()).toEqual(lookup)
  } finally {
    client.release(true) // with its setting
  }
})

it('the statement is not planned again for each read of one member', async () => {
  await using store = await openStore()
  const client = await store.pool.connect()
  try {
    const read = () => client.query({ ...READ_UNREAD_COUNTS, values: [[UNKNOWN_ID]] })
    for (let times = 0; times < 10; times += 1) await read()
    const plans = 'select custom_plans::int from pg_prepared_statements where name = $1'
    const { rows } = await client.query(plans, [READ_UNREAD_COUNTS.name])
    expect(rows[0].custom_plans).toBeLessThanOrEqual(5) // PostgreSQL compares costs after five plans for their parameters
  } finally {
    client.release()
  }
})

it('the sizes of batches are measured', async () => {
  await using store = await openStore()
  const { notifications, batchMetrics } = store.ports
  const metrics = createMetrics()
  for (const { registerMetrics } of batchMetrics) registerMetrics(metrics)
  await Promise.all(Array.from({ length: 20 }, () => notifications.getUnreadCounts(createTestMember()._id)))
  const lines = (await metrics.render()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining(['batch_size_sum{batch="unread-counts"} 20', 'batch_size_count{batch="unread-counts"} 1']),
  )
})
