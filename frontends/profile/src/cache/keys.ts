import { keys } from '@meadow/features'

export type FollowTab = 'followers' | 'following'

/** Where lists of people lie in the query cache. */
export const peopleKeys = {
  follows: (username: string, tab: FollowTab) => [...keys.peopleLists, tab, username] as const,
  directory: (query: string) => [...keys.peopleLists, 'directory', query] as const,
}
