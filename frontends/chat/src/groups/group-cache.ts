import type { GroupView } from '@meadow/contracts/browser'
import type { QueryClient } from '@meadow/web'
import { groupKeys } from './group-keys.ts'

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

/** Returns the cached group if a push has changed it since the server read the fetched one. */
export const selectNewerGroup = (cached: GroupView | null | undefined, fetched: GroupView): GroupView =>
  cached && cached.role !== null && fetched.role !== null && cached.rev > fetched.rev ? cached : fetched
