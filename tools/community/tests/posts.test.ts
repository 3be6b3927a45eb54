import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { calls } from '@meadow/contracts'
import type { FillContext } from '../src/fill/context.ts'
import { publishPosts } from '../src/fill/posts.ts'
import { type Journal, openJournal } from '../src/journal.ts'
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
  video: undefined,
  comments: [],
  likes: [],
}

/** Behaves like the posts service with uploads: a post whose upload was removed is refused. */
function createFakePosts() {
  const unused = new Set<string>()
  const published: unknown[] = []
  const captions = new Map<string, string>()
  type Options = { params: { id: string }; body: { image?: string; video?: string; captions?: string } }
  const call = (async (called: object, { params, body }: Options) => {
    if (called === calls.uploadMedia) {
      const address = `/media/p/${crypto.randomUUID()}`
      unused.add(address)
      return { _id: address, secure_url: address }
    }
    if (called === calls.setCaptions) return captions.set(params.id, body.captions ?? '')
    const upload = body.image ?? body.video
    if (upload && !unused.delete(upload)) throw new CallError('post /posts', 'invalid_request')
    published.push(body)
    return { _id: crypto.randomUUID() }
  }) as CallService
  return { call, unused, captions, published }
}

const toContext = (call: CallService, journal: Journal): FillContext => ({
  call,
  journal,
  members: new Map([['mara', { _id: crypto.randomUUID(), token: '' }]]),
  addEmailProof: async () => '',
  giveRole: async () => {},
  giveBadge: async () => {},
  reportProgress: () => {},
})

it('uploads a picture again that was removed between two starts', async () => {
  const posts = createFakePosts()
  const file = join(dir, 'journal.jsonl')
  openJournal(file).set('picture of post 0.0', '/media/p/of-the-first-start')
  await publishPosts(toContext(posts.call, openJournal(file)), [POST], 'first')
  expect(posts.published).toEqual([expect.objectContaining({ content: POST.content, alt: 'A boat on a lake' })])
  expect(posts.unused.size).toBe(0)
})

it('posts a video in place of a picture, with its captions', async () => {
  const posts = createFakePosts()
  const context = toContext(posts.call, openJournal(join(dir, 'video.jsonl')))
  await publishPosts(context, [{ ...POST, picture: undefined, video: { video: 'ridge' } }], 'first')
  const [[_id, captions] = []] = [...posts.captions]
  expect(posts.published).toEqual([{ content: POST.content, video: _id }])
  expect(captions).toMatch(/^WEBVTT\n/)
})
