import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, jest } from '@jest/globals'
import { openMongo } from '@meadow/storage'
import { createCalls } from '@meadow/testing/api-client'
import { testEngine } from '@meadow/testing/engines'
import { settle } from '@meadow/testing/sample-community'
import { startStack } from '@meadow/testing/stack'
import { ENGINES, ownParts } from '../src/engines.ts'

jest.setTimeout(240_000) // the whole product starts, on a machine that may be busy

type Part = keyof typeof ENGINES

const ALL = Object.keys(ENGINES) as Part[]
const FOUR: Part[][] = [['BUS_URL'], ['STATE_URL'], ['MEDIA_URL'], ['POSTS_STORE_URL', 'CHAT_STORE_URL']]
/** Each alone, and all together, take half as long again; on all together the fault tests run, too. */
const MIXTURES = process.env['TEST_ENGINES'] === 'all' ? [...ALL.map((part) => [part]), ALL] : FOUR

/** The whole product, each part that is named on an engine of its own. */
async function startWith(parts: Part[]) {
  const found = await Promise.all(parts.map(async (part) => [part, await testEngine(ENGINES[part])] as const))
  const urls = Object.fromEntries(found.map(([part, engine]) => [part, 'url' in engine ? engine.url : '']))
  const given = ownParts(urls, `m${crypto.randomUUID().slice(0, 8)}`)
  Object.assign(process.env, given)
  try {
    return Object.assign(await startStack(), { given })
  } finally {
    for (const name of Object.keys(given)) delete process.env[name]
  }
}

/** What a store in MongoDB holds. */
const KEPT = { POSTS_STORE_URL: 'posts', CHAT_STORE_URL: 'messages' }

async function countKept(url: string, collection: string): Promise<number> {
  await using mongo = await openMongo(url)
  return await mongo.db.collection(collection).estimatedDocumentCount()
}

const schemeOfBus = async (dataDir: string) => new URL(await readFile(join(dataDir, 'bus-url'), 'utf8')).protocol

const found = await Promise.all(Object.values(ENGINES).map(testEngine))
const onEngines = found.every((engine) => 'url' in engine) ? describe : describe.skip

onEngines('the whole product', () => {
  it.each(MIXTURES.map((parts) => ({ on: parts.map((part) => `${ENGINES[part]} as ${part}`).join(', '), parts })))(
    'runs on PostgreSQL with $on: members register, follow, publish a picture and talk',
    async ({ parts }) => {
      await using stack = await startWith(parts)
      const { viewer, postId } = await settle(stack.url)
      const { call } = createCalls(stack.url)
      const { token, user } = await call<{ token: string; user: { _id: string } }>('/auth/login', {
        body: { email: viewer.username, password: viewer.password },
      })
      const by = { person: viewer, token, _id: user._id }
      const post = await call<{ image: string; likesCount: number }>(`/posts/${postId}`, { by })
      expect(post.likesCount).toBe(3)
      const picture = await fetch(new URL(post.image, stack.url))
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
      const { conversations } = await call<{ conversations: object[] }>('/messages/conversations', { by })
      expect(conversations).toHaveLength(1)

      const isOn = { bus: await schemeOfBus(stack.dataDir), files: await readdir(join(stack.dataDir, 'media')) }
      expect(isOn.bus).toBe(parts.includes('BUS_URL') ? 'kafka:' : 'postgres:')
      for (const [name, collection] of Object.entries(KEPT)) {
        const store = stack.given[name]
        if (store) expect(await countKept(store, collection)).toBeGreaterThan(0)
      }
      expect(isOn.files.length === 0).toBe(parts.includes('MEDIA_URL'))
    },
  )
})
