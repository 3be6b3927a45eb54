import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Actor, CommentView, DomainEvent, MediaView, PostView } from '@meadow/contracts'
import { type Bus, openBus } from '@meadow/events'
import { type MediaStore, openMediaStore } from '@meadow/media'
import { testPicture } from '@meadow/media/testing'
import { createThrottle, unlimitedThrottle } from '@meadow/service'
import { openSharedState } from '@meadow/storage'
import { alice, bob, carol, createTestTokens, type TestMember, testLog } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import request, { type Test } from 'supertest'
import { createHourlyLimits } from '../src/publishing-limits.ts'
import { createPostsService } from '../src/service.ts'
import { type OpenStore, openStore } from './store-fixtures.ts'

export const unknownId = '0199a000-0000-7000-8000-00000000dead'

/** Somebody nobody has heard of. */
export function aStranger(): TestMember {
  const _id = randomUUID()
  return { _id, username: `stranger-${_id.slice(0, 8)}`, fullName: 'A Stranger', avatar: '' }
}

export const actorOf = ({ _id, username, fullName, avatar }: TestMember): Actor => ({
  _id,
  username,
  fullName,
  avatar,
  profileVersion: 0,
})

export type Options = {
  store?: () => Promise<OpenStore>
  wrapFiles?: (files: MediaStore) => MediaStore
  urls?: Partial<Record<'bus' | 'state', string>>
  /** How much a member may publish in an hour; without it as much as they like. */
  perHour?: { posts: number; comments: number }
}

/** The whole service in this process, not started: events wait in its outbox. Alice, Bob and Carol are known to it. */
export async function startPosts(options: Options = {}) {
  const { store = openStore, wrapFiles = (files) => files, urls = {}, perHour } = options
  const database = await openTestDatabase() // of bus and state
  const { ports, engine, members, ...behind } = await store()
  const folder = await mkdtemp(join(tmpdir(), 'meadow-posts-'))
  const files = wrapFiles(await openMediaStore(pathToFileURL(folder).href))
  const bus: Bus = await openBus(urls.bus ?? database.url, { log: testLog })
  const state = await openSharedState(urls.state ?? database.url, { now: () => new Date(), log: testLog })
  const tokens = createTestTokens()
  const now = aClock()
  const parts = {
    ...ports,
    bus,
    state,
    files,
    measured: [engine, bus, state],
    verifier: tokens.verifier,
    throttle: perHour ? createThrottle({ state, log: testLog, now }) : unlimitedThrottle,
    limits: createHourlyLimits(perHour ?? { posts: 1, comments: 1 }),
    log: testLog,
    now,
  }
  const service = createPostsService(parts)

  const as = (member: TestMember) => {
    const signed = (test: Test) => test.set('Authorization', `Bearer ${tokens.tokenFor(member)}`)
    return {
      get: (path: string) => signed(request(service.app).get(path)),
      post: (path: string) => signed(request(service.app).post(path)),
      delete: (path: string) => signed(request(service.app).delete(path)),
    }
  }

  let edges = 0
  const relate = (kind: 'setFollow' | 'setBlock') => (from: TestMember, to: TestMember, active: boolean) => {
    edges += 1
    return members[kind]({ from: from._id, to: to._id, version: edges, active, at: now() })
  }

  const given = {
    async member(member: TestMember = aStranger()): Promise<TestMember> {
      const { avatar, ...account } = member
      await members.applyAccount({
        ...account,
        accountVersion: 1,
        state: 'active',
        createdAt: now(),
      })
      return member
    },
    follow: (from: TestMember, to: TestMember, active = true) => relate('setFollow')(from, to, active),
    block: (from: TestMember, to: TestMember, active = true) => relate('setBlock')(from, to, active),
    async post({ by, content = 'A post', image }: { by: TestMember; content?: string; image?: string }) {
      const answer = await as(by).post('/posts').send({ content, image })
      return answer.body as PostView
    },
    async comment(post: PostView, by: TestMember, text = 'Lovely!') {
      const answer = await as(by).post(`/posts/${post._id}/comments`).send({ text })
      return answer.body.comment as CommentView
    },
    async picture(by: TestMember, purpose = 'post') {
      const answer = await as(by)
        .post('/media')
        .field('purpose', purpose)
        .attach('file', await testPicture(), 'a.jpg')
      return answer.body as MediaView
    },
  }
  for (const member of [alice, bob, carol]) await given.member(member)

  return {
    app: service.app,
    service,
    tokens,
    bus,
    behind,
    now,
    as,
    given,
    members,
    media: parts.media,
    likes: parts.likes,
    store: parts.store,
    /** The facts announced about a post, oldest first. */
    facts: async (postId: string): Promise<DomainEvent[]> =>
      (await behind.facts()).filter(({ subject }) => subject === postId),
    allFacts: behind.facts,
    /** How many files lie among the media. */
    countFiles: async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await parts.outbox[Symbol.asyncDispose]()
      await bus[Symbol.asyncDispose]()
      await state[Symbol.asyncDispose]()
      await behind[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

/** A clock that goes on by a second with each look, so that what happens later is later. */
function aClock() {
  let time = Date.now()
  return () => {
    time += 1_000
    return new Date(time)
  }
}
