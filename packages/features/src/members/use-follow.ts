import type { MemberView } from '@meadow/contracts/browser'
import { useOutbox } from '@meadow/web'
import { followAction } from './follow-action.ts'
import { type FollowPrivacy, useIsRequested } from './is-following.ts'

export type FollowOptions = {
  /** Rolls back a refused change without a toast. */
  isSilent?: boolean | undefined
}

/**
 * Returns a function that follows (true) or unfollows (false) a member. A private member is asked, and an unfollow withdraws the
 * request. It shows at once, and is sent by the outbox.
 */
export function useFollow(
  member: Pick<MemberView, '_id' | 'username' | 'isFollowing'> & FollowPrivacy,
  { isSilent = false }: FollowOptions = {},
): (isFollowing: boolean) => void {
  const outbox = useOutbox()
  const isRequested = useIsRequested(member)
  return (isFollowing) => {
    const isRequest = isFollowing ? member.isPrivate === true : isRequested
    const { _id: memberId, username } = member
    void outbox.add(followAction, { memberId, username, isFollowing, isSilent, ...(isRequest && { isRequest }) })
  }
}
