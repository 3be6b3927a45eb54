import type { Key, Window } from '@meadow/service'
import type { Person } from '../people/person.ts'

/** Who follows a member, or whom they follow. */
export type FollowSide = 'followers' | 'following'

export type FollowLists = {
  /** Those whom `viewer` may see, the newest relation first, with one more than the window's limit. */
  list(side: FollowSide, of: string, viewer: { _id: string }, window: Window): Promise<(Person & Key)[]>
}
