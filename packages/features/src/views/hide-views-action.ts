import { type OutboxKind, type QueryClient, registerOutboxKind } from '@meadow/web'
import { createPostViewsKey, type PostViewsData } from './post-views-query.ts'
import { t } from './views-texts.ts'

export type HideViewsActionData = { postId: string; isHidden: boolean }

/** Hides the views of a post of the viewer from others, or shows them again. The later choice replaces the earlier one. */
export const hideViewsAction: OutboxKind<HideViewsActionData> = {
  name: 'hide-views',
  plan: ({ postId, isHidden }) => ({
    lane: `views ${postId}`,
    replaceKey: `hide-views ${postId}`,
    requests: [{ call: 'POST /posts/:id/views-hidden', params: { id: postId }, body: { state: isHidden } }],
    description: t(isHidden ? 'views.waiting' : 'views.waitingRemoval'),
  }),
  isUndone: (earlier, later) => earlier.isHidden !== later.isHidden,
  show: (cache, { data: { postId, isHidden } }) => cacheHidden(cache, postId, isHidden),
  hide: (cache, { data: { postId, isHidden } }) => cacheHidden(cache, postId, !isHidden),
  isShownIn: ([subject, part]) => subject === 'posts' && part === 'views',
  getSubject: ({ data }) => `views ${data.postId}`,
  settle: (cache, { data: { postId, isHidden } }) => cacheHidden(cache, postId, isHidden),
  describeRefusal: () => t('views.failed'),
  onRefusal: 'drop',
}
registerOutboxKind(hideViewsAction)

const cacheHidden = (cache: QueryClient, postId: string, isHidden: boolean) =>
  void cache.setQueryData<PostViewsData>(createPostViewsKey(postId), (data) =>
    data?.views ? { views: { ...data.views, isHidden } } : undefined,
  )
