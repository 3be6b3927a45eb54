import { queryKeys } from '@meadow/features'

export type FollowTab = 'followers' | 'following'

/** Query keys of member lists. */
export const memberListKeys = {
  follows: (username: string, tab: FollowTab) => [...queryKeys.memberLists, tab, username] as const,
  directory: (query: string) => [...queryKeys.memberLists, 'directory', query] as const,
}
