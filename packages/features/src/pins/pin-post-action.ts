import type { PostView } from '@meadow/contracts/browser'
import { type OutboxKind, registerOutboxKind } from '@meadow/web'
import { t } from './pin-texts.ts'
import { cachePinnedPost, isPinQuery } from './pinned-posts.ts'

/** `replaced` is the post that was pinned before, if the page knows it: a cancelled pin shows it again. */
export type PinPostActionData = { post: PostView; isPinned: boolean; replaced?: PostView | undefined }

/** Pins a post of the viewer to their profile, or unpins it. The later choice replaces the earlier one. */
export const pinPostAction: OutboxKind<PinPostActionData> = {
  name: 'pin-post',
  plan: ({ post, isPinned }) => ({
    lane: 'pinned post', // one after the other: the last one stays
    replaceKey: `pin ${post._id}`,
    requests: [{ call: 'POST /posts/:id/pin', params: { id: post._id }, body: { state: isPinned } }],
    description: t(isPinned ? 'pin.waiting' : 'pin.waitingRemoval'),
  }),
  show: (cache, { data: { post, isPinned } }) =>
    cachePinnedPost(cache, post.user.username, isPinned ? post : undefined),
  hide: (cache, { data: { post, isPinned, replaced } }) =>
    cachePinnedPost(cache, post.user.username, isPinned ? replaced : post),
  isShownIn: isPinQuery,
  getSubject: () => 'pinned post',
  settle: (cache, { data: { post, isPinned } }) =>
    cachePinnedPost(cache, post.user.username, isPinned ? post : undefined),
  describeRefusal: () => t('pin.failed'),
  onRefusal: 'drop',
}
registerOutboxKind(pinPostAction)
