import type { PostView } from '@meadow/contracts/browser'
import { PAGE_SIZE } from '@meadow/contracts/limits'
import { ListEnd, PostList, type PostListSource, queryKeys } from '@meadow/features'
import { Button, Card, EmptyState } from '@meadow/ui'
import { ApiError, type ApiResponse, api, type QueryClient, useQueryClient } from '@meadow/web'
import { useCallback } from 'react'
import styles from './discover.module.css'
import { isSuggested, useDiscoverExclusions } from './discover-exclusions.ts'
import { PostReason } from './post-reason.tsx'
import { t } from './texts.ts'

type DiscoverPage = ApiResponse<'GET /posts/discover'>

const END_OF_VISIT: DiscoverPage = { posts: [], pagination: { hasMore: false }, nextCursor: null }

/** Fetches the pages of one visit. A visit of some hours ago ends where the reader is. */
const DISCOVER_SOURCE: PostListSource = {
  queryKey: queryKeys.discoverPosts,
  fetchPage: ({ cursor, signal }) =>
    api('GET /posts/discover', { query: { limit: PAGE_SIZE.posts, cursor }, signal }).catch((error: unknown) => {
      if (cursor !== null && error instanceof ApiError && error.code === 'snapshot_expired') return END_OF_VISIT
      throw error
    }),
  staleTime: Infinity,
}

/** Begins a new visit of Discover: its posts are ranked again. */
export const renewDiscover = (cache: QueryClient): Promise<void> =>
  cache.resetQueries({ queryKey: queryKeys.discoverPosts, exact: true })

const renderReason = (post: PostView) => (post.reason ? <PostReason post={post} /> : null)

/** The ranked posts of one visit, each with its reason. */
export function DiscoverList() {
  const cache = useQueryClient()
  const exclusions = useDiscoverExclusions()
  const isShown = useCallback((post: PostView) => isSuggested(exclusions, post), [exclusions])
  const renew = () => {
    scrollTo({ top: 0 })
    void renewDiscover(cache)
  }
  const renewButton = (
    <Button variant="soft" onClick={renew}>
      {t('discover.renew')}
    </Button>
  )
  return (
    <PostList
      source={DISCOVER_SOURCE}
      isShown={isShown}
      renderTop={renderReason}
      empty={
        <Card as="div">
          <EmptyState title={t('discover.empty')} action={renewButton}>
            {t('discover.emptyText')}
          </EmptyState>
        </Card>
      }
      end={
        <div className={styles['end']}>
          <ListEnd>{t('discover.end')}</ListEnd>
          {renewButton}
        </div>
      }
    />
  )
}
