import { PAGE_SIZE } from '@meadow/contracts/limits'
import {
  addNewPostIds,
  applyFetchedPost,
  type FeedScope,
  getErrorDescription,
  queryKeys,
  useCachedState,
} from '@meadow/features'
import { Button } from '@meadow/ui'
import { api, type QueryClient, useMutation, useQueryClient, useSocketResync, useToast } from '@meadow/web'
import { ArrowUp } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { t } from '../../texts.ts'
import { reloadPostLists } from './feed-posts.ts'
import styles from './new-posts.module.css'

/** Posts of members with many followers are not pushed: the pill asks for new posts at this interval. */
const POLL_INTERVAL_MS = 60_000

const NO_POST_IDS: readonly string[] = []

/**
 * Pill with the number of new posts. A click loads them, so the list never moves while the member reads. `children` takes its place at the top
 * of the list while there are none.
 */
export function NewPostsPill({ scope, children }: { scope: FeedScope; children?: ReactNode }) {
  const { count, isLoading, load } = useNewPosts(scope)
  return (
    <div className={styles['container']} role="status">
      {count > 0 ? (
        <Button className={styles['pill']} size="s" busy={isLoading} onClick={load}>
          <ArrowUp aria-hidden="true" />
          {t('feed.newPosts', { count })}
        </Button>
      ) : (
        children
      )}
    </div>
  )
}

/** Returns the number of new posts since the list was loaded, and a function that loads them. */
function useNewPosts(scope: FeedScope) {
  const cache = useQueryClient()
  const toast = useToast()
  const { length: count } = useCachedState(queryKeys.newPostIds, () => NO_POST_IDS)
  const { mutate, isPending } = useMutation({
    mutationFn: () => reloadPostLists(cache),
    onSuccess: () => document.querySelector<HTMLElement>('[data-post]')?.focus({ preventScroll: true }),
    onError: (error) => toast({ tone: 'error', title: t('feed.loadFailed'), text: getErrorDescription(error) }),
  })
  const refetch = () => void refetchMissedPosts(cache, scope).catch(() => undefined) // the next one tries again
  useSocketResync(refetch)
  const poll = useEffectEvent(() => {
    if (!document.hidden) refetch()
  })
  useEffect(() => {
    const timer = setInterval(() => poll(), POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])

  const load = () => {
    scrollTo({ top: 0 })
    mutate()
  }
  return { count, isLoading: isPending, load }
}

/** Fetches the posts that were not pushed. Updates listed posts; new ones only count on the pill. */
async function refetchMissedPosts(cache: QueryClient, scope: FeedScope): Promise<void> {
  if (!cache.getQueryData(queryKeys.postList(scope))) return
  const { posts } = await api('GET /posts', { query: { scope, limit: PAGE_SIZE.posts } })
  for (const post of posts) applyFetchedPost(cache, post)
  addNewPostIds(
    cache,
    posts.map(({ _id }) => _id),
  )
}
