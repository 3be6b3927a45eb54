import { type ApiResponse, type OutboxKind, type QueryClient, registerOutboxKind } from '@meadow/web'
import { replaceCachedPost, updateCachedPost } from '../cache/cached-posts.ts'
import { isPostQuery } from '../cache/query-keys.ts'
import { t } from './texts.ts'

export type PostLinkPreviewActionData = { postId: string; isShown: boolean }

/** Removes the card of the link of a post of the viewer, or shows it again. The later choice replaces the earlier one. */
export const postLinkPreviewAction: OutboxKind<
  PostLinkPreviewActionData,
  ApiResponse<'PUT /posts/:id/link-preview'>
> = {
  name: 'post-link-preview',
  plan: ({ postId, isShown }) => ({
    lane: `post ${postId}`,
    replaceKey: `link preview ${postId}`,
    requests: [{ call: 'PUT /posts/:id/link-preview', params: { id: postId }, body: { isShown } }],
    description: t(isShown ? 'linkPreview.waiting' : 'linkPreview.removalWaiting'),
  }),
  isUndone: (earlier, later) => earlier.isShown !== later.isShown,
  show: (cache, { data }) => setRemoved(cache, data, !data.isShown),
  hide: (cache, { data }) => setRemoved(cache, data, data.isShown),
  isShownIn: isPostQuery,
  getSubject: ({ data: { postId } }) => `post ${postId}`,
  settle: (cache, _entry, { post }) => replaceCachedPost(cache, post),
  describeRefusal: () => t('linkPreview.failed'),
  onRefusal: 'drop',
}
registerOutboxKind(postLinkPreviewAction)

const setRemoved = (cache: QueryClient, { postId }: PostLinkPreviewActionData, isLinkPreviewRemoved: boolean) =>
  updateCachedPost(cache, postId, (post) => ({ ...post, isLinkPreviewRemoved }))
