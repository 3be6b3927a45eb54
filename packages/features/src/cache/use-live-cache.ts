import type { SocketHeard } from '@meadow/contracts'
import { type QueryClient, useLive, useMissedPosts, useQueryClient, useResync, useSession } from '@meadow/web'
import { relationTo, setFollowing, withFollowing } from '../members/relations.ts'
import { withFollow } from './follow-updates.ts'
import { type CommentList, keys, type Profile } from './keys.ts'
import { noteNewPosts } from './new-posts.ts'
import { leavesGap, type Viewer, withNewComments, withUpdate } from './post-updates.ts'
import { changePost } from './posts.ts'
import { moveCount } from './profile.ts'
import { refreshMe } from './refresh-me.ts'
import { keepLike, losePost, refreshPosts } from './refresh-posts.ts'

/** Keeps every cached post, comment, profile and relation as the server tells them. Once in the page, for all front ends. */
export function useLiveCache(): void {
  const cache = useQueryClient()
  const { user, setUser } = useSession()

  useLive('postUpdated', (told) => {
    if (user) updatePost(cache, told, user)
  })
  useLive('postDeleted', ({ postId }) => losePost(cache, postId))
  useLive('postCreated', ({ postId }) => noteNewPosts(cache, [postId]))
  useLive('followUpdated', (told) => {
    const { userId, isFollowing } = told
    if (!user || cache.isMutating({ mutationKey: keys.following(userId) }) > 0) return // what is shown is newer
    const known = relationTo(cache, userId) ?? user.following.includes(userId)
    cache.setQueriesData<Profile>({ queryKey: keys.profiles }, (profile) => profile && withFollow(profile, told))
    setFollowing(cache, userId, isFollowing)
    if (known === isFollowing) return
    moveCount(cache, user._id, 'followingCount', isFollowing ? 1 : -1)
    setUser((me) => withFollowing(me, userId, isFollowing))
  })
  useMissedPosts((ids) => void refreshPosts(cache, ids).catch(() => undefined)) // the next time, then
  useResync(({ away }) => {
    if (!user || away === 0) return // all of it has just come
    void cache.invalidateQueries({ queryKey: keys.profiles })
    void refreshMe(cache, user, setUser).catch(() => undefined)
  })
}

function updatePost(cache: QueryClient, told: SocketHeard['postUpdated'], viewer: Viewer): void {
  changePost(cache, told._id, (post) => {
    const updated = withUpdate(post, told, viewer)
    return updated === post ? post : keepLike(cache, post, updated)
  })
  const list = cache.getQueryData<CommentList>(keys.comments(told._id))
  if (!list) return
  if (leavesGap(list, told)) void cache.invalidateQueries({ queryKey: keys.comments(told._id) })
  else cache.setQueryData(keys.comments(told._id), withNewComments(list, told, viewer))
}
