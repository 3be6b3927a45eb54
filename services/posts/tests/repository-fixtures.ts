import { randomBytes } from 'node:crypto'
import { newId } from '@meadow/service'
import { alice } from '@meadow/testing'
import type { NewPost } from '../src/posts/post.ts'
import { type OpenStore, stores } from './store-fixtures.ts'

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

/** All ports on a store of their own. */
const allPorts = (open: () => Promise<OpenStore>) => async () => {
  const { ports, members, facts, ...store } = await open()
  return {
    ...ports,
    members,
    facts: async (postId: string) => (await facts()).filter(({ subject }) => subject === postId),
    [Symbol.asyncDispose]: store[Symbol.asyncDispose],
  }
}

/** All ports on each engine that is to be had here. */
export const engines = Object.fromEntries(
  Object.entries(await stores()).map(([name, open]) => [name, open && allPorts(open)]),
)
