import { describe, expect, it } from '@jest/globals'
import type { GroupMessageView, GroupView } from '@meadow/contracts/browser'
import { createQueryClient, type QueryClient } from '@meadow/web'
import { fakeApi } from '@meadow/web/testing'
import { waitFor } from '@testing-library/react'
import { catchUpGroup } from './catch-up-group.ts'
import { selectNewerGroup } from './group-cache.ts'
import { groupKeys } from './group-keys.ts'
import { refetchGroup } from './group-pushes.ts'
import { createGroupQuery, groupsQuery } from './group-queries.ts'
import type { GroupWindow } from './group-window.ts'
import { aGroup, aGroupMessage } from './testing/group-fixtures.ts'

const group = aGroup()
const WINDOW: GroupWindow = { messages: [aGroupMessage({ seq: 1, rev: 1 })], hasOlder: false, hasNewer: false, rev: 1 }
const NOT_FOUND = { refuse: { status: 404, code: 'not_found', error: 'There is nothing here' } } as const

/** Creates a cache with the group and its messages, which no screen shows, and a server without it. */
function openCache(): QueryClient {
  fakeApi({
    'GET /messages/groups': () => ({ groups: [] }),
    'GET /messages/groups/:id': () => NOT_FOUND,
    'GET /messages/groups/:id/changes': () => NOT_FOUND,
  })
  const cache = createQueryClient()
  cache.setQueryData(groupKeys.list, [group])
  cache.setQueryData(groupKeys.group(group._id), group)
  cache.setQueryData(groupKeys.messages(group._id), WINDOW)
  return cache
}

describe('a group that the member no longer sees', () => {
  it.each([
    ['the group', (cache: QueryClient) => cache.fetchQuery({ ...createGroupQuery(group._id), staleTime: 0 })],
    ['the list', (cache: QueryClient) => cache.fetchQuery({ ...groupsQuery, staleTime: 0 })],
    ['its changes', (cache: QueryClient) => catchUpGroup(cache, group._id)],
    ['it after a push', (cache: QueryClient) => refetchGroup(cache, group._id)],
  ])('leaves the cache with its messages once a page fetches %s', async (_, fetch) => {
    const cache = openCache()
    await fetch(cache)
    await waitFor(() => expect(cache.getQueryData(groupKeys.group(group._id))).toBeNull())
    expect(cache.getQueryData(groupKeys.messages(group._id))).toBeUndefined()
    expect(cache.getQueryData<GroupView[]>(groupKeys.list)).toEqual([])
  })
})

describe('a catch-up that fails', () => {
  it('is repeated if a push came meanwhile', async () => {
    const cache = openCache()
    const added: GroupMessageView = aGroupMessage({ seq: 2, rev: 2 })
    let count = 0
    const network = fakeApi({
      'GET /messages/groups/:id/changes': () => {
        count += 1
        if (count > 1) return { messages: [added], hasMore: false, rev: 2 }
        void catchUpGroup(cache, group._id)
        return { refuse: { status: 500, code: 'internal_error', error: 'It failed' } }
      },
    })
    await catchUpGroup(cache, group._id)
    expect(cache.getQueryData<GroupWindow>(groupKeys.messages(group._id))?.messages).toHaveLength(2)
    expect(network.count('GET /messages/groups/:id/changes')).toBe(2)
  })
})

describe('a fetched group', () => {
  it('replaces the cached one, unless a push has changed that since', () => {
    const cached = aGroup({ rev: 5, name: 'Walkers' })
    expect(selectNewerGroup(cached, aGroup({ rev: 4 }))).toBe(cached)
    for (const rev of [5, 6]) expect(selectNewerGroup(cached, aGroup({ rev })).name).toBe('Hikers')
    expect(selectNewerGroup(null, aGroup()).name).toBe('Hikers')
  })

  it('replaces an accepted or a new invitation', () => {
    const cached = aGroup({ rev: 5, role: null })
    expect(selectNewerGroup(cached, aGroup({ rev: 4 })).role).toBe('member')
    expect(selectNewerGroup(aGroup({ rev: 5 }), aGroup({ rev: 4, role: null })).role).toBeNull()
  })
})
