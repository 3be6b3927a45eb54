import { api, useMutation, useQueryClient, useToast } from '@meadow/web'
import { replaceCachedPost, updateCachedPost } from '../cache/cached-posts.ts'
import { withViewerLike } from '../cache/post-updates.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { t } from '../texts.ts'

/** Likes (true) or unlikes (false) a post: shown at once, taken back when it fails. */
export function useLikePost(id: string) {
  const cache = useQueryClient()
  const toast = useToast()
  const mutationKey = queryKeys.likeMutation(id)
  const isLastMutation = () => cache.isMutating({ mutationKey }) === 1 // a later click already shows what it wants

  return useMutation({
    mutationKey,
    scope: { id: `like ${id}` }, // one after the other, in the order of the clicks
    mutationFn: (state: boolean) => api('POST /posts/:id/like', { params: { id }, body: { state } }),
    onMutate: (state) => updateCachedPost(cache, id, (post) => withViewerLike(post, state)),
    onSuccess: ({ post }) => {
      if (isLastMutation()) replaceCachedPost(cache, post)
    },
    onError: (error, state) => {
      if (isLastMutation()) updateCachedPost(cache, id, (post) => withViewerLike(post, !state))
      toast({ tone: 'error', title: t('post.likeFailed'), text: error.message })
    },
  })
}
