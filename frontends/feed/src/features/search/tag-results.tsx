import { abbreviateCount, Card, EmptyState, Skeleton } from '@meadow/ui'
import { api, Link, useQuery } from '@meadow/web'
import { FailedSearch } from './failed-search.tsx'
import styles from './search.module.css'
import { t } from './texts.ts'

/** The number that a service counts at most. */
const MAX_POSTS_COUNT = 1_000

/** Returns the number of posts of a tag as text. */
export const formatPostsCount = (count: number): string =>
  count >= MAX_POSTS_COUNT
    ? t('tag.manyPosts', { shown: abbreviateCount(count) })
    : t('tag.postsCount', { count, shown: abbreviateCount(count) })

/** The tags that begin with the text of a search. */
export function TagResults({ query }: { query: string }) {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['tags', 'search', query],
    queryFn: ({ signal }) => api('GET /search', { query: { q: query, type: 'tags' }, signal }),
  })
  if (isPending)
    return (
      <Card as="div" className={styles['rows']} role="status">
        <span className="visually-hidden">{t('search.loadingTags')}</span>
        <Skeleton height={44} />
        <Skeleton height={44} />
      </Card>
    )
  if (!data) return <FailedSearch error={error} onRetry={() => void refetch()} />
  return (
    <Card as="div">
      {data.tags.length === 0 ? (
        <EmptyState title={t('search.noTags')}>{t('search.noTagsText')}</EmptyState>
      ) : (
        <ul className={styles['rows']} aria-label={t('search.tags')}>
          {data.tags.map(({ tag, postsCount }) => (
            <li key={tag}>
              <Link className={styles['tag-row']} to={`/tag/${encodeURIComponent(tag)}`}>
                <bdi className={styles['tag']}>#{tag}</bdi>
                <span className={styles['note']}>{formatPostsCount(postsCount)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
