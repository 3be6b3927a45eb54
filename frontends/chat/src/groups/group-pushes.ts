import type { GroupMessageView, GroupView } from '@meadow/contracts/browser'
import { type QueryClient, useQueryClient, useSession, useSocketEvent, useSocketResync } from '@meadow/web'
import { useEffect } from 'react'
import { catchUpGroup } from './catch-up-group.ts'
import { updateGroup } from './group-cache.ts'
import { groupKeys } from './group-keys.ts'
import { type GroupWindow, withGroupMessage, withGroupRead, withGroupRev, withNewestMessage } from './group-window.ts'

/** Applies the pushes of groups to the caches. Mounted once. */
export function useGroupPushes(): void {
  const cache = useQueryClient()
  const currentUserId = useSession().user?._id ?? ''
  useSocketEvent('groupMessage', (message) => applyGroupMessage(cache, message, currentUserId))
  useSocketEvent('groupUpdated', ({ groupId }) => refetchGroup(cache, groupId))
  useSocketEvent('groupRead', ({ groupId, ...mark }) => {
    updateGroup(cache, groupId, (group) => withGroupRead(group, mark, currentUserId))
    cache.setQueryData<GroupWindow>(groupKeys.messages(groupId), (window) => window && withGroupRev(window, mark.rev))
  })
  useSocketEvent('readMarksUpdated', () => void cache.invalidateQueries({ queryKey: groupKeys.allGroups }))
  useSocketResync(() => refetchAllGroups(cache))
  useEffect(() => refetchAllGroups(cache, { cancelRefetch: false }), [cache]) // pushes may have come while the chat was not open
}

function refetchAllGroups(cache: QueryClient, options: { cancelRefetch?: boolean } = {}): void {
  void cache.invalidateQueries({ queryKey: groupKeys.list }, options)
  void cache.invalidateQueries({ queryKey: groupKeys.allGroups }, options)
  for (const [[, , groupId]] of cache.getQueriesData({ queryKey: groupKeys.allMessages }))
    void catchUpGroup(cache, String(groupId))
}

/** Applies a new or a deleted message of a group. */
export function applyGroupMessage(cache: QueryClient, message: GroupMessageView, currentUserId: string): void {
  const { groupId } = message
  const groups = cache.getQueryData<GroupView[]>(groupKeys.list)
  const known = groups?.find(({ _id }) => _id === groupId)
  cache.setQueryData<GroupWindow>(groupKeys.messages(groupId), (window) => window && withGroupMessage(window, message))
  updateGroup(cache, groupId, (group) => withNewestMessage(group, message, currentUserId))
  const isCounted = message.deletedAt !== null && (known?.unreadCount ?? 0) > 0 // it may be one of the unread ones
  if ((groups && !known) || isCounted) void cache.invalidateQueries({ queryKey: groupKeys.list })
  void catchUpIfBehind(cache, message)
}

/** A message that is not the next change shows that others are missing before it. */
async function catchUpIfBehind(cache: QueryClient, { groupId, rev }: GroupMessageView): Promise<void> {
  const window = cache.getQueryData<GroupWindow>(groupKeys.messages(groupId))
  if (window && window.rev < rev) await catchUpGroup(cache, groupId)
}

/** Fetches a group again, with the lines that tell its changes. */
export function refetchGroup(cache: QueryClient, groupId: string): void {
  void cache.invalidateQueries({ queryKey: groupKeys.list })
  void cache.invalidateQueries({ queryKey: groupKeys.group(groupId), refetchType: 'all' })
  void catchUpGroup(cache, groupId)
}
