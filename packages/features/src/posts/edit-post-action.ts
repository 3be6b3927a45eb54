import type { PostView } from '@meadow/contracts/browser'
import { findFacets } from '@meadow/contracts/find-facets'
import { type ApiResponse, type OutboxKind, registerOutboxKind } from '@meadow/web'
import { replaceCachedPost, updateCachedPost } from '../cache/cached-posts.ts'
import { isPostQuery } from '../cache/query-keys.ts'
import { refetchPosts } from '../cache/refetch-posts.ts'
import { t } from './edit-post-texts.ts'
import { createPostHistoryKey } from './post-history-key.ts'

/** The text of the edit, and the post that the member edited, so that a cancelled edit shows it again. */
export type EditPostActionData = {
  postId: string
  content: string
  before: Pick<PostView, 'content' | 'facets' | 'rev'>
}

/** Changes the text of a post of the viewer. A later edit replaces one that waits. */
export const editPostAction: OutboxKind<EditPostActionData, ApiResponse<'PUT /posts/:id'>> = {
  name: 'edit-post',
  plan: ({ postId, content, before }) => ({
    lane: `post ${postId}`,
    replaceKey: `edit ${postId}`,
    requests: [{ call: 'PUT /posts/:id', params: { id: postId }, body: { content, rev: before.rev } }],
    description: t('edit.waiting', { text: content }),
  }),
  show: (cache, { data: { postId, content } }) =>
    updateCachedPost(cache, postId, (post) =>
      post.content === content ? post : { ...post, content, facets: findFacets(content, location.origin) },
    ),
  hide(cache, { data: { postId, content, before } }) {
    updateCachedPost(cache, postId, (post) =>
      post.content === content ? { ...post, content: before.content, facets: before.facets } : post,
    )
    void refetchPosts(cache, [postId]).catch(() => undefined) // a text that arrived meanwhile was covered
  },
  isShownIn: isPostQuery,
  getSubject: ({ data: { postId } }) => `post ${postId}`,
  settle(cache, { data: { postId } }, { post }) {
    replaceCachedPost(cache, post)
    void cache.invalidateQueries({ queryKey: createPostHistoryKey(postId) })
  },
  describeRefusal: ({ code, message }) => (code === 'post_not_found' ? t('edit.gone') : message),
}
registerOutboxKind(editPostAction)
