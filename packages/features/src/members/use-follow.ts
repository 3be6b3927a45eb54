import type { MemberView } from '@meadow/contracts/browser'
import { useOutbox } from '@meadow/web'
import { followAction } from './follow-action.ts'

export type FollowOptions = {
  /** Rolls back a refused change without a toast. */
  isSilent?: boolean | undefined
}

/** Returns a function that follows (true) or unfollows (false) a member. It shows at once, and is sent by the outbox. */
export function useFollow(
  { _id: memberId, username }: Pick<MemberView, '_id' | 'username'>,
  { isSilent = false }: FollowOptions = {},
): (isFollowing: boolean) => void {
  const outbox = useOutbox()
  return (isFollowing) => void outbox.add(followAction, { memberId, username, isFollowing, isSilent })
}
