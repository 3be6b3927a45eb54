import { queryKeys } from '@meadow/features'
import { Card } from '@meadow/ui'
import { api, Link, useQuery } from '@meadow/web'
import styles from './search.module.css'
import { t } from './texts.ts'

/** The tags that the member follows. Renders nothing without one. */
export function FollowedTags() {
  const { data } = useQuery({ queryKey: queryKeys.followedTags, queryFn: ({ signal }) => api('GET /tags', { signal }) })
  if (!data || data.tags.length === 0) return null
  return (
    <Card title={t('search.followedTags')}>
      <ul className={styles['tags']}>
        {data.tags.map(({ tag }) => (
          <li key={tag}>
            <Link className={styles['filter']} to={`/tag/${encodeURIComponent(tag)}`}>
              <bdi>#{tag}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
