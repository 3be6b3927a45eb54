import { newId } from '@meadow/service'
import { onSharedMongo, openTestMongo } from '@meadow/testing/mongo'
import { openTestDatabase } from '@meadow/testing/postgres'
import {
  createMongoMemberReadModel,
  createPostgresMemberReadModel,
  findVisibleMembers,
  type MemberReadModel,
  memberCollections,
  memberMigrations,
  type Viewer,
  visibleMemberSql,
} from '../src/index.ts'

export const noon = new Date('2026-03-01T12:00:00Z')
export const minutesAfterNoon = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
export const createId = () => newId(noon)

type Opened = AsyncDisposable & {
  members: MemberReadModel
  /** Returns the members of `ids` that the viewer can see, by the policy in a query. */
  findVisible(viewer: Viewer, ids: readonly string[]): Promise<Set<string>>
}

async function openPostgresMembers(): Promise<Opened> {
  const database = await openTestDatabase(memberMigrations)
  return {
    members: createPostgresMemberReadModel(database.pool),
    async findVisible(viewer, ids) {
      const text = `select id from unnest($2::uuid[]) as t (id) where ${visibleMemberSql('$1', 't.id')}`
      const { rows } = await database.pool.query<{ id: string }>(text, [viewer?._id ?? null, ids])
      return new Set(rows.map(({ id }) => id))
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

async function openMongoMembers(url: string): Promise<Opened> {
  const database = await openTestMongo(url, ...memberCollections)
  return {
    members: createMongoMemberReadModel(database.mongo),
    findVisible: async (viewer, ids) => new Set((await findVisibleMembers(database.mongo, viewer, ids)).keys()),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

export const engines = { postgres: openPostgresMembers, ...(await onSharedMongo(openMongoMembers)) }
