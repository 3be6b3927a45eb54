import { api } from '@meadow/web'
import { useRef } from 'react'

type PicturePurpose = 'post' | 'avatar' | 'cover'

/**
 * Returns a function that uploads a picture and returns its URL. Uploads each file once: a retry after a later failure
 * reuses the URL.
 */
export function usePictureUpload(purpose: PicturePurpose): (file: File) => Promise<string> {
  const arrived = useRef(new WeakMap<File, string>())
  return async (file) => {
    const address = arrived.current.get(file) ?? (await uploadPicture(file, purpose))
    arrived.current.set(file, address)
    return address
  }
}

async function uploadPicture(file: File, purpose: PicturePurpose): Promise<string> {
  const form = new FormData()
  form.append('purpose', purpose) // before the file: the server reads the form as a stream
  form.append('file', file)
  return (await api('POST /media', { body: form })).secure_url
}
