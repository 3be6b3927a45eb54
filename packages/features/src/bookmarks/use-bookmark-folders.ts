import { api, useQuery } from '@meadow/web'
import { bookmarkKeys } from './bookmark-keys.ts'

/** Fetches the folders of the viewer's bookmarks; empty until they are there. */
export function useBookmarkFolders() {
  const { data } = useQuery({
    queryKey: bookmarkKeys.folders,
    queryFn: ({ signal }) => api('GET /posts/bookmarks/folders', { signal }),
  })
  return data?.folders ?? []
}
