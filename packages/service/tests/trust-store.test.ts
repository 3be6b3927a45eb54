import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import type { EndedMemberSessions } from '@meadow/contracts'
import { eventually, testLog } from '@meadow/testing'
import {
  createMetrics,
  type EndedSessionsNotice,
  openRemoteKeys,
  openTrustStore,
  type PubSub,
  SIGNING_KEYS_CHANNEL,
  type TrustStore,
  toLowestId,
} from '../src/index.ts'

const createKey = (kid: string) => ({ kid, key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey })

/** Starts an auth server that lists keys and ended sessions, with a pub/sub channel. */
async function startAuth() {
  const keys: { kid: string; key: KeyObject }[] = [createKey('first')]
  const sessions: { _id: string; endedAt: string }[] = []
  const members: EndedMemberSessions[] = []
  const requestedPaths: string[] = []
  const auth = { away: false }
  const server = createServer(({ url = '' }, response) => {
    requestedPaths.push(url)
    if (auth.away) return void response.writeHead(503).end()
    const jwks = keys.map(({ kid, key }) => ({ ...key.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }))
    response.end(JSON.stringify(url === '/auth/jwks' ? { keys: jwks } : { sessions, members }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  type Subscription = { publish: (payload: string) => void; resubscribe: () => void }
  const subscribed = Promise.withResolvers<Subscription>()
  const subscribedToKeys = Promise.withResolvers<Subscription>()
  const state: PubSub = {
    async subscribe(channel, publish, resubscribe = () => undefined) {
      const { resolve } = channel === SIGNING_KEYS_CHANNEL ? subscribedToKeys : subscribed
      resolve({ publish, resubscribe })
      return { [Symbol.asyncDispose]: async () => undefined }
    },
  }
  const now = () => new Date('2026-03-02T12:00:00Z')
  const authUrl = `http://127.0.0.1:${port}`
  return {
    auth,
    keys,
    sessions,
    members,
    requestedPaths,
    subscription: subscribed.promise,
    keySubscription: subscribedToKeys.promise,
    countFetches: () => requestedPaths.filter((url) => url === '/auth/jwks').length,
    /** Opens the keys alone. */
    async openKeys(intervals: { refreshIntervalMs?: number; refetchIntervalMs?: number }) {
      const keys = await openRemoteKeys({ url: `${authUrl}/auth/jwks`, file: undefined, log: testLog, ...intervals })
      await keys.refresh()
      return keys
    },
    open: (more: { keysFile?: string; state?: PubSub } = {}) =>
      openTrustStore({ authUrl, state, log: testLog, now, ...more }),
    [Symbol.asyncDispose]: async () => void server.close().closeAllConnections(),
  }
}

/** Polls until the condition is true. */
async function waitUntil(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}

const ended = (_id: string) => ({ _id, endedAt: '2026-03-02T11:59:00.000Z' })

/** The session of a token of Ann. */
const sessionOf = (sid: string) => ({ sub: '01890000-0000-7000-8000-0000000000aa', sid })

describe('the keys of auth', () => {
  it('are fetched once for all unknown key ids of tokens', async () => {
    await using auth = await startAuth()
    using keys = await auth.openKeys({ refetchIntervalMs: 50 })
    expect(await keys.find('first')).toMatchObject({ asymmetricKeyType: 'ec' })
    auth.keys.push(createKey('second'))
    const unknown = Array.from({ length: 200 }, (_, n) => `stranger ${n}`)
    const found = await Promise.all(['second', ...unknown].map((kid) => keys.find(kid)))
    expect(found.filter(Boolean)).toHaveLength(1)
    expect(auth.countFetches()).toBe(2)
    expect(await keys.find('stranger 7')).toBeUndefined()
    expect(auth.countFetches()).toBe(2)
  })

  it('are refused as expired when they are removed, also if they were unknown at first', async () => {
    await using auth = await startAuth()
    using keys = await auth.openKeys({ refetchIntervalMs: 0 })
    expect(await keys.find('second')).toBeUndefined()
    auth.keys.push(createKey('second'))
    await keys.refresh()
    expect(await keys.find('second')).toBeDefined()
    auth.keys.pop()
    await keys.refresh()
    await expect(keys.find('second')).rejects.toMatchObject({ code: 'token_expired' })
  })

  it('are fetched again for each new key id when the interval has passed', async () => {
    await using auth = await startAuth()
    using keys = await auth.openKeys({ refetchIntervalMs: 0 })
    for (const kid of ['second', 'third', 'fourth']) {
      auth.keys.push(createKey(kid))
      expect(await keys.find(kid)).toBeDefined()
    }
  })

  it('are fetched in the background, so that the next key is known before it signs', async () => {
    await using auth = await startAuth()
    using keys = await auth.openKeys({ refreshIntervalMs: 5, refetchIntervalMs: 3_600_000 })
    auth.keys.push(createKey('next'))
    const fetches = auth.countFetches()
    await waitUntil(() => auth.countFetches() >= fetches + 2)
    expect(await keys.find('next')).toBeDefined()
  })

  it('are fetched when auth announces a change, and a removed key is refused as an expired token', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'meadow-keys-'))
    const keysFile = join(folder, 'keys.json')
    await using auth = await startAuth()
    await using trust = await auth.open({ keysFile })
    const { publish } = await auth.keySubscription
    auth.keys.splice(0, 1, createKey('second'))
    publish('second')
    await waitUntil(() => readFileSync(keysFile, 'utf8').includes('second'))
    expect(await trust.keys.find('second')).toBeDefined()
    await expect(trust.keys.find('first')).rejects.toMatchObject({ code: 'token_expired' })
    await rm(folder, { recursive: true })
  })

  it('are fetched once more after the subscription, as a change before it was not announced to this process', async () => {
    await using auth = await startAuth()
    const subscribed = Promise.withResolvers<void>()
    const subscribe: PubSub['subscribe'] = async () => {
      await subscribed.promise
      return { [Symbol.asyncDispose]: async () => undefined }
    }
    await using trust = await auth.open({ state: { subscribe } })
    const first = await trust.keys.find('first')
    expect(first).toBeDefined()
    auth.keys.splice(0, 1, createKey('second'))
    subscribed.resolve()
    await waitUntil(() => auth.countFetches() >= 2)
    await eventually(() => expect(trust.keys.find('first')).rejects.toMatchObject({ code: 'token_expired' }))
  })

  it('are the same objects after a fetch without a change, so that verified tokens stay cached', async () => {
    await using auth = await startAuth()
    using keys = await auth.openKeys({})
    const first = await keys.find('first')
    await keys.refresh()
    expect(await keys.find('first')).toBe(first)
  })

  it('are cached in the file, so that auth may be away at the start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'meadow-keys-'))
    await using auth = await startAuth()
    const keysFile = join(folder, 'keys.json')
    await (await auth.open({ keysFile }))[Symbol.asyncDispose]()
    expect(await readFile(keysFile, 'utf8')).not.toContain('"d"')
    auth.auth.away = true
    await using trust = await auth.open({ keysFile })
    expect(await trust.keys.find('first')).toMatchObject({ type: 'public' })
    await rm(folder, { recursive: true })
  })

  it('lead to unavailable, not to an invalid token, when they cannot be fetched', async () => {
    await using auth = await startAuth()
    auth.auth.away = true
    using keys = await auth.openKeys({ refetchIntervalMs: 50 })
    await expect(keys.find('first')).rejects.toMatchObject({ code: 'unavailable' })
    auth.auth.away = false
    expect(await keys.find('first')).toBeDefined()
  })

  it('of other curves are ignored, and private parts as well', async () => {
    await using auth = await startAuth()
    auth.keys.push({ kid: 'p384', key: generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey })
    using keys = await auth.openKeys({ refetchIntervalMs: 50 })
    expect(await keys.find('p384')).toBeUndefined()
  })
})

describe('ended sessions', () => {
  it('are loaded from auth at the start, and then received from the channel', async () => {
    await using auth = await startAuth()
    const [before, after] = [randomUUID(), randomUUID()]
    auth.sessions.push(ended(before))
    await using trust = await auth.open()
    expect([trust.ended.has(sessionOf(before)), trust.ended.has(sessionOf(after))]).toEqual([true, false])
    const endedSids: string[] = []
    using _subscription = trust.onEnded((notice) => endedSids.push('_id' in notice ? notice._id : notice.memberId))
    const { publish } = await auth.subscription
    publish(JSON.stringify(ended(after)))
    publish(JSON.stringify(ended(after)))
    expect(trust.ended.has(sessionOf(after))).toBe(true)
    expect(endedSids).toEqual([after])
  })

  it('are loaded again after a gap in the channel, and known entries stay', async () => {
    await using auth = await startAuth()
    const [before, meanwhile] = [randomUUID(), randomUUID()]
    auth.sessions.push(ended(before))
    await using trust = await auth.open()
    const metrics = createMetrics()
    trust.registerMetrics?.(metrics)
    auth.sessions.splice(0, 1, ended(meanwhile))
    const endedSids: string[] = []
    using _subscription = trust.onEnded((notice) => endedSids.push('_id' in notice ? notice._id : notice.memberId))
    const { resubscribe } = await auth.subscription
    resubscribe()
    await waitUntil(() => trust.ended.has(sessionOf(meanwhile)))
    expect(endedSids).toEqual([meanwhile])
    expect(trust.ended.has(sessionOf(before))).toBe(true)
    expect(await metrics.render()).toMatch(/^session_channel_resubscriptions_total 1$/m)
  })

  it('are loaded again after an invalid message', async () => {
    await using auth = await startAuth()
    await using trust = await auth.open()
    const meanwhile = randomUUID()
    auth.sessions.push(ended(meanwhile))
    const { publish } = await auth.subscription
    for (const payload of ['', '{', 'null', '{"_id":7}']) publish(payload)
    await waitUntil(() => trust.ended.has(sessionOf(meanwhile)))
  })

  it('are retried until auth responds and the subscription succeeds', async () => {
    await using auth = await startAuth()
    auth.auth.away = true
    let attempts = 0
    const state: PubSub = {
      async subscribe() {
        attempts += 1
        if (attempts < 2) throw new Error('away')
        return { [Symbol.asyncDispose]: async () => undefined }
      },
    }
    await using trust = await auth.open({ state })
    const late = randomUUID()
    auth.sessions.push(ended(late))
    auth.auth.away = false
    await waitUntil(() => trust.ended.has(sessionOf(late)))
  })
})

describe('the end of many sessions of a member', () => {
  const startedAt = (second: number) => toLowestId(new Date(Date.UTC(2026, 2, 2, 11, 0, second)))
  const [first, second, kept, later] = [startedAt(1), startedAt(2), startedAt(3), startedAt(5)]
  const notice = {
    memberId: sessionOf('').sub,
    startedBefore: '2026-03-02T11:00:04.000Z',
    exceptSessionId: kept,
    endedAt: '2026-03-02T11:59:00.000Z',
  }
  const listRefused = (trust: TrustStore) =>
    [first, second, kept, later].filter((sid) => trust.ended.has(sessionOf(sid)))

  it('is one message, for all sessions that started before, except one, and for no other member', async () => {
    await using auth = await startAuth()
    await using trust = await auth.open()
    const heard: EndedSessionsNotice[] = []
    using _subscription = trust.onEnded((one) => heard.push(one))
    const { publish } = await auth.subscription
    publish(JSON.stringify(notice))
    publish(JSON.stringify(notice))
    expect(heard).toEqual([notice])
    expect(listRefused(trust)).toEqual([first, second])
    expect(trust.ended.has({ sub: randomUUID(), sid: first })).toBe(false)
  })

  it('covers earlier ones, whichever message comes first', async () => {
    const earlier = { ...notice, startedBefore: '2026-03-02T11:00:02.000Z', exceptSessionId: first }
    for (const messages of [
      [earlier, notice],
      [notice, earlier],
    ]) {
      await using auth = await startAuth()
      await using trust = await auth.open()
      const { publish } = await auth.subscription
      for (const message of messages) publish(JSON.stringify(message))
      await waitUntil(() => listRefused(trust).length > 0)
      expect(listRefused(trust)).toEqual([first, second])
    }
  })

  it('is loaded from auth, and cached in the file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'meadow-ended-'))
    const keysFile = join(folder, 'keys.json')
    await using auth = await startAuth()
    auth.members.push(notice)
    const before = await auth.open({ keysFile })
    await waitUntil(() => listRefused(before).length > 0)
    await before[Symbol.asyncDispose]()
    auth.auth.away = true
    await using trust = await auth.open({ keysFile })
    expect(listRefused(trust)).toEqual([first, second])
    await rm(folder, { recursive: true })
  })
})

describe('the ended sessions', () => {
  it('are cached in the file, so that they stay refused when this process starts before auth', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'meadow-ended-'))
    const keysFile = join(folder, 'keys.json')
    const [listed, published] = ['019a0000-0000-7000-8000-00000000000a', '019a0000-0000-7000-8000-00000000000b']
    await using auth = await startAuth()
    auth.sessions.push(ended(listed))
    const before = await auth.open({ keysFile })
    const { publish } = await auth.subscription
    await waitUntil(() => before.ended.has(sessionOf(listed)))
    publish(JSON.stringify(ended(published)))
    await before[Symbol.asyncDispose]()

    auth.auth.away = true
    await using trust = await auth.open({ keysFile })
    expect([trust.ended.has(sessionOf(listed)), trust.ended.has(sessionOf(published))]).toEqual([true, true])
    await rm(folder, { recursive: true })
  })
})
