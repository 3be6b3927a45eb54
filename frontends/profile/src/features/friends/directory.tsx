import { InfiniteList } from '@meadow/features'
import { Button, Card, EmptyState, Skeleton } from '@meadow/ui'
import { t } from '../../texts.ts'
import styles from './friends.module.css'
import { PersonCard } from './person-card.tsx'
import { useDirectory } from './use-directory.ts'

const NEAR_THE_END = 200
const WORDS = { loading: t('friends.loading'), failed: t('friends.failed'), moreFailed: t('friends.moreFailed') }
const SKELETONS = { first: <Coming count={6} />, more: <Coming count={3} /> }

/** The members who fit what is searched for. */
export function Directory({ query, onClear }: { query: string; onClear: () => void }) {
  const { people, ...pages } = useDirectory(query)
  return (
    <section className={styles['directory']} aria-label={t('friends.people')} aria-busy={pages.isPlaceholderData}>
      <InfiniteList
        pages={pages}
        distance={NEAR_THE_END}
        isEmpty={people.length === 0}
        words={WORDS}
        skeletons={SKELETONS}
        empty={<Nobody query={query} onClear={onClear} />}
        end={null}
      >
        <ul className={styles['grid']}>
          {people.map((person) => (
            <PersonCard key={person._id} person={person} />
          ))}
        </ul>
      </InfiniteList>
    </section>
  )
}

function Nobody({ query, onClear }: { query: string; onClear: () => void }) {
  const everybody = (
    <Button variant="soft" onClick={onClear}>
      {t('friends.everybody')}
    </Button>
  )
  return (
    <Card as="div">
      {query ? (
        <EmptyState title={t('friends.none')} action={everybody}>
          {t('friends.noneText', { query })}
        </EmptyState>
      ) : (
        <EmptyState title={t('friends.nobody')}>{t('friends.nobodyText')}</EmptyState>
      )}
    </Card>
  )
}

function Coming({ count }: { count: number }) {
  return (
    <div className={styles['grid']}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Card key={at} as="div" className={styles['person']}>
          <div className={styles['cover']} />
          <span className={styles['face']}>
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
