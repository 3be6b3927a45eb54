import { randomUUID } from 'node:crypto'
import { newId } from '@meadow/service'
import { onSharedMongo, openTestMongo } from '@meadow/testing/mongo'
import { openTestDatabase } from '@meadow/testing/postgres'
import {
  blockedMembersCte,
  contentUnlessBlockedSql,
  createMongoMemberReadModel,
  createMongoRefusedWords,
  createPostgresMemberReadModel,
  createPostgresRefusedWords,
  type EdgeChange,
  type EdgeKind,
  findContentAuthorViews,
  findMembersWithVisibleContent,
  findMutedMembers,
  findVisibleMembers,
  getEdgeCollection,
  isMutedSql,
  type MemberReadModel,
  memberCollections,
  memberMigrations,
  type RefusedWordStore,
  toEdgeId,
  type Viewer,
  visibleContentLookupSql,
  visibleContentSql,
  visibleMemberSql,
} from '../src/index.ts'

export const noon = new Date('2026-03-01T12:00:00Z')
export const minutesAfterNoon = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
/** The times of a cleanup that forgets nothing. */
export const NOTHING = {
  removedEdgesBefore: new Date(0),
  erasedBefore: undefined,
  roundsBefore: new Date(0),
  usernamesKeptBefore: new Date(0),
}
export const createId = () => newId(noon)

type Opened = AsyncDisposable & {
  members: MemberReadModel
  refusedWords: RefusedWordStore
  /** Returns the members of `ids` that the viewer can see, by the policy in a query. */
  findVisible(viewer: Viewer, ids: readonly string[]): Promise<Set<string>>
  /** Returns the members of `ids` whose content the viewer can see, by each form of the policy in a query. */
  findWithContent(viewer: Viewer, ids: readonly string[]): Promise<Set<string>[]>
  /** Returns those of `ids` whom the viewer mutes, by the rule in a query. */
  findMuted(viewer: Viewer, ids: readonly string[]): Promise<Set<string>>
  /** Inserts `count` follows of a member, as of before all rounds. */
  insertFollows(from: string, count: number): Promise<void>
  countRounds(): Promise<number>
  /** Reads the edges that begin at these members, removed ones included. */
  readEdges(kind: EdgeKind, from: readonly string[]): Promise<EdgeChange[]>
}

async function openPostgresMembers(): Promise<Opened> {
  const database = await openTestDatabase(memberMigrations)
  return {
    members: createPostgresMemberReadModel(database.pool),
    refusedWords: createPostgresRefusedWords(database.pool),
    async findVisible(viewer, ids) {
      const text = `select id from unnest($2::uuid[]) as t (id) where ${visibleMemberSql('$1', 't.id')}`
      const { rows } = await database.pool.query<{ id: string }>(text, [viewer?._id ?? null, ids])
      return new Set(rows.map(({ id }) => id))
    },
    async findWithContent(viewer, ids) {
      const from = 'select id from unnest($2::uuid[]) as t (id)'
      const texts = [
        `${from} where ${visibleContentSql('$1', 't.id')}`,
        `${from} where ${visibleContentLookupSql('$1', 't.id')}`,
        `with ${blockedMembersCte('$1')} ${from} join members m using (id) where ${contentUnlessBlockedSql('$1', 'm')}`,
      ]
      const read = async (text: string) => {
        const { rows } = await database.pool.query<{ id: string }>(text, [viewer?._id ?? null, ids])
        return new Set(rows.map(({ id }) => id))
      }
      return Promise.all(texts.map(read))
    },
    async findMuted(viewer, ids) {
      const text = `select id from unnest($2::uuid[]) as t (id) where ${isMutedSql('$1', 't.id')}`
      const { rows } = await database.pool.query<{ id: string }>(text, [viewer?._id ?? null, ids])
      return new Set(rows.map(({ id }) => id))
    },
    async insertFollows(from, count) {
      const text = `insert into follows (from_id, to_id, version, active, at)
                    select $1, gen_random_uuid(), 1, true, $3 from generate_series(1, $2)`
      await database.pool.query(text, [from, count, noon])
    },
    async readEdges(kind, from) {
      const own = { follows: '', blocks: '', mutes: ', until', privacy_exceptions: ', exception' }[kind]
      const text = `select from_id as from, to_id as to, version, active, at${own} from ${kind} where from_id = any($1)`
      return (await database.pool.query<EdgeChange>(text, [from])).rows
    },
    countRounds: async () => (await database.pool.query('select from member_rounds')).rows.length,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

async function openMongoMembers(url: string): Promise<Opened> {
  const database = await openTestMongo(url, ...memberCollections)
  return {
    members: createMongoMemberReadModel(database.mongo),
    refusedWords: createMongoRefusedWords(database.mongo),
    findVisible: async (viewer, ids) => new Set((await findVisibleMembers(database.mongo, viewer, ids)).keys()),
    findWithContent: async (viewer, ids) => [
      new Set((await findMembersWithVisibleContent(database.mongo, viewer, ids)).keys()),
      new Set((await findContentAuthorViews(database.mongo, viewer, ids)).keys()),
    ],
    findMuted: (viewer, ids) => findMutedMembers(database.mongo, viewer, ids),
    async insertFollows(from, count) {
      const rows = Array.from({ length: count }, () => ({
        to: randomUUID(),
        version: 1,
        active: true,
        at: noon,
        heard: 0,
      }))
      const edges = rows.map((row) => ({ ...row, _id: toEdgeId(from, row.to), from }))
      for (let at = 0; at < count; at += 200)
        await getEdgeCollection(database.mongo, 'follows').insertMany(edges.slice(at, at + 200))
    },
    async readEdges(kind, from) {
      const projection = { _id: 0, heard: 0 }
      return getEdgeCollection(database.mongo, kind)
        .find({ from: { $in: [...from] } }, { projection })
        .toArray()
    },
    countRounds: () => database.mongo.db.collection('member_rounds').countDocuments(),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

export const engines = { postgres: openPostgresMembers, ...(await onSharedMongo(openMongoMembers)) }
