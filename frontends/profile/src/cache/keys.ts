import { queryKeys } from '@meadow/features'

export type FollowTab = 'followers' | 'following'

/** Where lists of people lie in the query cache. */
export const peopleKeys = {
  follows: (username: string, tab: FollowTab) => [...queryKeys.peopleLists, tab, username] as const,
  directory: (query: string) => [...queryKeys.peopleLists, 'directory', query] as const,
}
