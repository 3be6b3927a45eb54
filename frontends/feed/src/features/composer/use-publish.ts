import { addPost, moveCount } from '@meadow/features'
import { type AnswerOf, ApiError, api, useClientKey, useMutation, useQueryClient } from '@meadow/web'
import { useRef } from 'react'
import { t } from '../../texts.ts'

type Draft = { text: string; file: File | undefined; alt: string }
type Uploaded = { file: File; media: AnswerOf<'POST /media'> }

/**
 * Publishes a post, its picture first. The failure says which of the two it was. Pressing Post again after a lost answer
 * publishes nothing twice.
 */
export function usePublish() {
  const cache = useQueryClient()
  const { keyFor, renew } = useClientKey()
  const uploaded = useRef<Uploaded>(undefined)

  /** A picture that has arrived is not sent again when only the post after it failed. */
  const upload = async (file: File) => {
    if (uploaded.current?.file !== file) uploaded.current = { file, media: await uploadPicture(file) }
    return uploaded.current.media.secure_url
  }
  return useMutation({
    mutationFn: async ({ text, file, alt }: Draft) => {
      const image = file ? await upload(file).catch(failing(t('composer.uploadFailed'))) : null
      const body = { content: text.trim(), image, alt: image ? alt.trim() : '' }
      return await api('POST /posts', { body, key: keyFor(body) }).catch(failing(t('composer.failed')))
    },
    onError: ({ cause }) => {
      // it had been published, and was deleted since: the next attempt is a new post
      if (cause instanceof ApiError && cause.code === 'post_not_found') renew()
    },
    onSuccess: (post) => {
      uploaded.current = undefined
      renew()
      addPost(cache, post)
      moveCount(cache, post.user._id, 'postCount', 1)
    },
  })
}

async function uploadPicture(file: File): Promise<AnswerOf<'POST /media'>> {
  const form = new FormData()
  form.append('purpose', 'post') // before the file: the server reads as it comes
  form.append('file', file)
  return await api('POST /media', { body: form })
}

const failing = (what: string) => (cause: Error) => {
  throw new Error(`${what}. ${cause.message}`, { cause })
}
