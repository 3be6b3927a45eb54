import { PAGE_SIZE } from '@meadow/contracts/limits'
import { ListEnd, PostList, type PostListSource, usePostList } from '@meadow/features'
import { Card, EmptyState } from '@meadow/ui'
import { type ApiResponse, api } from '@meadow/web'
import { useRef } from 'react'
import { useHighlightedPosts } from './highlight-posts.ts'
import { t } from './texts.ts'

/** Creates the source of the posts that a search finds. Its order does not change while it is read. */
const createSearchSource = (query: string): PostListSource => ({
  queryKey: ['posts', 'list', 'search', query],
  fetchPage: ({ cursor, signal }) =>
    api('GET /search', { query: { q: query, limit: PAGE_SIZE.posts, cursor }, signal }),
  staleTime: 60_000,
})

/** The posts that a search finds, with the words that it found in them. */
export function PostResults({ query }: { query: string }) {
  const source = createSearchSource(query)
  const container = useRef<HTMLDivElement>(null)
  const { data } = usePostList(source)
  useHighlightedPosts(container, data?.pages as ApiResponse<'GET /search'>[] | undefined)
  return (
    <div ref={container}>
      <PostList
        source={source}
        empty={
          <Card as="div">
            <EmptyState title={t('search.noPosts')}>{t('search.noPostsText')}</EmptyState>
          </Card>
        }
        end={<ListEnd>{t('search.end')}</ListEnd>}
      />
    </div>
  )
}
