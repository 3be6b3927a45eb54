import type { PostView } from '@meadow/contracts/browser'
import { ApiError, api, useMutation, useQueryClient, useToast } from '@meadow/web'
import { removeCachedPost } from '../cache/cached-posts.ts'
import { adjustProfileCount } from '../cache/cached-profile.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { getErrorDescription } from '../get-error-description.ts'
import { t } from '../texts.ts'

/** Mutation that deletes the viewer's post: optimistic; a failure reloads the post lists. */
export function useDeletePost(post: PostView) {
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: () => deletePost(post._id),
    onMutate: () => {
      removeCachedPost(cache, post._id)
      adjustProfileCount(cache, post.user._id, 'postCount', -1)
    },
    onSuccess: () => toast({ tone: 'success', title: t('post.deleted') }),
    onError: (error) => {
      toast({ tone: 'error', title: t('post.deleteFailed'), text: getErrorDescription(error) })
      adjustProfileCount(cache, post.user._id, 'postCount', 1)
      return cache.resetQueries({ queryKey: queryKeys.postLists })
    },
  })
}

/** Deletes a post. Treats `post_not_found` as success: somebody has deleted it already. */
async function deletePost(id: string): Promise<void> {
  try {
    await api('DELETE /posts/:id', { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'post_not_found')) throw error
  }
}
