import { Button, Card, Spinner, Time } from '@meadow/ui'
import { api, useInfiniteQuery } from '@meadow/web'
import { LoadError, MODERATION_KEY } from './load-error.tsx'
import styles from './moderation.module.css'
import { t } from './texts.ts'

/** Lists what moderators and admins did, newest first. */
export function AuditList() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...MODERATION_KEY, 'audit'],
    queryFn: ({ pageParam: cursor, signal }) =>
      api('GET /moderation/audit', { query: { cursor: cursor ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
    staleTime: 0,
  })
  if (!data) return error ? <LoadError onRetry={() => void refetch()} /> : <Spinner label={t('moderation.loading')} />
  const entries = data.pages.flatMap((page) => page.entries)
  const nameOf = (member: { username: string } | null) => (member ? `@${member.username}` : '')
  return (
    <Card as="div" className={styles['report']}>
      {entries.length === 0 && <p>{t('moderation.nothing')}</p>}
      <ul className={styles['entries']}>
        {entries.map((entry) => (
          <li key={entry._id}>
            <p>
              {t('moderation.entry', {
                by: nameOf(entry.by) || t('moderation.someone'),
                action: entry.action,
                member: nameOf(entry.member),
              })}
            </p>
            <p className={styles['meta']}>
              <Time at={entry.at} />
              {entry.rule && ` · ${entry.rule}`}
              {entry.note && ` · ${entry.note}`}
            </p>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="line" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('moderation.more')}
        </Button>
      )}
    </Card>
  )
}
