import { InfiniteList } from '@meadow/features'
import { Button, Card, EmptyState, Skeleton } from '@meadow/ui'
import { t } from '../../texts.ts'
import styles from './friends.module.css'
import { MemberCard } from './member-card.tsx'
import { useMemberDirectory } from './use-member-directory.ts'

const PREFETCH_DISTANCE_PX = 200
const LIST_TEXTS = { loading: t('friends.loading'), failed: t('friends.failed'), moreFailed: t('friends.moreFailed') }
const LIST_SKELETONS = { first: <MemberGridSkeleton count={6} />, more: <MemberGridSkeleton count={3} /> }

/** Grid of the members that match a search. */
export function MemberDirectory({ query, onClear }: { query: string; onClear: () => void }) {
  const { members, ...pages } = useMemberDirectory(query)
  return (
    <section className={styles['directory']} aria-label={t('friends.members')} aria-busy={pages.isPlaceholderData}>
      <InfiniteList
        query={pages}
        distance={PREFETCH_DISTANCE_PX}
        isEmpty={members.length === 0}
        texts={LIST_TEXTS}
        skeletons={LIST_SKELETONS}
        empty={<NoMembersFound query={query} onClear={onClear} />}
        end={null}
      >
        <ul className={styles['grid']}>
          {members.map((member) => (
            <MemberCard key={member._id} member={member} />
          ))}
        </ul>
      </InfiniteList>
    </section>
  )
}

function NoMembersFound({ query, onClear }: { query: string; onClear: () => void }) {
  const everybody = (
    <Button variant="soft" onClick={onClear}>
      {t('friends.showAll')}
    </Button>
  )
  return (
    <Card as="div">
      {query ? (
        <EmptyState title={t('friends.none')} action={everybody}>
          {t('friends.noneText', { query })}
        </EmptyState>
      ) : (
        <EmptyState title={t('friends.empty')}>{t('friends.emptyText')}</EmptyState>
      )}
    </Card>
  )
}

function MemberGridSkeleton({ count }: { count: number }) {
  return (
    <div className={styles['grid']}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <Card key={at} as="div" className={styles['member']}>
          <div className={styles['cover']} />
          <span className={styles['avatar-ring']}>
            <Skeleton width={64} height={64} round />
          </span>
          <div className={styles['lines']}>
            <Skeleton width={96} />
            <Skeleton width={64} height={12} />
            <Skeleton width={120} height={12} />
          </div>
        </Card>
      ))}
    </div>
  )
}
