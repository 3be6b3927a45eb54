import type { GroupView } from '@meadow/contracts/browser'
import { PAGE_SIZE } from '@meadow/contracts/limits'
import { ApiError, api, type QueryClient, useQuery, useQueryClient } from '@meadow/web'
import { useEffect, useRef, useState } from 'react'
import { catchUpGroup } from './catch-up-group.ts'
import { removeGroup, selectNewerGroup } from './group-cache.ts'
import { groupKeys } from './group-keys.ts'
import { type GroupWindow, toGroupWindow, withOlderMessages } from './group-window.ts'

/** The query of the groups of the member. */
export const groupsQuery = {
  queryKey: groupKeys.list,
  queryFn: ({ client, signal }: { client: QueryClient; signal: AbortSignal }) => fetchGroups(client, signal),
}

/** Returns the query of the groups of the member and the invitations to groups, newest message first. */
export function useGroups({ enabled = true } = {}) {
  const query = useQuery({ ...groupsQuery, enabled })
  return { ...query, groups: query.data ?? [] }
}

/** Fetches the groups. Asks for each cached group that is no longer listed whether the member is still in it. */
async function fetchGroups(cache: QueryClient, signal: AbortSignal): Promise<GroupView[]> {
  const { groups } = await api('GET /messages/groups', { signal })
  const listed = new Set(groups.map(({ _id }) => _id))
  for (const groupId of listCachedGroupIds(cache))
    if (!listed.has(groupId)) void cache.prefetchQuery({ ...createGroupQuery(groupId), staleTime: 0 })
  const cached = new Map(cache.getQueryData<GroupView[]>(groupKeys.list)?.map((group) => [group._id, group]))
  return groups.map((group) => selectNewerGroup(cached.get(group._id), group))
}

/** Returns the ids of the groups that the cache has in full, or of which it has messages. */
function listCachedGroupIds(cache: QueryClient): Set<string> {
  const cached = [
    ...cache.getQueriesData({ queryKey: groupKeys.allGroups }),
    ...cache.getQueriesData({ queryKey: groupKeys.allMessages }),
  ]
  return new Set(cached.flatMap(([[, , groupId], data]) => (data ? [String(groupId)] : [])))
}

/** Creates the query of a group. Its data is null if the member is not in the group and not invited to it. */
export const createGroupQuery = (groupId: string) => ({
  queryKey: groupKeys.group(groupId),
  queryFn: ({ client, signal }: { client: QueryClient; signal: AbortSignal }) => fetchGroup(client, groupId, signal),
})

async function fetchGroup(cache: QueryClient, groupId: string, signal: AbortSignal): Promise<GroupView | null> {
  try {
    const { group } = await api('GET /messages/groups/:id', { params: { id: groupId }, signal })
    return selectNewerGroup(cache.getQueryData<GroupView | null>(groupKeys.group(groupId)), group)
  } catch (error) {
    if (!(error instanceof ApiError && (error.status === 404 || error.status === 400))) throw error
    removeGroup(cache, groupId)
    return null
  }
}

export const useGroup = (groupId: string) => useQuery(createGroupQuery(groupId))

/** Returns the newest messages of a group, oldest first, and a function that loads older ones. Sends no request unless `enabled`. */
export function useGroupMessages(groupId: string, enabled: boolean) {
  const cache = useQueryClient()
  const isRunning = useRef(false) // unlike the state, it is current before the next render
  const [isLoading, setIsLoading] = useState(false)
  const fetchPage = (query: { before?: string }, signal?: AbortSignal) =>
    api('GET /messages/groups/:id/messages', {
      params: { id: groupId },
      query: { ...query, limit: PAGE_SIZE.messages },
      ...(signal && { signal }),
    })
  const { data, isPending, error, refetch } = useQuery({
    queryKey: groupKeys.messages(groupId),
    queryFn: async ({ signal }) => toGroupWindow(await fetchPage({}, signal)),
    staleTime: Number.POSITIVE_INFINITY, // pushes and `catchUpGroup` keep it up to date
    enabled,
  })
  const isLoaded = data !== undefined && enabled
  useEffect(() => {
    if (isLoaded) void catchUpGroup(cache, groupId) // stored messages may be old
  }, [cache, groupId, isLoaded])

  const loadOlder = async () => {
    const first = data?.messages[0]
    if (!first || isRunning.current) return
    isRunning.current = true
    setIsLoading(true)
    try {
      const page = await fetchPage({ before: first._id })
      cache.setQueryData<GroupWindow>(groupKeys.messages(groupId), (known) => known && withOlderMessages(known, page))
    } catch {
      // reaching the top again repeats it
    } finally {
      isRunning.current = false
      setIsLoading(false)
    }
  }
  return {
    messages: data?.messages ?? [],
    hasOlder: data?.hasOlder ?? false,
    isPending,
    isLoading,
    error,
    retry: () => void refetch(),
    loadOlder: () => void loadOlder(),
  }
}
