import type { ServerToClientEvents } from '@meadow/contracts/browser'
import {
  type QueryClient,
  useOutboxEntries,
  useQueryClient,
  useSession,
  useSocketEvent,
  useSocketResync,
  useStalePosts,
} from '@meadow/web'
import { FOLLOW_ACTION_NAME, type FollowActionData } from '../members/follow-action-data.ts'
import { cacheIsFollowing, cacheIsRequested, getCachedIsFollowing } from '../members/is-following.ts'
import { useFollowsOfSessionUser, useSavedSelf } from '../members/use-own-changes.ts'
import { withMutedMarks } from '../muting/with-muted-marks.ts'
import { addToCommentLists } from './cached-comments.ts'
import { addNewPostIds, updateCachedPost } from './cached-posts.ts'
import { adjustProfileCount, applyFollowUpdate, refetchCachedProfile, refetchPrivateContent } from './cached-profile.ts'
import { applyPostUpdate, toViewerComment, type Viewer } from './post-updates.ts'
import { type ProfileResponse, queryKeys } from './query-keys.ts'
import { dropDeletedPost, refetchPosts } from './refetch-posts.ts'
import { refetchSessionUser } from './refetch-session-user.ts'

const isFollowEntry = ({ kind }: { kind: string }) => kind === FOLLOW_ACTION_NAME

/** Applies socket pushes to the cached posts, comments, profiles and follows. The shell mounts it once for all front ends. */
export function useLiveCacheUpdates(): void {
  const cache = useQueryClient()
  const { user, setUser } = useSession()
  const waitingFollows = useOutboxEntries<FollowActionData>(undefined, isFollowEntry) // the action itself is not part of the first download
  useFollowsOfSessionUser()
  useSavedSelf()

  useSocketEvent('postUpdated', (push) => {
    if (user) withMutedMarks(cache, push, user._id, (marked) => applyPostUpdatedPush(cache, marked, user))
  })
  useSocketEvent('postDeleted', ({ postId }) => dropDeletedPost(cache, postId))
  useSocketEvent('postCreated', ({ postId }) => addNewPostIds(cache, [postId]))
  useSocketEvent('followUpdated', (push) => {
    const { userId, isFollowing } = push
    if (!user || waitingFollows.some(({ data }) => data.memberId === userId)) return // a waiting follow is newer
    const known = getCachedIsFollowing(cache, userId) ?? user.following.includes(userId)
    cache.setQueriesData<ProfileResponse>(
      { queryKey: queryKeys.profiles },
      (profile) => profile && applyFollowUpdate(profile, push),
    )
    cacheIsFollowing(cache, userId, isFollowing)
    cacheIsRequested(cache, userId, false)
    if (known !== isFollowing) refetchPrivateContent(cache, userId)
    if (known !== isFollowing) adjustProfileCount(cache, user._id, 'followingCount', isFollowing ? 1 : -1)
  })
  useSocketEvent('notification', ({ type }) => {
    if (user && type === 'follow') refetchCachedProfile(cache, user._id) // the push has no follower count
  })
  useStalePosts((ids) => void refetchPosts(cache, ids).catch(() => undefined)) // the next resync tries again
  useSocketResync(({ awayMs }) => {
    if (!user || awayMs === 0) return // everything has just been loaded
    void cache.invalidateQueries({ queryKey: queryKeys.profiles })
    if (waitingFollows.length > 0) return // a waiting follow is newer
    void refetchSessionUser(cache, user, setUser).catch(() => undefined)
  })
}

function applyPostUpdatedPush(cache: QueryClient, push: ServerToClientEvents['postUpdated'], viewer: Viewer): void {
  updateCachedPost(cache, push._id, (post) => applyPostUpdate(post, push, viewer))
  const comments = push.comments.map((comment) => toViewerComment(viewer, comment))
  addToCommentLists(cache, push._id, comments, push.commentsCount)
}
