import type { SocketHeard } from '@meadow/contracts'
import { type QueryClient, useLive, useMissedPosts, useQueryClient, useResync, useSession } from '@meadow/web'
import { cacheIsFollowing, getCachedIsFollowing, withFollowedMember } from '../members/is-following.ts'
import { updateCachedPost } from './cached-posts.ts'
import { applyFollowUpdate } from './follow-updates.ts'
import { addNewPostIds } from './new-post-ids.ts'
import { applyPostUpdate, hasCommentGap, prependNewComments, type Viewer } from './post-updates.ts'
import { adjustProfileCount } from './profile-counts.ts'
import { type CommentList, type Profile, queryKeys } from './query-keys.ts'
import { dropDeletedPost, refetchPosts, withPendingLike } from './refetch-posts.ts'
import { refetchSessionUser } from './refetch-session-user.ts'

/** Keeps every cached post, comment, profile and relation as the server tells them. Once in the page, for all front ends. */
export function useLiveCacheUpdates(): void {
  const cache = useQueryClient()
  const { user, setUser } = useSession()

  useLive('postUpdated', (told) => {
    if (user) updatePost(cache, told, user)
  })
  useLive('postDeleted', ({ postId }) => dropDeletedPost(cache, postId))
  useLive('postCreated', ({ postId }) => addNewPostIds(cache, [postId]))
  useLive('followUpdated', (told) => {
    const { userId, isFollowing } = told
    if (!user || cache.isMutating({ mutationKey: queryKeys.following(userId) }) > 0) return // what is shown is newer
    const known = getCachedIsFollowing(cache, userId) ?? user.following.includes(userId)
    cache.setQueriesData<Profile>(
      { queryKey: queryKeys.profiles },
      (profile) => profile && applyFollowUpdate(profile, told),
    )
    cacheIsFollowing(cache, userId, isFollowing)
    if (known === isFollowing) return
    adjustProfileCount(cache, user._id, 'followingCount', isFollowing ? 1 : -1)
    setUser((me) => withFollowedMember(me, userId, isFollowing))
  })
  useMissedPosts((ids) => void refetchPosts(cache, ids).catch(() => undefined)) // the next time, then
  useResync(({ away }) => {
    if (!user || away === 0) return // all of it has just come
    void cache.invalidateQueries({ queryKey: queryKeys.profiles })
    void refetchSessionUser(cache, user, setUser).catch(() => undefined)
  })
}

function updatePost(cache: QueryClient, told: SocketHeard['postUpdated'], viewer: Viewer): void {
  updateCachedPost(cache, told._id, (post) => {
    const updated = applyPostUpdate(post, told, viewer)
    return updated === post ? post : withPendingLike(cache, post, updated)
  })
  const list = cache.getQueryData<CommentList>(queryKeys.comments(told._id))
  if (!list) return
  if (hasCommentGap(list, told)) void cache.invalidateQueries({ queryKey: queryKeys.comments(told._id) })
  else cache.setQueryData(queryKeys.comments(told._id), prependNewComments(list, told, viewer))
}
