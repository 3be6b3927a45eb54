import type { ServerToClientEvents } from '@meadow/contracts/browser'
import {
  type QueryClient,
  useQueryClient,
  useSession,
  useSocketEvent,
  useSocketResync,
  useStalePosts,
} from '@meadow/web'
import { cacheIsFollowing, getCachedIsFollowing, withFollowedMember } from '../members/is-following.ts'
import { addToCommentLists } from './cached-comments.ts'
import { addNewPostIds, updateCachedPost } from './cached-posts.ts'
import { adjustProfileCount, applyFollowUpdate, refetchCachedProfile } from './cached-profile.ts'
import { applyPostUpdate, toViewerComment, type Viewer } from './post-updates.ts'
import { type ProfileResponse, queryKeys } from './query-keys.ts'
import { dropDeletedPost, refetchPosts, withPendingLike } from './refetch-posts.ts'
import { refetchSessionUser } from './refetch-session-user.ts'

/** Applies socket pushes to the cached posts, comments, profiles and follows. The shell mounts it once for all front ends. */
export function useLiveCacheUpdates(): void {
  const cache = useQueryClient()
  const { user, setUser } = useSession()

  useSocketEvent('postUpdated', (push) => {
    if (user) applyPostUpdatedPush(cache, push, user)
  })
  useSocketEvent('postDeleted', ({ postId }) => dropDeletedPost(cache, postId))
  useSocketEvent('postCreated', ({ postId }) => addNewPostIds(cache, [postId]))
  useSocketEvent('followUpdated', (push) => {
    const { userId, isFollowing } = push
    if (!user || cache.isMutating({ mutationKey: queryKeys.followMutation(userId) }) > 0) return // a pending follow is newer
    const known = getCachedIsFollowing(cache, userId) ?? user.following.includes(userId)
    cache.setQueriesData<ProfileResponse>(
      { queryKey: queryKeys.profiles },
      (profile) => profile && applyFollowUpdate(profile, push),
    )
    cacheIsFollowing(cache, userId, isFollowing)
    if (known === isFollowing) return
    adjustProfileCount(cache, user._id, 'followingCount', isFollowing ? 1 : -1)
    setUser((me) => withFollowedMember(me, userId, isFollowing))
  })
  useSocketEvent('notification', ({ type }) => {
    if (user && type === 'follow') refetchCachedProfile(cache, user._id) // the push has no follower count
  })
  useStalePosts((ids) => void refetchPosts(cache, ids).catch(() => undefined)) // the next resync tries again
  useSocketResync(({ awayMs }) => {
    if (!user || awayMs === 0) return // everything has just been loaded
    void cache.invalidateQueries({ queryKey: queryKeys.profiles })
    void refetchSessionUser(cache, user, setUser).catch(() => undefined)
  })
}

function applyPostUpdatedPush(cache: QueryClient, push: ServerToClientEvents['postUpdated'], viewer: Viewer): void {
  updateCachedPost(cache, push._id, (post) => {
    const updated = applyPostUpdate(post, push, viewer)
    return updated === post ? post : withPendingLike(cache, post, updated)
  })
  const comments = push.comments.map((comment) => toViewerComment(viewer, comment))
  addToCommentLists(cache, push._id, comments, push.commentsCount)
}
