import type { MemberView } from '@meadow/contracts'
import { api, useMutation, useQueryClient, useSession, useToast } from '@meadow/web'
import { keys } from '../cache/keys.ts'
import { moveCount } from '../cache/profile.ts'
import { t } from '../texts.ts'
import { setFollowing, withFollowing } from './relations.ts'

export type FollowOptions = {
  /** A failure takes the change back and says nothing. */
  silent?: boolean | undefined
}

/** Follows (true) or unfollows (false) a member: shown at once, taken back when it fails. */
export function useFollow(member: Pick<MemberView, '_id'>, { silent = false }: FollowOptions = {}) {
  const cache = useQueryClient()
  const { user, setUser } = useSession()
  const toast = useToast()

  const show = (state: boolean) => {
    setFollowing(cache, member._id, state)
    moveCount(cache, member._id, 'followerCount', state ? 1 : -1)
    if (user) moveCount(cache, user._id, 'followingCount', state ? 1 : -1)
    setUser((me) => withFollowing(me, member._id, state))
  }
  return useMutation({
    mutationKey: keys.following(member._id),
    scope: { id: `follow ${member._id}` }, // one after the other, in the order of the clicks
    mutationFn: (state: boolean) => api('POST /users/:id/follow', { params: { id: member._id }, body: { state } }),
    onMutate: show,
    onError: (_, state) => {
      show(!state)
      if (!silent) toast({ tone: 'error', title: t('members.followFailed') })
    },
  })
}
