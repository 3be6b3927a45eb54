import { describe, expect, it } from '@jest/globals'
import {
  findPersistedKind,
  MAX_PERSISTED_AGE_MS,
  MAX_PERSISTED_LENGTH,
  MAX_RECORD_LENGTH,
  PERSISTED_DATA_VERSION,
} from './persisted-kinds.ts'
import {
  listExcessKeys,
  listOlderHalf,
  type PersistedQuery,
  readPersistedData,
  toPersistedQuery,
} from './persisted-query.ts'

const NOW_MS = 1_800_000_000_000

const aStoredQuery = (fields: Partial<PersistedQuery> = {}): PersistedQuery => ({
  key: 'ann ["posts","list","following"]',
  memberId: 'ann',
  kind: 'feed',
  version: PERSISTED_DATA_VERSION,
  asOfMs: NOW_MS,
  storedAtMs: NOW_MS,
  json: '{}',
  ...fields,
})
const store = (queryKey: readonly string[], data: unknown) =>
  toPersistedQuery('ann', { queryKey, queryHash: JSON.stringify(queryKey), data, asOfMs: NOW_MS }, NOW_MS)
const readStored = (queryKey: readonly string[], data: unknown) => {
  const stored = store(queryKey, data)
  return stored && readPersistedData(stored, NOW_MS)
}

describe('findPersistedKind', () => {
  it.each([
    [['posts', 'list', 'following'], 'feed'],
    [['posts', 'list', 'by', 'ann'], 'member-posts'],
    [['posts', 'list', 'by', 'ann', 'liked'], 'member-posts'],
    [['posts', 'one', 'p1'], 'post'],
    [['posts', 'comments', 'p1', 'newest'], 'comments'],
    [['people', 'list', 'directory', ''], 'directory'],
    [['chat', 'conversations', 'all', ''], 'inbox'],
    [['chat', 'messages', 'ben'], 'messages'],
    [['chat', 'contents', 'ben', 'picture'], 'message-contents'],
  ])('knows %j', (queryKey, kind) => expect(findPersistedKind(queryKey)?.name).toBe(kind))

  it.each([
    [['people', 'list', 'directory', 'be']],
    [['chat', 'conversations', 'all', 'be']],
    [['chat', 'search', 'ben', 'secret']],
    [['posts', 'new']],
    [['posts', 'comment-order']],
    [['chat', 'picture', 'm1']],
  ])('leaves out %j', (queryKey) => expect(findPersistedKind(queryKey)).toBeUndefined())
})

describe('toPersistedQuery', () => {
  it('keeps the first page of a list', () => {
    const list = { pages: [{ posts: [1] }, { posts: [2] }], pageParams: [null, 'c'] }
    expect(readStored(['posts', 'list', 'all'], list)).toEqual({ pages: [{ posts: [1] }], pageParams: [null] })
  })

  it('keeps no disappearing messages of lists that are not renewed when they disappear', () => {
    const [stays, disappears] = [{ _id: 'a' }, { _id: 'b', expiresAt: '2026-03-01T12:00:00.000Z' }]
    const list = { pages: [{ messages: [stays, disappears] }], pageParams: [null] }
    const kept = { pages: [{ messages: [stays] }], pageParams: [null] }
    expect(readStored(['chat', 'contents', 'ben', 'star'], list)).toEqual(kept)
    expect(readStored(['chat', 'search', 'inbox', 'moss'], list)).toEqual(kept)
    const threads = { pages: [{ threads: [{ root: stays }, { root: disappears }] }], pageParams: [null] }
    expect(readStored(['chat', 'threads', 'ben'], threads)).toEqual({
      pages: [{ threads: [{ root: stays }] }],
      pageParams: [null],
    })
    const aThread = { root: stays, messages: [stays], hasOlder: false, hasNewer: false }
    expect(readStored(['chat', 'thread', 'a'], aThread)).toEqual(aThread)
    expect(readStored(['chat', 'thread', 'a'], { ...aThread, messages: [stays, disappears] })).toBeUndefined()
    expect(readStored(['chat', 'thread', 'b'], { ...aThread, root: disappears })).toBeUndefined()
  })

  it('keeps the newest 50 messages, and says that there are older ones', () => {
    const messages = Array.from({ length: 60 }, (_, seq) => ({ seq }))
    const stored = readStored(['chat', 'messages', 'ben'], { messages, hasOlder: false, hasNewer: false, rev: 7 })
    expect(stored).toEqual({ messages: messages.slice(10), hasOlder: true, hasNewer: false, rev: 7 })
  })

  it('keeps nothing of a window that shows older messages', () => {
    expect(store(['chat', 'messages', 'ben'], { messages: [], hasOlder: true, hasNewer: true })).toBeUndefined()
  })

  it('leaves out other queries, and what is too large', () => {
    expect(store(['posts', 'new'], [])).toBeUndefined()
    expect(store(['posts', 'one', 'p1'], 'x'.repeat(MAX_RECORD_LENGTH))).toBeUndefined()
  })
})

describe('readPersistedData', () => {
  it('returns nothing of another version, of a damaged record, or after 30 days', () => {
    expect(readPersistedData(aStoredQuery({ json: '[1]' }), NOW_MS + MAX_PERSISTED_AGE_MS)).toEqual([1])
    expect(readPersistedData(aStoredQuery(), NOW_MS + MAX_PERSISTED_AGE_MS + 1)).toBeUndefined()
    expect(readPersistedData(aStoredQuery({ version: PERSISTED_DATA_VERSION - 1 }), NOW_MS)).toBeUndefined()
    expect(readPersistedData(aStoredQuery({ json: '{' }), NOW_MS)).toBeUndefined()
  })

  it('returns data from the future, because the clock was changed', () => {
    expect(readPersistedData(aStoredQuery(), NOW_MS - 2 * MAX_PERSISTED_AGE_MS)).toEqual({})
  })
})

describe('listExcessKeys', () => {
  const listFor = (...stored: Partial<PersistedQuery>[]) => listExcessKeys(stored.map(aStoredQuery), 'ann', NOW_MS)

  it('names the data of other members, of other versions, of unknown kinds, and what is too old', () => {
    const excess = listFor(
      { key: 'kept' },
      { key: 'other', memberId: 'ben' },
      { key: 'version', version: PERSISTED_DATA_VERSION + 1 },
      { key: 'unknown', kind: 'brand-new' },
      { key: 'old', storedAtMs: NOW_MS - MAX_PERSISTED_AGE_MS - 1 },
    )
    expect(excess).toEqual(['other', 'version', 'unknown', 'old'])
  })

  it('names the oldest above the number of a kind', () => {
    const feeds = [4, 1, 3, 2, 5].map((age) => ({ key: `${age}`, storedAtMs: NOW_MS - age }))
    expect(listFor(...feeds, { key: 'post', kind: 'post', storedAtMs: 0 + NOW_MS - 9 })).toEqual(['4', '5'])
  })

  it('names the oldest above the size of all', () => {
    const json = 'x'.repeat(MAX_PERSISTED_LENGTH / 2)
    const posts = [1, 2, 3].map((age) => ({ key: `${age}`, kind: 'post', storedAtMs: NOW_MS - age, json }))
    expect(listFor(...posts)).toEqual(['3'])
  })
})

it('listOlderHalf names at least one', () => {
  const stored = [3, 1, 2].map((age) => aStoredQuery({ key: `${age}`, storedAtMs: NOW_MS - age }))
  expect(listOlderHalf(stored)).toEqual(['3', '2'])
  expect(listOlderHalf(stored.slice(0, 1))).toEqual(['3'])
})
