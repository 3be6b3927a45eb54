import { api } from '@meadow/web'
import { useRef } from 'react'

export type PicturePurpose = 'post' | 'avatar' | 'cover'

/** Options of one upload: `onProgress` receives the uploaded share, from 0 to 1. */
type UploadOptions = { signal?: AbortSignal; onProgress?: (share: number) => void }

/**
 * Returns a function that uploads a picture and returns its URL. Uploads each file once: a retry after a later failure
 * reuses the URL.
 */
export function usePictureUpload(purpose: PicturePurpose): (file: File, options?: UploadOptions) => Promise<string> {
  const arrived = useRef(new WeakMap<File, string>())
  return async (file, options = {}) => {
    const address = arrived.current.get(file) ?? (await uploadPicture(file, purpose, options))
    arrived.current.set(file, address)
    return address
  }
}

async function uploadPicture(file: File, purpose: PicturePurpose, options: UploadOptions): Promise<string> {
  const form = new FormData()
  form.append('purpose', purpose) // before the file: the server reads the form as a stream
  form.append('file', file)
  return (await api('POST /media', { body: form, ...options })).secure_url
}
