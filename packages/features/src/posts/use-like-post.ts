import { api, useMutation, useQueryClient, useToast } from '@meadow/web'
import { replaceCachedPost, updateCachedPost } from '../cache/cached-posts.ts'
import { withViewerLike } from '../cache/post-updates.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { getErrorDescription } from '../get-error-description.ts'
import { t } from '../texts.ts'

/** Mutation that likes (true) or unlikes (false) a post: optimistic, rolled back on failure. */
export function useLikePost(id: string) {
  const cache = useQueryClient()
  const toast = useToast()
  const mutationKey = queryKeys.likeMutation(id)
  const isLastMutation = () => cache.isMutating({ mutationKey }) === 1 // a later click has already updated the cache

  return useMutation({
    mutationKey,
    scope: { id: `like ${id}` }, // runs in series, in the order of the clicks
    mutationFn: (state: boolean) => api('POST /posts/:id/like', { params: { id }, body: { state } }),
    onMutate: (state) => updateCachedPost(cache, id, (post) => withViewerLike(post, state)),
    onSuccess: ({ post }) => {
      if (isLastMutation()) replaceCachedPost(cache, post)
    },
    onError: (error, state) => {
      if (isLastMutation()) updateCachedPost(cache, id, (post) => withViewerLike(post, !state))
      toast({ tone: 'error', title: t('post.likeFailed'), text: getErrorDescription(error) })
    },
  })
}
