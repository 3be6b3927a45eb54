import { newId } from '@meadow/service'
import { testDatabase } from '@meadow/storage/testing'
import { type Members, memberMigrations, postgresMembers } from '../src/index.ts'

export const noon = new Date('2026-03-01T12:00:00Z')
export const minutesAfterNoon = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
export const anId = () => newId(noon)

export async function openPostgresMembers(): Promise<AsyncDisposable & { members: Members }> {
  const database = await testDatabase(memberMigrations)
  return {
    members: postgresMembers(database.pool),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}
