import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it, jest } from '@jest/globals'
import type { DomainEvent, PostView } from '@meadow/contracts'
import { newId } from '@meadow/service'
import { alice, bob, describeOnEachEngine, eventually, type TestMember } from '@meadow/testing'
import { onOwnEngine, startOwnServer } from '@meadow/testing/engines'
import { onSharedMongo } from '@meadow/testing/mongo'
import { openPosts } from './fixtures.ts'
import { createNewPost } from './repository-fixtures.ts'
import { postsTestStores } from './store-fixtures.ts'

jest.setTimeout(180_000) // restarts of a server on a busy machine

type Posts = Awaited<ReturnType<typeof openPosts>>

/** Subscribes to the events of posts and collects them. */
async function collectPostEvents({ bus }: Posts) {
  const received: DomainEvent[] = []
  const handle = async (batch: readonly { event: unknown }[]) =>
    void received.push(...batch.map(({ event }) => event as DomainEvent))
  const subscription = await bus.subscribe({ group: `listener ${newId(new Date())}`, topics: ['posts'], handle })
  return { received, [Symbol.asyncDispose]: () => subscription[Symbol.asyncDispose]() }
}

/** Publishes, likes and comments until `end` is called. Retries requests during an outage, as clients do. */
function startWriter(posts: Posts, by: TestMember) {
  let isEnding = false
  const writtenPosts: PostView[] = []
  const sendWithRetry = async (path: string, body: object) => {
    for (const key = newId(new Date()); ; ) {
      const response = await posts.as(by).post(path).set('Idempotency-Key', key).send(body)
      if (response.status < 300) return response.body
      expect(response.status).toBe(503)
    }
  }
  const run = async () => {
    for (let n = 0; !isEnding; n += 1) {
      const post: PostView = await sendWithRetry('/posts', { content: `${by.username} ${n}` })
      await sendWithRetry(`/posts/${post._id}/like`, { state: true })
      await sendWithRetry(`/posts/${post._id}/comments`, { text: 'Again' })
      writtenPosts.push(post)
    }
  }
  const ended = run()
  return {
    writtenPosts,
    async end() {
      isEnding = true
      await ended
    },
  }
}

const ownMongo = await onOwnEngine('mongodb', () => startOwnServer('mongodb'))

describeOnEachEngine(ownMongo, (start) => {
  it('loses no acknowledged write and stores none twice when MongoDB is killed under writes', async () => {
    await using server = await start()
    const url = `mongodb://127.0.0.1:${server.port}/?directConnection=true`
    await using posts = await openPosts({ openStore: () => postsTestStores.openMongo(url) })
    await posts.service.start(0, '127.0.0.1')
    await using subscriber = await collectPostEvents(posts)
    const writers = [alice, bob].map((by) => startWriter(posts, by))
    const writtenPosts = () => writers.flatMap((writer) => writer.writtenPosts)
    const waitForWrites = async () => {
      const before = writtenPosts().length
      await eventually(() => expect(writtenPosts().length).toBeGreaterThan(before + 5))
    }
    await waitForWrites()
    for (let kills = 0; kills < 2; kills += 1) {
      await server.kill()
      await server.start()
      await waitForWrites()
    }
    for (const writer of writers) await writer.end()

    await eventually(async () => expect(await posts.inspect.countRows('outbox')).toBe(0))
    expect(await posts.inspect.countRows('posts')).toBe(writtenPosts().length)
    for (const { _id } of writtenPosts()) {
      const { body } = await posts.as(alice).get(`/posts/${_id}`)
      expect(body).toMatchObject({ rev: 3, likesCount: 1, commentsCount: 1 })
    }
    const eventsByPost = () => Map.groupBy(subscriber.received, ({ subject }) => subject)
    await eventually(() => expect(eventsByPost().size).toBe(writtenPosts().length))
    const uniqueEvents = [...eventsByPost().values()].map((all) => [
      ...new Map(all.map((event) => [event.id, event])).values(),
    ])
    for (const events of uniqueEvents)
      expect(events.map(({ type }) => type)).toEqual(['post.created', 'post.liked', 'post.commented'])
  })
})

describeOnEachEngine(await onSharedMongo(postsTestStores.openMongo), (open) => {
  it('publishes the event of a process that was killed while it held the outbox lock', async () => {
    const store = await open()
    await using posts = await openPosts({ openStore: async () => store })
    await using subscriber = await collectPostEvents(posts)
    const post = { ...createNewPost(alice, posts.now()), content: 'Last words' }
    const writer = join(import.meta.dirname, 'killed-writer-process.ts')
    const child = spawn(process.execPath, [writer, store.url, JSON.stringify(post)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')

    await posts.service.start(0, '127.0.0.1')
    await eventually(() => expect(subscriber.received).toMatchObject([{ type: 'post.created', subject: post._id }]))
    expect(await posts.as(bob).get(`/posts/${post._id}`)).toMatchObject({
      status: 200,
      body: { content: 'Last words' },
    })
    await eventually(async () => expect(await posts.inspect.countRows('outbox')).toBe(0))
  })
})
