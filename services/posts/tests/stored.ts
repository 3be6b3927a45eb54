import { randomBytes } from 'node:crypto'
import type { Actor } from '@meadow/contracts'
import { published } from '@meadow/events/testing'
import { postgresMembers } from '@meadow/members'
import { newId } from '@meadow/service'
import { alice, type TestMember } from '@meadow/service/testing'
import { testDatabase } from '@meadow/storage/testing'
import { postsMigrations } from '../src/migrations.ts'
import type { NewPost } from '../src/posts/post.ts'
import { postgresPorts } from '../src/store.ts'

export const actorOf = ({ _id, username, fullName, avatar }: TestMember): Actor => ({
  _id,
  username,
  fullName,
  avatar,
  profileVersion: 0,
})

let moments = Date.parse('2026-03-01T12:00:00Z')
/** A later one each time. */
export const aMoment = () => {
  moments += 1_000
  return new Date(moments)
}
/** The last one again. */
export const thatMoment = () => new Date(moments)

export const aPost = (createdAt = aMoment()): NewPost => ({
  _id: newId(createdAt),
  content: 'A post',
  alt: '',
  picture: undefined,
  createdAt,
})

export function aPicture() {
  const createdAt = aMoment()
  const random = randomBytes(16).toString('hex')
  const size = { width: 3, height: 2, placeholder: '', narrower: [] }
  return { _id: newId(createdAt), ownerId: alice._id, purpose: 'post' as const, random, ...size, createdAt }
}

/** All ports on a PostgreSQL database of their own. */
export async function openPostgres() {
  const { pool, ...database } = await testDatabase(...postsMigrations)
  const { outbox, ...ports } = postgresPorts(pool)
  return {
    ...ports,
    members: postgresMembers(pool),
    facts: async (postId: string) => (await published(pool)).filter(({ subject }) => subject === postId),
    [Symbol.asyncDispose]: database[Symbol.asyncDispose],
  }
}
