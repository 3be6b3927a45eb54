import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { QueryObserver } from '@tanstack/react-query'
import { ApiError, createOfflineError } from '../api/api-error.ts'
import { openMemberDatabase } from '../page/member-database.ts'
import { clearMemberStores } from '../page/member-stores.ts'
import { clearStoredSession, storeSession } from '../session/stored-session.ts'
import { persistQueries } from './persist-queries.ts'
import { createQueryClient, type QueryClient } from './query-client.ts'
import { createQueryStorage } from './query-storage.ts'
import { readRestoredForMs } from './restored-data.ts'

const TWO_HOURS_MS = 2 * 60 * 60_000
const POST_KEY = ['posts', 'one', 'p1']
const storage = createQueryStorage()
let stops: (() => void)[] = []

/** Opens the page: a new cache on the same storage. */
function openPage({ waitForIdle = () => Promise.resolve() } = {}): QueryClient {
  const cache = createQueryClient()
  cache.setDefaultOptions({ queries: { ...cache.getDefaultOptions().queries, retry: false } })
  stops.push(persistQueries(cache, { storage, waitForIdle }).stop)
  return cache
}
const leavePage = () => dispatchEvent(new Event('pagehide'))
const readStoredKeys = async () => (await openMemberDatabase()).getAllKeys('queries')

/** Waits until the storage has this number of records. */
async function waitForStored(count: number): Promise<void> {
  while ((await readStoredKeys()).length !== count) await new Promise((resolve) => setTimeout(resolve))
}

/** Uses a query, and returns the first result that `isFound`. */
function observe(cache: QueryClient, queryFn: () => Promise<unknown>, isFound: (data: unknown) => boolean) {
  const { promise, resolve } = Promise.withResolvers<{ data: unknown; error: Error | null; isFetching: boolean }>()
  const observer = new QueryObserver(cache, { queryKey: POST_KEY, queryFn })
  stops.push(
    observer.subscribe(({ data, error, isFetching }) => {
      if (error || isFound(data)) resolve({ data, error, isFetching })
    }),
  )
  return promise
}
const isAnything = (data: unknown) => data !== undefined
const never = () => new Promise<never>(() => {})

/** Stores a post of a member, as an earlier visit does. */
async function visit(memberId: string, data: unknown, updatedAt = Date.now()): Promise<void> {
  storeSession('token', memberId)
  openPage().setQueryData(POST_KEY, data, { updatedAt })
  await new Promise((resolve) => setTimeout(resolve)) // the cache reports changes in the next task
  leavePage()
  await waitForStored(1)
  stop()
}
function stop() {
  for (const end of stops) end()
  stops = []
}

beforeEach(async () => {
  localStorage.clear()
  await (await openMemberDatabase()).clear('queries')
})
afterEach(stop)

describe('a query of the member', () => {
  it('shows the stored data at once, while it is fetched', async () => {
    await visit('ann', { text: 'Stored' })
    const cache = openPage()
    expect(await observe(cache, never, isAnything)).toEqual({ data: { text: 'Stored' }, error: null, isFetching: true })
    expect(readRestoredForMs(cache, POST_KEY, Date.now())).toBeGreaterThanOrEqual(0)
  })

  it('shows the response instead when it arrives, and stores it', async () => {
    await visit('ann', { text: 'Stored' })
    const cache = openPage()
    await observe(
      cache,
      async () => ({ text: 'New' }),
      (data) => (data as { text: string } | undefined)?.text === 'New',
    )
    expect(readRestoredForMs(cache, POST_KEY, Date.now())).toBeUndefined()
    leavePage()
    const readText = async () => (await (await openMemberDatabase()).getAll('queries')).map(({ json }) => json)
    while (!(await readText()).includes('{"text":"New"}')) await new Promise((resolve) => setTimeout(resolve))
  })

  it.each([
    ['ahead', TWO_HOURS_MS],
    ['behind', -TWO_HOURS_MS],
  ])('is shown and fetched also if the clock was %s two hours when it was stored', async (_, changeMs) => {
    await visit('ann', { text: 'Stored' }, Date.now() + changeMs)
    expect((await observe(openPage(), never, isAnything)).data).toEqual({ text: 'Stored' })
    const isNew = (data: unknown) => (data as { text: string } | undefined)?.text === 'New'
    expect((await observe(openPage(), async () => ({ text: 'New' }), isNew)).data).toEqual({ text: 'New' })
  })

  it('shows no error of a failed fetch before the stored data', async () => {
    await visit('ann', { text: 'Stored' })
    const fail = async () => Promise.reject(createOfflineError(undefined))
    expect((await observe(openPage(), fail, isAnything)).data).toEqual({ text: 'Stored' })
  })

  it('is removed when the server says that it is gone', async () => {
    await visit('ann', { text: 'Stored' })
    const gone = new ApiError({ status: 404, code: 'post_not_found', message: 'Gone' })
    await observe(
      openPage(),
      async () => Promise.reject(gone),
      () => false,
    )
    await waitForStored(0)
  })

  it('that the page has not used is not stored, nor is a search', async () => {
    storeSession('token', 'ann')
    const cache = openPage()
    cache.setQueryData(['chat', 'search', 'ben', 'secret'], [])
    cache.setQueryData(POST_KEY, { text: 'Seen' })
    await new Promise((resolve) => setTimeout(resolve))
    leavePage()
    await waitForStored(1)
    expect(await readStoredKeys()).toEqual([`ann ${JSON.stringify(POST_KEY)}`])
  })
})

describe('another member', () => {
  it('sees nothing, and signing in removes the data', async () => {
    await visit('ann', { text: 'Of Ann' })
    const cache = openPage()
    storeSession('token', 'ben')
    const response = observe(cache, async () => ({ text: 'Of Ben' }), isAnything)
    expect((await response).data).toEqual({ text: 'Of Ben' })
    leavePage()
    while ((await readStoredKeys()).some((key) => key.startsWith('ann')))
      await new Promise((resolve) => setTimeout(resolve))
  })

  it('gets nothing of what an open page had not stored yet', async () => {
    storeSession('token', 'ann')
    const cache = openPage()
    cache.setQueryData(POST_KEY, { text: 'Of Ann' })
    await new Promise((resolve) => setTimeout(resolve))
    localStorage.setItem('userId', 'ben') // another tab, whose event has not arrived
    leavePage()
    await storage.write([]) // after the write of the page, if there is one
    expect(await readStoredKeys()).toEqual([])
  })
})

describe('a session that ends by itself', () => {
  it('takes the stored data with it', async () => {
    await visit('ann', { text: 'Of Ann' })
    openPage()
    clearStoredSession({ ended: true })
    await waitForStored(0)
  })
})

describe('a sign-out', () => {
  it('stores nothing any more', async () => {
    storeSession('token', 'ann')
    const cache = openPage()
    cache.setQueryData(POST_KEY, { text: 'Of Ann' })
    await new Promise((resolve) => setTimeout(resolve))
    clearStoredSession({ ended: false })
    clearMemberStores('ann')
    leavePage()
    await storage.write([])
    expect(await readStoredKeys()).toEqual([])
  })
})
