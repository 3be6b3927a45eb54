import type { PostView } from '@meadow/contracts/browser'
import { type OutboxEntry, type OutboxKind, registerOutboxKind } from '@meadow/web'
import { removeCachedPost, restoreCachedPost } from '../cache/cached-posts.ts'
import { isPostQuery, isProfileQuery, queryKeys } from '../cache/query-keys.ts'
import { addWaitingCount, removeWaitingCount } from '../cache/waiting-counts.ts'
import { uncachePinnedPost } from '../pins/pinned-posts.ts'
import { t } from '../texts.ts'

/** The time for which a deletion can be undone before it leaves the device. */
const UNDO_DELETE_MS = 5_000

/** The post as it was, so that a cancelled deletion shows it again. */
export type DeletePostActionData = { post: PostView }

/** Deletes a post of the viewer, which disappears at once and can be brought back for some seconds. A post that is gone already counts as deleted. */
export const deletePostAction: OutboxKind<DeletePostActionData> = {
  name: 'delete-post',
  plan: ({ post }) => ({
    lane: `post ${post._id}`,
    replaceKey: `delete ${post._id}`,
    holdMs: UNDO_DELETE_MS,
    requests: [{ call: 'DELETE /posts/:id', params: { id: post._id }, doneCodes: ['post_not_found'] }],
    description: t('waiting.deletePost'),
  }),
  show(cache, entry) {
    removeCachedPost(cache, entry.data.post._id)
    uncachePinnedPost(cache, entry.data.post)
    addWaitingCount(cache, toWaitingCount(entry))
  },
  hide(cache, entry) {
    restoreCachedPost(cache, entry.data.post)
    removeWaitingCount(cache, toWaitingCount(entry))
    void cache.invalidateQueries({ queryKey: queryKeys.postLists })
  },
  isShownIn: (queryKey) => isPostQuery(queryKey) || isProfileQuery(queryKey),
  getSubject: ({ data: { post } }) => `post ${post._id}`,
  settle(cache, { data: { post }, attempts }) {
    removeCachedPost(cache, post._id)
    if (attempts > 1) void cache.invalidateQueries({ queryKey: queryKeys.profiles }) // it may have been counted twice
  },
  describeRefusal: () => t('post.deleteFailed'),
  onRefusal: 'drop',
}
registerOutboxKind(deletePostAction)

const toWaitingCount = ({ id, data: { post } }: OutboxEntry<DeletePostActionData>) => ({
  actionId: id,
  memberId: post.user._id,
  count: 'postCount' as const,
  by: -1 as const,
})
