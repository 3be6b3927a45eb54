import { expect, it } from '@jest/globals'
import { openTestDatabase } from '@meadow/testing/postgres'
import { createPostgresConsumerStore, eventDeliveryMigrations } from '../src/index.ts'
import { change } from './given.ts'

it('forgets after two weeks what it has handled', async () => {
  await using database = await openTestDatabase(eventDeliveryMigrations)
  const store = createPostgresConsumerStore(database.pool, () => ({}))
  const [old, recent] = [change(1), change(2)]
  await store.transaction((_, inbox) => inbox.insertNew('consumer', [old.id, recent.id]))
  const age = (id: string, days: number) =>
    database.pool.query('update inbox set taken_at = now() - make_interval(days => $1) where id = $2', [days, id])
  await age(old.id, 15)
  await age(recent.id, 13)
  await store.transaction((_, inbox) => inbox.deleteExpired())
  expect((await database.pool.query('select id from inbox')).rows).toEqual([{ id: recent.id }])
})
