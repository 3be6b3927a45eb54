import type { PostDraftView } from '@meadow/contracts/browser'

/** The URLs of files that the server has, so that they are not uploaded again. */
const urls = new WeakMap<File, string>()

export const uploadedPictures = {
  getUrl: (file: File): string | undefined => urls.get(file),
  remember(file: File, url: string | undefined): void {
    if (url === undefined) urls.delete(file)
    else urls.set(file, url)
  },
}

/** Fetches the pictures of a draft as files, without those that are no longer there. @throws TypeError without a connection */
export async function fetchDraftPictures({ pictures }: PostDraftView): Promise<{ file: File; alt: string }[]> {
  const fetched = await Promise.all(
    pictures.map(async ({ _id, secure_url: url, alt }) => {
      const response = await fetch(url)
      if (!response.ok) return []
      const blob = await response.blob()
      const file = new File([blob], `${_id}.webp`, { type: blob.type })
      uploadedPictures.remember(file, url)
      return [{ file, alt }]
    }),
  )
  return fetched.flat()
}
