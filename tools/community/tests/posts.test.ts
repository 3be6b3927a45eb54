import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { calls } from '@meadow/contracts'
import { type Calling, Refused } from '../src/calls.ts'
import { publishAll } from '../src/filling/posts.ts'
import { openNotes } from '../src/notes.ts'
import type { PlannedPost } from '../src/plan/posts.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'posts-'))
})
afterAll(() => rm(dir, { recursive: true }))

const POST: PlannedPost = {
  by: 'mara',
  at: new Date('2026-01-05T10:00:00Z'),
  content: 'The boat is in the water again.',
  picture: { scene: 'boat', seed: 5, alt: 'A boat on a lake' },
  comments: [],
  likes: [],
}

/** Posts as they keep pictures: one that was forgotten is refused. */
function createPosts() {
  const free = new Set<string>()
  const published: unknown[] = []
  const call = (async (asked: object, { body }: { body: { image?: string } }) => {
    if (asked === calls.uploadMedia) {
      const address = `/media/p/${crypto.randomUUID()}`
      free.add(address)
      return { secure_url: address }
    }
    if (body.image && !free.delete(body.image)) throw new Refused('post /posts', 'invalid_request')
    published.push(body)
    return { _id: crypto.randomUUID() }
  }) as Calling
  return { call, free, published }
}

it('draws a picture anew when it was forgotten between two starts', async () => {
  const posts = createPosts()
  const file = join(dir, 'notes.jsonl')
  openNotes(file).set('picture of post 0', '/media/p/of-the-first-start')
  const citizens = new Map([['mara', { _id: crypto.randomUUID(), token: '' }]])
  const world = { call: posts.call, notes: openNotes(file), citizens, progress: () => {} }
  await publishAll(world, [POST])
  expect(posts.published).toEqual([expect.objectContaining({ content: POST.content, alt: 'A boat on a lake' })])
  expect(posts.free.size).toBe(0)
})
