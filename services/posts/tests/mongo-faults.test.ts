import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it, jest } from '@jest/globals'
import type { DomainEvent, PostView } from '@meadow/contracts'
import { newId } from '@meadow/service'
import { alice, bob, describeOnEachEngine, eventually, type TestMember } from '@meadow/testing'
import { mongodb, onOwnEngine, startOwnServer } from '@meadow/testing/engines'
import { onSharedMongo } from '@meadow/testing/mongo'
import { startPosts } from './fixtures.ts'
import { openOnMongo } from './store-fixtures.ts'

jest.setTimeout(180_000) // a server that ends and begins, on a machine that may be busy

type Posts = Awaited<ReturnType<typeof startPosts>>

/** All that the bus says of posts. */
async function hear({ bus }: Posts) {
  const heard: DomainEvent[] = []
  const handle = async (batch: readonly { event: unknown }[]) =>
    void heard.push(...batch.map(({ event }) => event as DomainEvent))
  const subscription = await bus.subscribe({ group: `listener ${newId(new Date())}`, topics: ['posts'], handle })
  return { heard, [Symbol.asyncDispose]: () => subscription[Symbol.asyncDispose]() }
}

/** A member who publishes, likes and comments without end; what has no outcome is asked for again, as clients do. */
function write(posts: Posts, by: TestMember) {
  let isOver = false
  const done: PostView[] = []
  const insist = async (path: string, body: object) => {
    for (const key = newId(new Date()); ; ) {
      const answer = await posts.as(by).post(path).set('Idempotency-Key', key).send(body)
      if (answer.status < 300) return answer.body
      expect(answer.status).toBe(503)
    }
  }
  const run = async () => {
    for (let n = 0; !isOver; n += 1) {
      const post: PostView = await insist('/posts', { content: `${by.username} ${n}` })
      await insist(`/posts/${post._id}/like`, { state: true })
      await insist(`/posts/${post._id}/comments`, { text: 'Again' })
      done.push(post)
    }
  }
  const ended = run()
  return {
    done,
    async end() {
      isOver = true
      await ended
    },
  }
}

const own = onOwnEngine(mongodb, () => startOwnServer(mongodb))

describeOnEachEngine(own, (start) => {
  it('loses nothing that was acknowledged, and has nothing twice, when it is killed under writes', async () => {
    await using server = await start()
    const url = `mongodb://127.0.0.1:${server.port}/?directConnection=true`
    await using posts = await startPosts({ store: () => openOnMongo(url) })
    await posts.service.start(0, '127.0.0.1')
    await using listener = await hear(posts)
    const writers = [alice, bob].map((by) => write(posts, by))
    const done = () => writers.flatMap((writer) => writer.done)
    const goOn = async () => {
      const before = done().length
      await eventually(() => expect(done().length).toBeGreaterThan(before + 5))
    }
    await goOn()
    for (let kills = 0; kills < 2; kills += 1) {
      await server.kill()
      await server.start()
      await goOn()
    }
    for (const writer of writers) await writer.end()

    await eventually(async () => expect(await posts.behind.count('outbox')).toBe(0))
    expect(await posts.behind.count('posts')).toBe(done().length)
    for (const { _id } of done()) {
      const { body } = await posts.as(alice).get(`/posts/${_id}`)
      expect(body).toMatchObject({ rev: 3, likesCount: 1, commentsCount: 1 })
    }
    const about = () => Map.groupBy(listener.heard, ({ subject }) => subject)
    await eventually(() => expect(about().size).toBe(done().length))
    const once = [...about().values()].map((all) => [...new Map(all.map((event) => [event.id, event])).values()])
    for (const events of once)
      expect(events.map(({ type }) => type)).toEqual(['post.created', 'post.liked', 'post.commented'])
  })
})

describeOnEachEngine(await onSharedMongo(openOnMongo), (open) => {
  it('publishes what a process wrote that was killed in its turn before it could', async () => {
    const store = await open()
    await using posts = await startPosts({ store: async () => store })
    await using listener = await hear(posts)
    const at = posts.now()
    const post = { _id: newId(at), content: 'Last words', alt: '', createdAt: at }
    const writer = join(import.meta.dirname, 'killed-writer-process.ts')
    const child = spawn(process.execPath, [writer, store.url, JSON.stringify(post)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')

    await posts.service.start(0, '127.0.0.1')
    await eventually(() => expect(listener.heard).toMatchObject([{ type: 'post.created', subject: post._id }]))
    expect(await posts.as(bob).get(`/posts/${post._id}`)).toMatchObject({
      status: 200,
      body: { content: 'Last words' },
    })
    await eventually(async () => expect(await posts.behind.count('outbox')).toBe(0))
  })
})
