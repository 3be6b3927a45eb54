import { followTagAction, getInterestTags, type Interest, updateCachedMember } from '@meadow/features'
import { api, useMutation, useOutbox, useQueryClient } from '@meadow/web'

/**
 * Stores interests in the profile, and then follows the tags of those that are new, so that Discover shows their posts. The tags of those
 * that were removed are no longer followed.
 */
export function useSaveInterests(stored: readonly Interest[], onDone: () => void) {
  const cache = useQueryClient()
  const outbox = useOutbox()
  const followTags = (interests: readonly Interest[], isFollowing: boolean) => {
    for (const tag of interests.flatMap(getInterestTags)) outbox.add(followTagAction, { tag, isFollowing })
  }
  return useMutation({
    mutationFn: (interests: readonly Interest[]) => api('PUT /auth/profile', { body: { interests: [...interests] } }),
    onSuccess: ({ user }, interests) => {
      followTags(difference(interests, stored), true)
      followTags(difference(stored, interests), false)
      updateCachedMember(cache, user)
      onDone()
    },
  })
}

const difference = (some: readonly Interest[], others: readonly Interest[]): Interest[] =>
  some.filter((interest) => !others.includes(interest))
