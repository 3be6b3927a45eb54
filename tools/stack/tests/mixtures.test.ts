import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, jest } from '@jest/globals'
import { openMongo } from '@meadow/storage'
import { createApiClient } from '@meadow/testing/api-client'
import { requestTestEngine } from '@meadow/testing/engines'
import { createSampleCommunity } from '@meadow/testing/sample-community'
import { startStack } from '@meadow/testing/stack'
import { ENGINE_BY_VARIABLE, toInstallationUrls } from '../src/engines.ts'

jest.setTimeout(240_000) // the whole product starts, perhaps on a busy machine

type EngineVariable = keyof typeof ENGINE_BY_VARIABLE

const ALL = Object.keys(ENGINE_BY_VARIABLE) as EngineVariable[]
const FOUR: EngineVariable[][] = [['BUS_URL'], ['STATE_URL'], ['MEDIA_URL'], ['POSTS_STORE_URL', 'CHAT_STORE_URL']]
/** All engines together are tested by the fault tests, too; here only if all engines are requested. */
const MIXTURES = process.env['TEST_ENGINES'] === 'all' ? [...ALL.map((part) => [part]), ALL] : FOUR

/** Starts the product with these parts on other engines. */
async function startWith(parts: EngineVariable[]) {
  const found = await Promise.all(
    parts.map(async (part) => [part, await requestTestEngine(ENGINE_BY_VARIABLE[part])] as const),
  )
  const urls = Object.fromEntries(found.map(([part, engine]) => [part, 'url' in engine ? engine.url : '']))
  const variables = toInstallationUrls(urls, `m${crypto.randomUUID().slice(0, 8)}`)
  Object.assign(process.env, variables)
  try {
    return Object.assign(await startStack(), { variables })
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name]
  }
}

/** A collection of each store in MongoDB that cannot be empty. */
const COLLECTION_BY_VARIABLE = { POSTS_STORE_URL: 'posts', CHAT_STORE_URL: 'messages' }

async function countDocuments(url: string, collection: string): Promise<number> {
  await using mongo = await openMongo(url)
  return await mongo.db.collection(collection).estimatedDocumentCount()
}

const readBusProtocol = async (dataDir: string) => new URL(await readFile(join(dataDir, 'bus-url'), 'utf8')).protocol

const found = await Promise.all(Object.values(ENGINE_BY_VARIABLE).map(requestTestEngine))
const onEngines = found.every((engine) => 'url' in engine) ? describe : describe.skip

onEngines('the whole product', () => {
  it.each(
    MIXTURES.map((parts) => ({ on: parts.map((part) => `${ENGINE_BY_VARIABLE[part]} as ${part}`).join(', '), parts })),
  )('runs on PostgreSQL with $on: members register, follow, publish a picture and send messages', async ({ parts }) => {
    const stack = await startWith(parts)
    await using _ = { [Symbol.asyncDispose]: () => stack.stopWithCleanLogs('the product on other engines') }
    const { viewer, postId } = await createSampleCommunity(stack.url)
    const { call } = createApiClient(stack.url)
    const { token, user } = await call<{ token: string; user: { _id: string } }>('/auth/login', {
      body: { email: viewer.username, password: viewer.password },
    })
    const by = { account: viewer, token, _id: user._id }
    const post = await call<{ image: string; likesCount: number }>(`/posts/${postId}`, { by })
    expect(post.likesCount).toBe(3)
    const picture = await fetch(new URL(post.image, stack.url))
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const { conversations } = await call<{ conversations: object[] }>('/messages/conversations', { by })
    expect(conversations).toHaveLength(1)

    const state = { bus: await readBusProtocol(stack.dataDir), files: await readdir(join(stack.dataDir, 'media')) }
    expect(state.bus).toBe(parts.includes('BUS_URL') ? 'kafka:' : 'postgres:')
    for (const [name, collection] of Object.entries(COLLECTION_BY_VARIABLE)) {
      const store = stack.variables[name]
      if (store) expect(await countDocuments(store, collection)).toBeGreaterThan(0)
    }
    expect(state.files.length === 0).toBe(parts.includes('MEDIA_URL'))
  })
})
