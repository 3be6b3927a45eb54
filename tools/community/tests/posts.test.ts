import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { calls } from '@meadow/contracts'
import { publishPosts } from '../src/fill/posts.ts'
import { openJournal } from '../src/journal.ts'
import type { PlannedPost } from '../src/plan/posts.ts'
import { CallError, type CallService } from '../src/service-calls.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'posts-'))
})
afterAll(() => rm(dir, { recursive: true }))

const POST: PlannedPost = {
  id: 'post 0.0',
  by: 'mara',
  at: new Date('2026-01-05T10:00:00Z'),
  content: 'The boat is in the water again.',
  edit: undefined,
  picture: { name: 'boat-1', alt: 'A boat on a lake' },
  comments: [],
  likes: [],
}

/** Behaves like the posts service with uploads: a post whose upload was removed is refused. */
function createFakePosts() {
  const unused = new Set<string>()
  const published: unknown[] = []
  const call = (async (called: object, { body }: { body: { image?: string } }) => {
    if (called === calls.uploadMedia) {
      const address = `/media/p/${crypto.randomUUID()}`
      unused.add(address)
      return { secure_url: address }
    }
    if (body.image && !unused.delete(body.image)) throw new CallError('post /posts', 'invalid_request')
    published.push(body)
    return { _id: crypto.randomUUID() }
  }) as CallService
  return { call, unused, published }
}

it('uploads a picture again that was removed between two starts', async () => {
  const posts = createFakePosts()
  const file = join(dir, 'journal.jsonl')
  openJournal(file).set('picture of post 0.0', '/media/p/of-the-first-start')
  const members = new Map([['mara', { _id: crypto.randomUUID(), token: '' }]])
  const context = {
    call: posts.call,
    journal: openJournal(file),
    members,
    addEmailProof: async () => '',
    giveRole: async () => {},
    giveBadge: async () => {},
    reportProgress: () => {},
  }
  await publishPosts(context, [POST], 'first')
  expect(posts.published).toEqual([expect.objectContaining({ content: POST.content, alt: 'A boat on a lake' })])
  expect(posts.unused.size).toBe(0)
})
