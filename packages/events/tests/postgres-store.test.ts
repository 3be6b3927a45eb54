import { expect, it } from '@jest/globals'
import { eventually } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import type { PoolClient } from 'pg'
import { ANY_TYPE } from '../src/consumer/consumer-store.ts'
import {
  appendToPostgresOutbox,
  createPostgresConsumerStore,
  createPostgresOutbox,
  eventDeliveryMigrations,
} from '../src/index.ts'
import { createMemberEvent, createMemberEvents, noon } from './fixtures.ts'

it('deletes inbox ids after two weeks', async () => {
  await using database = await openTestDatabase(eventDeliveryMigrations)
  const store = createPostgresConsumerStore(database.pool, () => ({}))
  const [old, recent] = [createMemberEvent(1), createMemberEvent(2)]
  await store.transaction((_, inbox) => inbox.insertNew('consumer', [old, recent]))
  const setAge = (id: string, days: number) =>
    database.pool.query('update inbox set taken_at = now() - make_interval(days => $1) where id = $2', [days, id])
  await setAge(old.id, 15)
  await setAge(recent.id, 13)
  await store.transaction((_, inbox) => inbox.deleteExpired(new Date(Date.now() - 14 * 86_400_000)))
  expect((await database.pool.query('select id from inbox')).rows).toEqual([{ id: recent.id }])
})

it('counts the events since a failure without reading the older half of the inbox', async () => {
  await using database = await openTestDatabase(eventDeliveryMigrations)
  await database.pool.query(
    `set local statement_timeout = 0;
     insert into inbox (consumer, id, taken_at, type)
     select 'consumer', gen_random_uuid(), now() - (50000 - n) * interval '20 s', 'post.deleted' from generate_series(1, 50000) n`,
  )
  await database.pool.query(
    `insert into consumer_failures values ('consumer', '', array_fill(now() - 25000 * interval '20 s', '{20}'))`,
  )
  await database.pool.query('vacuum analyze inbox')
  const store = createPostgresConsumerStore(database.pool, (tx: PoolClient) => tx)
  const options = { limit: 100, after: noon }
  const readScans = async (tx: PoolClient) => {
    const { rows } = await tx.query(`select seq_scan::int from pg_stat_xact_user_tables where relname = 'inbox'`)
    return rows[0]?.seq_scan
  }
  const [before, count, after] = await store.transaction(async (tx, inbox) => [
    await readScans(tx),
    await inbox.countEventsSinceFailures('consumer', ANY_TYPE, options),
    await readScans(tx),
  ])
  expect(count).toBe(100)
  expect(after).toBe(before)
})

it('counts the events of a rare type without reading those of other types', async () => {
  await using database = await openTestDatabase(eventDeliveryMigrations)
  await database.pool.query(
    `set local statement_timeout = 0;
     insert into inbox (consumer, id, taken_at, type)
     select 'consumer', gen_random_uuid(), now() - (20000 - n) * interval '20 s',
       case n % 1000 when 0 then 'post.deleted' else 'post.liked' end from generate_series(1, 20000) n`,
  )
  await database.pool.query(
    `insert into consumer_failures values ('consumer', 'post.deleted', array_fill(now() - 10000 * interval '20 s', '{20}'))`,
  )
  await database.pool.query('vacuum analyze inbox')
  const store = createPostgresConsumerStore(database.pool, (tx: PoolClient) => tx)
  const readFetches = async (tx: PoolClient) => {
    const { rows } = await tx.query(`select idx_tup_fetch::int from pg_stat_xact_user_tables where relname = 'inbox'`)
    return rows[0]?.idx_tup_fetch
  }
  const [before, count, after] = await store.transaction(async (tx, inbox) => [
    await readFetches(tx),
    await inbox.countEventsSinceFailures('consumer', 'post.deleted', { limit: 100, after: noon }),
    await readFetches(tx),
  ])
  expect(count).toBe(10)
  expect(after - before).toBeLessThanOrEqual(10)
})

it('reads and empties the outbox by its indexes, although it was empty when PostgreSQL analyzed it', async () => {
  await using database = await openTestDatabase(eventDeliveryMigrations)
  const { pool } = database
  const readScannedRows = async (): Promise<number> => {
    const text = `select seq_tup_read::int as count from pg_stat_user_tables where relname = 'outbox'`
    return (await pool.query(text)).rows[0]?.count
  }
  const publish = async (outbox: ReturnType<typeof createPostgresOutbox>, limit: number) => {
    const messages = await outbox.readPending(limit)
    await outbox.markPublished(messages.map(({ id }) => id))
    return messages.length
  }
  {
    await using outbox = createPostgresOutbox(pool)
    await outbox.runExclusively(async () => {
      await pool.query('vacuum analyze outbox')
      for (let times = 0; times < 10; times += 1) {
        await appendToPostgresOutbox(pool, createMemberEvents(1)) // until PostgreSQL keeps a generic plan
        await publish(outbox, 200)
      }
      await appendToPostgresOutbox(pool, createMemberEvents(200))
      while ((await publish(outbox, 20)) > 0);
    })
  }
  await eventually(async () => {
    const { rows } = await pool.query(`select idx_scan::int as count from pg_stat_user_tables where relname = 'outbox'`)
    expect(rows[0]?.count).toBeGreaterThan(20) // those of the connection that has been closed are counted
  })
  expect(await readScannedRows()).toBe(0)
})
