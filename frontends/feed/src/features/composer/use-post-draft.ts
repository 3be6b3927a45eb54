import { MAX_POST_LENGTH } from '@meadow/contracts/limits'
import {
  addCachedPost,
  adjustProfileCount,
  getErrorDescription,
  usePictureUpload,
  validatePicture,
} from '@meadow/features'
import { ApiError, api, useClientKey, useMutation, useQueryClient } from '@meadow/web'
import { useEffect, useState } from 'react'
import { t } from '../../texts.ts'

export type ChosenPicture = { file: File; preview: string }

/** Holds and publishes the post draft. It survives closing the dialog and ends when the post is published. */
export function usePostDraft() {
  const [text, setText] = useState('')
  const [picture, setPicture] = useState<ChosenPicture>()
  const [alt, setAlt] = useState('')
  const [pictureError, setPictureError] = useState<string>()
  const { mutate, isPending, error } = usePublishPost()

  useEffect(() => () => void (picture && URL.revokeObjectURL(picture.preview)), [picture])

  const choosePicture = (file: File) => {
    const problem = validatePicture(file)
    setPictureError(problem)
    if (problem) return
    setPicture({ file, preview: URL.createObjectURL(file) })
    setAlt('')
  }
  const removePicture = () => {
    setPicture(undefined)
    setAlt('')
    setPictureError(undefined)
  }
  const isComplete = (text.trim() !== '' || picture !== undefined) && text.trim().length <= MAX_POST_LENGTH
  return {
    text,
    setText,
    picture,
    choosePicture,
    removePicture,
    alt,
    setAlt,
    isComplete,
    isPublishing: isPending,
    error: pictureError ?? error?.message,
    /** Publishes a complete draft, and then empties it. Does nothing while it is being published. */
    publish(onPublished: () => void): void {
      if (!isComplete || isPending) return
      const onSuccess = () => {
        removePicture()
        setText('')
        onPublished()
      }
      mutate({ text, file: picture?.file, alt }, { onSuccess })
    },
  }
}

type PostInput = { text: string; file: File | undefined; alt: string }

/**
 * Mutation that uploads the picture, then publishes the post. The error message names the failed step. A retry after a
 * lost response uses the same client key, so the post is stored once.
 */
function usePublishPost() {
  const cache = useQueryClient()
  const { getKey, renew } = useClientKey()
  const upload = usePictureUpload('post')

  return useMutation({
    mutationFn: async ({ text, file, alt }: PostInput) => {
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
