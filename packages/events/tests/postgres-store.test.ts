import { expect, it } from '@jest/globals'
import { openTestDatabase } from '@meadow/testing/postgres'
import { createPostgresConsumerStore, eventDeliveryMigrations } from '../src/index.ts'
import { createMemberEvent } from './fixtures.ts'

it('deletes inbox ids after two weeks', async () => {
  await using database = await openTestDatabase(eventDeliveryMigrations)
  const store = createPostgresConsumerStore(database.pool, () => ({}))
  const [old, recent] = [createMemberEvent(1), createMemberEvent(2)]
  await store.transaction((_, inbox) => inbox.insertNew('consumer', [old.id, recent.id]))
  const setAge = (id: string, days: number) =>
    database.pool.query('update inbox set taken_at = now() - make_interval(days => $1) where id = $2', [days, id])
  await setAge(old.id, 15)
  await setAge(recent.id, 13)
  await store.transaction((_, inbox) => inbox.deleteExpired())
  expect((await database.pool.query('select id from inbox')).rows).toEqual([{ id: recent.id }])
})
