import { addCachedPost, adjustProfileCount, getErrorDescription, usePictureUpload } from '@meadow/features'
import { ApiError, api, useClientKey, useMutation, useQueryClient } from '@meadow/web'
import { t } from '../../texts.ts'

type PostDraft = { text: string; file: File | undefined; alt: string }

/**
 * Mutation that uploads the picture, then publishes the post. The error message names the failed step. A retry after a
 * lost response uses the same client key, so the post is stored once.
 */
export function usePublishPost() {
  const cache = useQueryClient()
  const { getKey, renew } = useClientKey()
  const upload = usePictureUpload('post')

  return useMutation({
    mutationFn: async ({ text, file, alt }: PostDraft) => {
      const image = file ? await upload(file).catch(rethrowWithMessage(t('composer.uploadFailed'))) : null
      const body = { content: text.trim(), image, alt: image ? alt.trim() : '' }
      return await api('POST /posts', { body, key: getKey(body) }).catch(rethrowWithMessage(t('composer.failed')))
    },
    onError: ({ cause }) => {
      // published by a lost request and deleted since: the next attempt is a new post
      if (cause instanceof ApiError && cause.code === 'post_not_found') renew()
    },
    onSuccess: (post) => {
      renew()
      addCachedPost(cache, post)
      adjustProfileCount(cache, post.user._id, 'postCount', 1)
    },
  })
}

const rethrowWithMessage = (message: string) => (cause: Error) => {
  throw new Error(`${message}. ${getErrorDescription(cause)}`, { cause })
}
