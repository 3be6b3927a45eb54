import { PAGE } from '@meadow/contracts/limits'
import { addNewPostIds, applyFetchedPost, type FeedScope, queryKeys, useCachedState } from '@meadow/features'
import { api, type QueryClient, useMutation, useQueryClient, useResync, useToast } from '@meadow/web'
import { t } from '../../texts.ts'
import { loadAnew } from './load-anew.ts'

const NONE: readonly string[] = []

/** Posts that came since the list was loaded, and the way to see them. */
export function useNewPosts(scope: FeedScope) {
  const cache = useQueryClient()
  const toast = useToast()
  const { length: count } = useCachedState(queryKeys.newPosts, () => NONE)
  const { mutate, isPending } = useMutation({
    mutationFn: () => loadAnew(cache),
    onSuccess: () => document.querySelector<HTMLElement>('[data-post]')?.focus({ preventScroll: true }),
    onError: ({ message }) => toast({ tone: 'error', title: t('feed.newFailed'), text: message }),
  })
  useResync(() => void catchUp(cache, scope).catch(() => undefined)) // the next time, then

  const load = () => {
    scrollTo({ top: 0 })
    mutate()
  }
  return { count, isLoading: isPending, load }
}

/** What came while nothing was heard. The list stays as it is; what it shows of the newest posts becomes fresh. */
async function catchUp(cache: QueryClient, scope: FeedScope): Promise<void> {
  if (!cache.getQueryData(queryKeys.list(scope))) return
  const { posts } = await api('GET /posts', { query: { scope, limit: PAGE.posts } })
  for (const post of posts) applyFetchedPost(cache, post)
  addNewPostIds(
    cache,
    posts.map(({ _id }) => _id),
  )
}
