import type { SessionUser } from '@meadow/contracts/browser'
import { useSession } from '@meadow/web'
import { useEffect, useEffectEvent } from 'react'
import { queryKeys } from '../cache/query-keys.ts'
import { useCachedState } from '../cache/use-cached-state.ts'
import { type FollowingByMemberId, withFollowedMember } from './is-following.ts'

const NO_FOLLOWS: FollowingByMemberId = {}

/** Keeps the follow list of the session user in step with the follows of this page and of pushes. */
export function useFollowsOfSessionUser(): void {
  const { user, setUser } = useSession()
  const followingByMemberId = useCachedState(queryKeys.followingByMemberId, () => NO_FOLLOWS)
  const update = useEffectEvent(() => {
    for (const [id, isFollowing] of Object.entries(followingByMemberId)) {
      if (user && user.following.includes(id) !== isFollowing) setUser((me) => withFollowedMember(me, id, isFollowing))
    }
  })
  useEffect(() => {
    if (followingByMemberId !== NO_FOLLOWS) update()
  }, [followingByMemberId])
}

/** Gives the session user the name and avatar of a profile that was saved, also by the outbox. */
export function useSavedSelf(): void {
  const { user, setUser } = useSession()
  const saved = useCachedState<Pick<SessionUser, '_id' | 'fullName' | 'avatar'> | null>(queryKeys.savedSelf, () => null)
  const update = useEffectEvent(() => {
    if (saved && saved._id === user?._id) setUser((me) => ({ ...me, fullName: saved.fullName, avatar: saved.avatar }))
  })
  useEffect(() => {
    if (saved) update()
  }, [saved])
}
