import type { GroupView } from '@meadow/contracts/browser'
import { PAGE_SIZE } from '@meadow/contracts/limits'
import { ApiError, api, type QueryClient, useQuery, useQueryClient } from '@meadow/web'
import { useEffect, useRef, useState } from 'react'
import { catchUpGroup } from './catch-up-group.ts'
import { groupKeys } from './group-keys.ts'
import { type GroupWindow, toGroupWindow, withOlderMessages } from './group-window.ts'

/** Returns the query of the groups of the member and the invitations to groups, newest message first. */
export function useGroups({ enabled = true } = {}) {
  const query = useQuery({
    queryKey: groupKeys.list,
    queryFn: async ({ signal }) => (await api('GET /messages/groups', { signal })).groups,
    enabled,
  })
  return { ...query, groups: query.data ?? [] }
}

/** Creates the query of a group. Its data is null if the member is not in the group and not invited to it. */
export const createGroupQuery = (groupId: string) => ({
  queryKey: groupKeys.group(groupId),
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchGroup(groupId, signal),
})

async function fetchGroup(groupId: string, signal: AbortSignal): Promise<GroupView | null> {
  try {
    return (await api('GET /messages/groups/:id', { params: { id: groupId }, signal })).group
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
    throw error
  }
}

export const useGroup = (groupId: string) => useQuery(createGroupQuery(groupId))

/** Changes a group wherever it is cached. */
export function updateGroup(cache: QueryClient, groupId: string, change: (group: GroupView) => GroupView): void {
  cache.setQueryData<GroupView | null>(groupKeys.group(groupId), (known) => known && change(known))
  cache.setQueryData<GroupView[]>(groupKeys.list, (groups) =>
    groups?.map((group) => (group._id === groupId ? change(group) : group)),
  )
}

/** Puts a fresh group into the cache, and at the top of the list if it is not there yet. */
export function cacheGroup(cache: QueryClient, fresh: GroupView): void {
  cache.setQueryData<GroupView | null>(groupKeys.group(fresh._id), fresh)
  cache.setQueryData<GroupView[]>(groupKeys.list, (groups) =>
    groups?.some(({ _id }) => _id === fresh._id)
      ? groups.map((group) => (group._id === fresh._id ? fresh : group))
      : groups && [fresh, ...groups],
  )
}

/** Removes a group, which the member has left, with its messages from the cache. */
export function removeGroup(cache: QueryClient, groupId: string): void {
  cache.setQueryData<GroupView | null>(groupKeys.group(groupId), null)
  cache.setQueryData<GroupView[]>(groupKeys.list, (groups) => groups?.filter(({ _id }) => _id !== groupId))
  cache.removeQueries({ queryKey: groupKeys.messages(groupId) })
}

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
