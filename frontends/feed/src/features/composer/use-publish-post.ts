import {
  addCachedPost,
  adjustProfileCount,
  getErrorDescription,
  getUploadErrorDescription,
  usePicturesUpload,
} from '@meadow/features'
import { ApiError, api, useClientKey, useMutation, useQueryClient } from '@meadow/web'
import { t } from '../../texts.ts'
import type { PostDraft } from './use-post-draft.ts'

/**
 * Publishes a draft: uploads its pictures, then creates the post. A draft that could not be published stays as it is. A
 * retry uploads only the missing pictures; after a lost response it uses the same client key, so the post is stored once.
 */
export function usePublishPost({ text, tray, isComplete, clear }: PostDraft) {
  const cache = useQueryClient()
  const { getKey, renew } = useClientKey()
  const { upload, share, cancel } = usePicturesUpload('post')

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => {
      const urls = await upload(tray.pictures.map(({ file }) => file)).catch(rethrowUploadError)
      const pictures = tray.pictures.map(({ alt }, index) => ({ url: urls[index] ?? '', alt: alt.trim() }))
      const body = { content: text.trim(), pictures }
      return await api('POST /posts', { body, key: getKey(body) }).catch(rethrowPublishError)
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

  return {
    isPublishing: isPending,
    /** The uploaded share of the pictures, from 0 to 1; undefined while nothing is uploaded. */
    uploadShare: share,
    cancelUpload: cancel,
    error: error && !isAbort(error) ? error.message : undefined,
    clearError: reset,
    /** Publishes a complete draft, and then empties it. Does nothing while it is being published. */
    publish(onPublished: () => void): void {
      if (!isComplete || isPending) return
      const onSuccess = () => {
        clear()
        onPublished()
      }
      mutate(undefined, { onSuccess })
    },
  }
}

const isAbort = ({ name }: Error) => name === 'AbortError'

function rethrowUploadError(cause: Error): never {
  throw isAbort(cause) ? cause : new Error(getUploadErrorDescription(cause), { cause })
}

function rethrowPublishError(cause: Error): never {
  throw new Error(`${t('composer.failed')}. ${getErrorDescription(cause)}`, { cause })
}
